import FieldModel

/// How well the receiver is to know the place: best in every state, lower once the phone has been stationary for a
/// while. Never coarser than 100 m, never with a distance filter, never off while tracking is on: beside significant
/// changes each of these gets the app suspended.
struct AccuracyProfile: Equatable {
    enum Level: String { case best, reduced, off }

    /// What the receiver runs at; nil when a new process has yet to start it.
    private(set) var level: Level?
    /// False only after tracking was turned off.
    var isTracking = true

    /// The profile to change to, if it is to change.
    mutating func passTime(stillTime: Int64?, _ rules: TrailRules) -> ReceiverProfile? {
        let wanted: Level = !isTracking ? .off : (stillTime ?? -1) >= rules.profileStillTime ? .reduced : .best
        guard wanted != level else { return nil }
        level = wanted
        return wanted.profile
    }

    /// A new process: no receiver runs.
    mutating func restart() { level = nil }
}

extension AccuracyProfile.Level {
    var profile: ReceiverProfile {
        ReceiverProfile(
            accuracy: self == .best ? .best : .hundredMeters, receiverOn: self != .off, label: rawValue)
    }
}

extension AccuracyProfile.Level: StateCoding {}

extension AccuracyProfile: StateCoding {
    var state: Value { ["level": level.state, "isTracking": isTracking.state] }
    init(state: Value) throws(CoreError) {
        level = try state.read("level")
        isTracking = try state.read("isTracking")
    }
}
