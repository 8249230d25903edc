/// Cuts a track into stretches that can be judged by themselves.
///
/// A stretch ends where the next ordinary point comes later than any spike may last. The point before such a pause is
/// never a spike, nor is the one behind it: the pause alone is longer than the rule allows from end to end. So a stretch
/// is judged exactly when it begins with that point (its *seed*), whose own marks and joins belong to the stretch before.
import DecisionCore
import FieldModel

/// Where a point stands in the facts.
struct PointKey: Hashable {
    var run: Int64
    /// Below 0 for a doubted fix that counts as a point under today's rules.
    var seq: Int64

    init(run: Int64, seq: Int64) {
        self.run = run
        self.seq = seq
    }

    init(doubted seq: Int64, ofRun run: Int64) { self.init(run: run, seq: -1 - seq) }
}

/// Points in order of time, cut into stretches as they come.
struct Stretcher {
    /// ms
    let window: Int64
    /// The stretch in hand: its seed, if it has one, then its points.
    private(set) var points: [TrailPoint] = []
    private(set) var keys: [PointKey] = []
    private(set) var hasSeed = false
    /// Index of the newest ordinary point.
    private var newest: Int?

    init(_ rules: TrailRules) { window = max(rules.spikeTime, rules.spikeReliableTime) }

    /// Whether a stretch ends before `point`.
    @inline(__always)
    func isCut(before point: TrailPoint) -> Bool {
        guard let newest, !point.isCoarse else { return false }
        return point.time - points[newest].time > window
    }

    @inline(__always)
    mutating func append(_ point: TrailPoint, _ key: PointKey) {
        if !point.isCoarse { newest = points.count }
        points.append(point)
        keys.append(key)
    }

    /// Begins the next stretch: its seed is the last ordinary point, and the coarse points behind that come with it.
    mutating func cut() {
        guard let newest else { return }
        points.removeSubrange(..<newest)
        keys.removeSubrange(..<newest)
        self.newest = 0
        hasSeed = true
    }

    /// Where the stretch in hand ends within `points`: coarse points behind the last ordinary one belong to the next.
    var end: Int { newest.map { $0 + 1 } ?? points.count }
}
