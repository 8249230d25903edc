/// Judges a part of the track as its points are read, stretch by stretch.
import DecisionCore
import FieldModel

struct PartWorker {
    /// Where a part ends: at the first cut between stretches whose last point stands at or behind a place, or whose first
    /// point comes at or after a time.
    enum End {
        case position(Position)
        case time(WallTime)
    }

    private let rules: TrailRules
    private let index: TrackIndex
    private let end: End?
    private var result: TrackResult
    private var stretcher: Stretcher
    /// False while the first cut is still looked for: what lies before it belongs to the part before.
    private var hasBegun: Bool
    private var hasEnded = false
    /// Of the newest ordinary point.
    private var newest: Position?

    init(_ rules: TrailRules, _ index: TrackIndex, end: End?, hasBegun: Bool) {
        self.rules = rules
        self.index = index
        self.end = end
        self.hasBegun = hasBegun
        result = TrackResult(index.calendar)
        stretcher = Stretcher(rules)
    }

    /// Puts a seed, and the coarse points behind it, in front.
    mutating func begin(with seed: [(TrailPoint, PointKey)]) {
        for (point, key) in seed { stretcher.append(point, key) }
        stretcher.cut()
    }

    /// Takes the next point; false where the part ends before it.
    @inline(__always)
    mutating func take(_ point: TrailPoint, _ key: PointKey, _ position: Position) -> Bool {
        if stretcher.isCut(before: point) {
            if hasBegun { judge(upTo: stretcher.end) }
            if isEnd(before: point) {
                hasEnded = true
                return false
            }
            hasBegun = true
            stretcher.cut()
        }
        if !point.isCoarse { newest = position }
        stretcher.append(point, key)
        return true
    }

    private func isEnd(before point: TrailPoint) -> Bool {
        switch end {
        case .position(let place): newest.map { $0 >= place } ?? false
        case .time(let time): point.time >= time
        case nil: false
        }
    }

    /// What came out, the stretch in hand included where the track ended in it.
    mutating func finished() -> TrackResult {
        if hasBegun, !hasEnded { judge(upTo: stretcher.points.count) }
        return result
    }

    private mutating func judge(upTo end: Int) {
        let points = stretcher.points[..<end]
        guard let first = points.first, let last = points.last else { return }
        let judge = index.judge(rules, from: first.time, to: last.time)
        result.add(points, stretcher.keys, seeded: stretcher.hasSeed, judge)
    }
}
