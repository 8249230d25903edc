import FieldModel

/// The five phases as a table: one input gives one row of it, and the row's effects in order.
///
/// - Moving is believed on what moves: a definite reading of the motion sensor or two fast fixes in a row. A significant
///   change, a visit, a hint or a timer never leads to it, only to a look.
/// - The stillness timer needs a second still reading while it runs. One that fires unfed says only that nothing arrived,
///   which is what a suspended app looks like; it leads to a look, not to a stop.
/// - Times are milliseconds of the core clock.
public struct PhaseMachine: Hashable, Sendable {
    /// The last reading that was not ignored.
    struct Reading: Hashable {
        var kind: MotionKind
        var confidence: Confidence
        var time: Int64
    }

    enum Stillness: String {
        case off, armed
        /// Armed, and a second still reading came since.
        case corroborated
    }

    public internal(set) var phase = Phase.disabled
    /// What the motion sensor last said for sure.
    public internal(set) var label = MotionKind.unknown
    /// Nothing has hinted at motion since it was found still: an unknown reading opens no probe.
    public internal(set) var isSettled = false
    /// From entering moving until settling, stationary or disabled.
    public internal(set) var tripIsOpen = false
    public internal(set) var tier = SpeedTier.slow
    /// How the receiver runs; nil where it is off.
    public internal(set) var profile: PhaseProfile?
    /// A fix passed the checks in this phase.
    var fixSeen = false
    /// Fast fixes in a row in this phase, counted no further than what is asked for.
    var fastFixes: Int64 = 0
    var tierBefore = SpeedTier.slow
    var stillness = Stillness.off
    var probeIsArmed = false
    var motionIsUsable = true
    var lastReading: Reading?

    public init() {}

    /// The same state without what a reading leaves of itself only to know its repeats.
    public var withoutLastReading: PhaseMachine {
        var machine = self
        machine.lastReading = nil
        return machine
    }

    public var stillnessTimerIsArmed: Bool { stillness != .off }
    public var probeTimerIsArmed: Bool { probeIsArmed }

    /// Takes `input`, appends what it leads to in order, and says which row of the table it was.
    @discardableResult
    public mutating func take(
        _ input: PhaseInput, at time: Int64, _ rules: PhaseRules, into decisions: inout [Decision]
    ) -> PhaseRow {
        if input == .launch { return relaunch(rules, &decisions) }
        if case .motionAccess(let usable) = input { motionIsUsable = usable }
        guard phase != .disabled else {
            guard input == .enable else { return .disabledElse }
            return enable(by: input, rules, &decisions)
        }
        guard keepBooks(input, at: time, rules) else { return .repeated }
        switch input {
        case .enable: return .enableAgain
        case .disable: return disable(&decisions)
        default: break
        }
        let row: PhaseRow? =
            switch phase {
            case .disabled: nil
            case .probing: probing(input, rules, &decisions)
            case .moving: moving(input, rules, &decisions)
            case .settling: settling(input, rules, &decisions)
            case .stationary: stationary(input, rules, &decisions)
            }
        return row ?? .nothing
    }

    // MARK: The rows of every phase

    private mutating func enable(
        by input: PhaseInput, _ rules: PhaseRules, _ decisions: inout [Decision]
    ) -> PhaseRow {
        change(to: .probing, by: input, &decisions)
        decisions.append(.effect(.start(.wakes)))
        decisions.append(.effect(.start(.motion)))
        startProbe(rules, &decisions)
        return .disabledEnable
    }

    private mutating func disable(_ decisions: inout [Decision]) -> PhaseRow {
        change(to: .disabled, by: .disable, &decisions)
        cancelStillness(&decisions)
        cancelProbe(&decisions)
        stopReceiver(&decisions)
        decisions.append(.effect(.stop(.motion)))
        decisions.append(.effect(.stop(.wakes)))
        forget()
        return .disable
    }

    /// The relaunch contract. Timers and services died with the process, so nothing is cancelled; what was on is armed
    /// anew, in one go. Launched while tracking is off (by a location event that was still armed): disarm, nothing else.
    private mutating func relaunch(_ rules: PhaseRules, _ decisions: inout [Decision]) -> PhaseRow {
        guard phase != .disabled else {
            decisions.append(.effect(.stop(.wakes)))
            return .relaunchedOff
        }
        let usable = motionIsUsable
        let before = phase
        self = PhaseMachine()
        motionIsUsable = usable
        phase = before
        _ = enable(by: .launch, rules, &decisions)
        return .relaunched
    }

    /// What tracking off forgets. The last reading among it: the sensor starts by saying it again, and it is news then.
    private mutating func forget() {
        isSettled = false
        lastReading = nil
    }

    // MARK: What rows are made of

    /// Goes to `next`: the trip opens or closes, and what is counted within a phase begins at nothing.
    mutating func change(to next: Phase, by input: PhaseInput, _ decisions: inout [Decision]) {
        let change = StateChange("phase", from: phase.rawValue, to: next.rawValue, cause: input.code)
        decisions.append(.stateChanged(change))
        phase = next
        tripIsOpen = next == .moving || next == .probing && tripIsOpen
        fixSeen = false
        fastFixes = 0
        if !next.receiverIsOn {
            tier = .slow
            tierBefore = .slow
        }
    }

    /// Stationary, or settling where a trip is to be wound up.
    mutating func stop(by input: PhaseInput, _ rules: PhaseRules, _ decisions: inout [Decision]) {
        guard tripIsOpen, rules.settlingTime > 0 else {
            change(to: .stationary, by: input, &decisions)
            cancelProbe(&decisions)
            return stopReceiver(&decisions)
        }
        change(to: .settling, by: input, &decisions)
        cancelProbe(&decisions)
        startReceiver(.settling, &decisions)
        startTimer(PhaseTimer.probe, rules.settlingTime, &decisions)
        probeIsArmed = true
    }

    mutating func startProbe(_ rules: PhaseRules, _ decisions: inout [Decision]) {
        startReceiver(.probing, &decisions)
        armProbe(rules, &decisions)
    }

    /// Starts the probe timer, anew where it runs. Without the motion sensor a look takes longer.
    mutating func armProbe(_ rules: PhaseRules, _ decisions: inout [Decision]) {
        let time = rules.probeTime
        startTimer(PhaseTimer.probe, motionIsUsable ? time : time.saturatingMultiply(2), &decisions)
        probeIsArmed = true
    }

    mutating func cancelProbe(_ decisions: inout [Decision]) {
        guard probeIsArmed else { return }
        probeIsArmed = false
        decisions.append(.effect(.cancelTimer(id: PhaseTimer.probe)))
    }

    /// A still reading: arms the timer, or corroborates the one that runs.
    mutating func feedStillness(_ rules: PhaseRules, _ decisions: inout [Decision]) {
        guard stillness == .off else { return stillness = .corroborated }
        stillness = .armed
        startTimer(PhaseTimer.stillness, rules.stillnessTime, &decisions)
    }

    mutating func cancelStillness(_ decisions: inout [Decision]) {
        guard stillness != .off else { return }
        stillness = .off
        decisions.append(.effect(.cancelTimer(id: PhaseTimer.stillness)))
    }

    mutating func startReceiver(_ wanted: PhaseProfile, _ decisions: inout [Decision]) {
        profile = wanted
        decisions.append(.setProfile(wanted.receiver))
    }

    /// Starts the receiver with the profile of label and tier.
    mutating func startTravelling(_ decisions: inout [Decision]) {
        startReceiver(PhaseProfile(label: label, tier: tier), &decisions)
    }

    /// The same, where that is not how it runs already.
    mutating func adjustReceiver(_ decisions: inout [Decision]) {
        if PhaseProfile(label: label, tier: tier) != profile { startTravelling(&decisions) }
    }

    private mutating func stopReceiver(_ decisions: inout [Decision]) {
        profile = nil
        decisions.append(.setProfile(PhaseProfile.off))
    }

    private func startTimer(_ id: String, _ milliseconds: Int64, _ decisions: inout [Decision]) {
        decisions.append(.effect(.startTimer(id: id, milliseconds: milliseconds)))
    }
}
