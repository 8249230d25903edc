import FieldModel

/// The state of a walking game as a `Value` and back; the pack is given anew.
extension WalkCore {
    public var state: Value {
        [
            "validity": validity.state, "motion": motion.state, "phase": phase.state, "town": town.state,
            "offered": offered.state, "isOn": isOn.state, "isForeground": isForeground.state,
            "location": authorization.location.state, "precise": authorization.precise.state,
            "motionAccess": authorization.motion.state, "wasAskedForAccuracy": wasAskedForAccuracy.state,
            "notificationsAllowed": notificationsAllowed.state, "fastFixes": fastFixes.state,
            "watched": watched.state, "paths": paths.state,
            "collected": collected.state, "near": near.state,
        ]
    }

    public init(rules: WalkRules, state: Value) throws(CoreError) {
        self.init(rules: rules)
        validity = try state.read("validity")
        motion = try state.read("motion")
        phase = try state.read("phase")
        town = try state.read("town")
        offered = try state.read("offered")
        isOn = try state.read("isOn")
        isForeground = try state.read("isForeground")
        authorization = Authorization(
            location: try state.read("location"), precise: try state.read("precise"),
            motion: try state.read("motionAccess"))
        wasAskedForAccuracy = try state.read("wasAskedForAccuracy")
        notificationsAllowed = try state.read("notificationsAllowed")
        fastFixes = try state.read("fastFixes")
        watched = try state.read("watched")
        paths = try state.read("paths")
        guard paths.count == Capability.matrix.count else {
            throw CoreError.unfit(wanted: "\(Capability.matrix.count) paths", found: "\(paths.count)")
        }
        collected = try state.read("collected")
        near = try state.read("near")
    }
}

extension WalkCore.Phase: StateCoding {}
extension Authorization.Location: StateCoding {}
extension Authorization.Motion: StateCoding {}

extension String: StateCoding {
    var state: Value { .string(self) }
    init(state: Value) throws(CoreError) {
        guard let text = state.string else { throw CoreError.unfit(wanted: "a text", found: "\(state)") }
        self = text
    }
}

extension WalkCore.Near: StateCoding {
    var state: Value { [dot.state, .string(outcome.rawValue)] }
    init(state: Value) throws(CoreError) {
        guard let cells = state.array, cells.count == 2,
            let outcome = cells[1].string.flatMap(DotRuling.Outcome.init)
        else { throw CoreError.unfit(wanted: "a dot and its outcome", found: "\(state)") }
        dot = try Int(state: cells[0])
        self.outcome = outcome
    }
}
