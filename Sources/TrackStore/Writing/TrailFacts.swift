/// What a trail core decided, as facts to store: points, what a guess refused, and what happened to the run. Pure.
import DecisionCore
import FieldModel

/// From what the trail decided to the facts that are kept.
public struct TrailFacts: Sendable {
    /// Candidates that are not settled yet, by number: refused, they are doubted.
    private var candidates: [SequenceNumber: Fix] = [:]
    /// The rules that were told of last.
    private var rules: TrailRules?

    public init() {}

    /// The facts in what `core` made of `signal`, in order: to be asked after `decide`, and after `recorded(as:)` where the
    /// signal was a fix. `stamp` carries the number that the signal was recorded under.
    public mutating func take(
        _ signal: Signal, at stamp: Stamp, _ decisions: some Sequence<Decision>, of core: TrailCore
    ) -> [Fact] {
        var facts: [Fact] = []
        for decision in decisions {
            switch decision {
            case .ruled(let ruling):
                guard case .fixArrived(let fix) = signal else { continue }
                if ruling.verdict == .candidate {
                    candidates[stamp.n] = fix
                } else if ruling.verdict == .rejected {
                    facts += doubt(fix, ruling.reason, core)
                }
            case .settled(let n, let settlement):
                guard let fix = candidates.removeValue(forKey: n) else { continue }
                if case .refused(let ruling) = settlement { facts += doubt(fix, ruling.reason ?? .jump, core) }
            case .dwellEnded(_, let stay?): facts += Transition.rows(of: stay).map(Fact.transition)
            default: break
            }
        }
        let made = transitions(of: signal, at: stamp) + facts + core.stored.map(Fact.point)
        guard !made.isEmpty, core.rules != rules else { return made }
        rules = core.rules
        return [.transition(Transition(.rules, at: stamp.wallTime, note: RulesNote.text(core.rules)))] + made
    }

    private func doubt(_ fix: Fix, _ reason: Reason?, _ core: TrailCore) -> [Fact] {
        guard let reason, DoubtCode.reasons.contains(reason), fix.source == .gps, fix.defect == nil else { return [] }
        let isCoarse = !core.rules.isOrdinary(fix)
        return [.doubted(TrailPoint(NumberedFix(fix), isCoarse: isCoarse, segment: core.segment), reason)]
    }

    private func transitions(of signal: Signal, at stamp: Stamp) -> [Fact] {
        switch signal {
        case .holeFound(let from, let to):
            guard let hole = Stay.Span(hole: from, to, foundAt: stamp) else { return [] }
            return [.transition(Transition(.hole, at: hole.from, until: hole.to))]
        case .zoneChanged(let offset):
            return [.transition(Transition(.zone, at: stamp.wallTime, value: Int64(offset)))]
        case .authorizationChanged(let authorization):
            guard let location = authorization.location, location != .always, location != .whenInUse else { return [] }
            return [.transition(Transition(.withdrawn, at: stamp.wallTime, note: location.rawValue))]
        default: return []
        }
    }
}

extension TrailRules {
    /// Whether a fix is good enough for a line to be drawn from it.
    fileprivate func isOrdinary(_ fix: Fix) -> Bool { Int64(fix.horizontalAccuracy.rawValue) <= ordinaryAccuracy }
}
