import FieldModel

/// The state of the phases as a `Value` and back.
extension PhaseCore {
    public var state: Value { ["machine": machine.state, "filter": filter.state] }

    public init(rules: PhaseRules, state: Value) throws(CoreError) {
        self.rules = rules
        machine = try state.read("machine")
        filter = try state.read("filter")
    }

    /// Which row the last signal was is an account of it, not a part of the state.
    public static func == (a: Self, b: Self) -> Bool {
        a.rules == b.rules && a.machine == b.machine && a.filter == b.filter
    }
}

extension Phase: StateCoding {}
extension Confidence: StateCoding {}
extension PhaseMachine.Stillness: StateCoding {}

extension PhaseMachine.Reading: StateCoding {
    var state: Value { ["kind": kind.state, "confidence": confidence.state, "time": time.state] }
    init(state: Value) throws(CoreError) {
        kind = try state.read("kind")
        confidence = try state.read("confidence")
        time = try state.read("time")
    }
}

extension RawRepresentable where RawValue == UInt8 {
    var state: Value { rawValue.state }
    init(state: Value) throws(CoreError) {
        let number = try UInt8(state: state)
        guard let known = Self(rawValue: number) else {
            throw CoreError.unfit(wanted: "a known code", found: "\(number)")
        }
        self = known
    }
}

extension SpeedTier: StateCoding {}
extension PhaseProfile: StateCoding {}

extension PhaseMachine: StateCoding {
    var state: Value {
        [
            "phase": phase.state, "label": label.state, "isSettled": isSettled.state, "tripIsOpen": tripIsOpen.state,
            "tier": tier.state, "tierBefore": tierBefore.state, "profile": profile.state, "fixSeen": fixSeen.state,
            "fastFixes": fastFixes.state, "stillness": stillness.state, "probeIsArmed": probeIsArmed.state,
            "motionIsUsable": motionIsUsable.state, "lastReading": lastReading.state,
        ]
    }

    init(state: Value) throws(CoreError) {
        phase = try state.read("phase")
        label = try state.read("label")
        isSettled = try state.read("isSettled")
        tripIsOpen = try state.read("tripIsOpen")
        tier = try state.read("tier")
        tierBefore = try state.read("tierBefore")
        profile = try state.read("profile")
        fixSeen = try state.read("fixSeen")
        fastFixes = try state.read("fastFixes")
        stillness = try state.read("stillness")
        probeIsArmed = try state.read("probeIsArmed")
        motionIsUsable = try state.read("motionIsUsable")
        lastReading = try state.read("lastReading")
    }
}
