import FieldModel

/// Gathers what a trail core stores and what the judge needs beside it, signal by signal.
public struct TrailLedger: Sendable {
    /// In order of time.
    public private(set) var points: [TrailPoint] = []
    /// Dwells that ended and were seen.
    public private(set) var stays: [Stay] = []
    public private(set) var holes: [Stay.Span] = []
    /// How often fixes came, by segment, but for the one in hand.
    private var intervals: [Int: UsualInterval] = [:]
    private var segment = 0
    private var interval = UsualInterval()

    public init() {}

    /// Takes in what `core` made of a signal: after `decide`, and after `recorded(as:)` where the signal was a fix.
    public mutating func take(
        _ signal: Signal, at stamp: Stamp, _ decisions: [Decision], of core: borrowing TrailCore
    ) {
        if !core.stored.isEmpty { points += core.stored }
        for decision in decisions {
            switch decision {
            case .ruled(let ruling):
                if case .fixArrived(let fix) = signal, ruling.reason?.isFault != true {
                    if core.segment != segment { beginSegment(core.segment) }
                    interval.add(fix.sampleTime)
                }
            case .dwellEnded(_, let stay?): stays.append(stay)
            default: break
            }
        }
        if case .holeFound(let from, let to) = signal, let hole = Stay.Span(hole: from, to, foundAt: stamp) {
            holes.append(hole)
        }
    }

    private mutating func beginSegment(_ next: Int) {
        intervals[segment] = interval
        segment = next
        interval = intervals[next] ?? UsualInterval()
    }

    /// The stored points, and behind them the open end where there is one.
    public func line(of core: TrailCore) -> [TrailPoint] {
        guard let end = core.openEnd else { return points }
        return points + [TrailPoint(end, origin: .openEnd, segment: core.segment)]
    }

    /// Every stay, that of the dwell going on included.
    public func stays(of core: TrailCore) -> [Stay] { stays + (core.stayGoingOn.map { [$0] } ?? []) }

    /// A judge that knows the holes and how often fixes came.
    public func judge(_ rules: TrailRules) -> TrailJudge {
        var joinTimes = intervals.mapValues { $0.joinTime(rules) }
        joinTimes[segment] = interval.joinTime(rules)
        return TrailJudge(rules: rules, holes: holes, joinTimes: joinTimes)
    }

    /// The line judged: marks, joins, lengths.
    public func judgement(of core: TrailCore) -> Judgement { judge(core.rules).judge(line(of: core)) }
}
