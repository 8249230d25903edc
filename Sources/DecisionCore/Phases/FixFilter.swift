import FieldModel

/// The seven checks a fix must pass before the phases see it, in order; the first that fails decides.
///
/// Each check is one measurement against one limit, made in one place (`measure`). The verdict is the first measurement
/// that fails and the audit is all seven of them, so the two cannot disagree.
///
/// Fixes of significant changes and visits are asked for less: a valid accuracy, later than the last, not a duplicate.
/// They never serve as the original of a cached repeat.
public struct FixFilter: Equatable, Sendable {
    /// The checks in their order.
    public enum Step: Int, CaseIterable, Sendable {
        case accuracyGiven, accuracy, future, stale, order, duplicate, cachedRepeat

        /// The stable code of the check.
        public var code: String {
            switch self {
            case .accuracyGiven: "accuracyGiven"
            case .accuracy: "accuracy"
            case .future: "future"
            case .stale: "stale"
            case .order: "order"
            case .duplicate: "duplicate"
            case .cachedRepeat: "cachedRepeat"
            }
        }

        /// The reason of a fix that fails it.
        public var reason: Reason {
            switch self {
            case .accuracyGiven: .invalidAccuracy
            case .accuracy: .accuracy
            case .future: .future
            case .stale: .stale
            case .order: .outOfOrder
            case .duplicate: .duplicatePosition
            case .cachedRepeat: .cachedRepeat
            }
        }
    }

    /// What one check found, in the check's unit (cm, ms or mm).
    struct Measure: Equatable {
        var measured: Int64
        var limit: Int64
        var passes: Bool
    }

    private(set) var last: Validity.Place?
    /// The accepted gps fixes that a repeat is looked for in, oldest first.
    private var accepted = Queue<Validity.Place>()

    init() {}

    /// Forgets every fix, and keeps the room they took.
    mutating func restart() {
        last = nil
        accepted.removeAll()
    }

    /// Nil for a fix that passes: it is then the last accepted one.
    mutating func refuse<Listener: CheckListener>(
        _ fix: Fix, _ rules: PhaseRules, _ listener: inout Listener
    ) -> Ruling? {
        if let ruling = Validity.refuseEntry(fix, &listener) { return ruling }
        if Listener.isListening { for check in audit(fix, rules) { listener.hear(check) } }
        // The cases in their order, one by one: in a loop each would be looked up anew for every fix.
        let refusal =
            refuse(.accuracyGiven, fix, rules) ?? refuse(.accuracy, fix, rules) ?? refuse(.future, fix, rules)
            ?? refuse(.stale, fix, rules) ?? refuse(.order, fix, rules) ?? refuse(.duplicate, fix, rules)
            ?? refuse(.cachedRepeat, fix, rules)
        if refusal == nil { remember(fix, rules) }
        return refusal
    }

    /// The ruling of one check; nil where it passes or does not apply.
    @inline(__always)
    private func refuse(_ step: Step, _ fix: Fix, _ rules: PhaseRules) -> Ruling? {
        guard let found = measure(step, fix, rules), !found.passes else { return nil }
        return Ruling(.rejected, step.reason, measured: found.measured, limit: found.limit)
    }

    /// All seven checks of a fix. Behind the first that fails they are told as skipped, with what they measured.
    public func audit(_ fix: Fix, _ rules: PhaseRules) -> [Check] {
        var isDecided = false
        return Step.allCases.map { step in
            guard let found = measure(step, fix, rules) else {
                return Check(step.code, measured: 0, limit: 0, outcome: .notApplicable)
            }
            let outcome: Check.Outcome = isDecided ? .skipped : found.passes ? .passed : .failed
            if outcome == .failed { isDecided = true }
            return Check(step.code, measured: found.measured, limit: found.limit, outcome: outcome)
        }
    }

    /// One check of one fix; nil where there is nothing to measure: no fix before, a valid speed, or a source that is not
    /// asked.
    @inline(__always)
    func measure(_ step: Step, _ fix: Fix, _ rules: PhaseRules) -> Measure? {
        let isPosition = fix.source == .gps
        switch step {
        case .accuracyGiven:
            let accuracy = Int64(fix.horizontalAccuracy.rawValue)
            return Measure(measured: accuracy, limit: 0, passes: accuracy > 0)
        case .accuracy where isPosition:
            let accuracy = Int64(fix.horizontalAccuracy.rawValue)
            return Measure(measured: accuracy, limit: rules.accuracy, passes: accuracy <= rules.accuracy)
        case .future where isPosition:
            let age = fix.receiveTime - fix.sampleTime
            return Measure(measured: age, limit: -rules.futureAge, passes: age >= -rules.futureAge)
        case .stale where isPosition:
            let age = fix.receiveTime - fix.sampleTime
            return Measure(measured: age, limit: rules.staleAge, passes: age <= rules.staleAge)
        case .order:
            guard let last else { return nil }
            let lead = fix.sampleTime - last.time
            return Measure(measured: lead, limit: 0, passes: lead > 0)
        case .duplicate:
            guard let last else { return nil }
            let moved = last.distance(to: fix)
            return Measure(
                measured: moved, limit: rules.duplicateDistance, passes: moved > rules.duplicateDistance)
        case .cachedRepeat where isPosition && !fix.hasSatelliteSpeed:
            guard let original = accepted.elements.last(where: { $0.isRepeated(by: fix) }) else { return nil }
            let age = fix.sampleTime - original.time
            return Measure(measured: age, limit: rules.cacheTime, passes: age >= rules.cacheTime)
        default: return nil
        }
    }

    private mutating func remember(_ fix: Fix, _ rules: PhaseRules) {
        let place = Validity.Place(fix)
        last = place
        guard fix.source == .gps else { return }
        accepted.append(place)
        if Int64(accepted.count) > rules.cacheCount { accepted.removeFirst() }
    }
}

extension FixFilter: StateCoding {
    var state: Value { ["last": last.state, "accepted": accepted.state] }
    init(state: Value) throws(CoreError) {
        last = try state.read("last")
        accepted = try state.read("accepted")
    }
}
