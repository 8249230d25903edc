import FieldModel

/// Judges stored points, and can do so again at any time: it deletes nothing, it marks. New guesses belong here, never in
/// the gate.
public struct TrailJudge: Sendable {
    public var rules: TrailRules
    /// Spans in which the process did not run, in order of time.
    public var holes: [Stay.Span]
    /// The pause from which two points far apart are not joined, by segment, in ms; `join.time` where it is missing.
    public var joinTimes: [Int: Int64]

    public init(rules: TrailRules = TrailRules(), holes: [Stay.Span] = [], joinTimes: [Int: Int64] = [:]) {
        self.rules = rules
        self.holes = holes
        self.joinTimes = joinTimes
    }

    /// Marks spikes and joins what is left. `points` in order of time; one pass each, linear.
    public func judge(_ points: [TrailPoint]) -> Judgement {
        let spikes = self.spikes(in: points)
        var joins: [Join] = []
        joins.reserveCapacity(points.count)
        var from: Int?
        var sawCoarse = false
        var hole = 0
        for (index, point) in points.enumerated() where !spikes[index] {
            if point.isCoarse {
                sawCoarse = true
                continue
            }
            if let from {
                joins.append(join(points, from, index, sawCoarse: sawCoarse, &hole))
            }
            from = index
            sawCoarse = false
        }
        return Judgement(isSpike: spikes, joins: joins)
    }

    /// Which ordinary points lead out and straight back.
    func spikes(in points: [TrailPoint]) -> [Bool] {
        var isSpike = [Bool](repeating: false, count: points.count)
        var before: Int?
        var middle: Int?
        for (index, point) in points.enumerated() where !point.isCoarse {
            guard let a = before else {
                before = index
                continue
            }
            guard let b = middle else {
                middle = index
                continue
            }
            if rules.isSpike(points[b].fix, between: points[a].fix, and: point.fix) {
                isSpike[b] = true
            } else {
                before = b
            }
            middle = index
        }
        return isSpike
    }

    private func join(_ points: [TrailPoint], _ from: Int, _ to: Int, sawCoarse: Bool, _ hole: inout Int) -> Join {
        let (a, b) = (points[from], points[to])
        let distance = Distance.between(a.fix, b.fix)
        let pause = b.time - a.time
        let joinTime = joinTimes[b.segment] ?? rules.joinTime
        let gap: Join.Gap? =
            sawCoarse
            ? .coarse
            : a.segment != b.segment
                ? .segment
                : hasHole(from: a.time, to: b.time, joinTime, &hole)
                    ? .hole
                    : pause > joinTime && distance > rules.joinDistance
                        ? .pause
                        : isTooFast(a.fix, b.fix, distance, pause)
                            ? .speed
                            : isWithinError(a.fix, b.fix, distance)
                                ? .error : nil
        return Join(from: from, to: to, distance: distance, gap: gap)
    }

    private func hasHole(from: WallTime, to: WallTime, _ joinTime: Int64, _ first: inout Int) -> Bool {
        while first < holes.count, holes[first].to <= from { first += 1 }
        var index = first
        while index < holes.count, holes[index].from < to {
            if holes[index].breaks(from: from, to: to, joinTime: joinTime) { return true }
            index += 1
        }
        return false
    }

    private func isTooFast(_ a: Fix, _ b: Fix, _ distance: Int64, _ pause: Int64) -> Bool {
        // mm a ms are m/s: times 100 they compare with cm/s.
        let way = distance.saturatingMultiply(100)
        let speed = Int64(max(a.speed.rawValue, b.speed.rawValue, 0))
        return way > rules.joinSpeed.saturatingMultiply(pause)
            && way.saturatingMultiply(1000) > speed.saturatingMultiply(rules.joinSpeedFactor).saturatingMultiply(pause)
    }

    private func isWithinError(_ a: Fix, _ b: Fix, _ distance: Int64) -> Bool {
        guard !(a.hasSatelliteSpeed && b.hasSatelliteSpeed) else { return false }
        return distance <= Int64(max(a.horizontalAccuracy.rawValue, b.horizontalAccuracy.rawValue)) * 10
    }
}

/// What the judge made of a list of points.
public struct Judgement: Hashable, Sendable {
    /// By the points' indices.
    public var isSpike: [Bool]
    /// In order of time.
    public var joins: [Join]

    /// mm of line that is drawn and counted.
    public var solid: Int64 { joins.reduce(0) { $0 + ($1.isSolid ? $1.distance : 0) } }
    /// mm between the ends of connectors; they count for nothing.
    public var dashed: Int64 { joins.reduce(0) { $0 + ($1.isSolid ? 0 : $1.distance) } }
}
