import FieldModel

/// The whole state of the trail as a `Value`, and back. A part that an older version did not have yet is empty there.
extension TrailCore {
    public var state: Value {
        [
            "motion": motion.state, "profile": profile.state, "validity": validity.state, "rise": rise.state,
            "line": line.state, "dwell": dwell.state, "jump": jump.state, "lastMoving": lastMoving.state,
            "lastFakeSpeed": lastFakeSpeed.state, "awaitsFirstFix": awaitsFirstFix.state,
        ]
    }

    public init(rules: TrailRules, state: Value) throws(CoreError) {
        self.init(rules: rules)
        motion = try state.read("motion")
        profile = try state.read("profile")
        validity = try state.read("validity")
        rise = try state.read("rise")
        line = try state.read("line")
        dwell = try state.read("dwell")
        jump = try state.read("jump")
        lastMoving = try state.read("lastMoving")
        lastFakeSpeed = try state.read("lastFakeSpeed", since: 2)
        awaitsFirstFix = try state.read("awaitsFirstFix")
    }
}
