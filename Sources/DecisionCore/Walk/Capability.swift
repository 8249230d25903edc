import FieldModel

/// Everything a user can withhold from a walking game, as data: what runs when it is off, which field of the log shows
/// it, and which path a session took.
public struct Capability: Hashable, Sendable {
    /// A stable code, also the `name` of a `capability` record.
    public var name: String
    /// The code of what runs when it is given.
    public var path: String
    /// The code of what runs when it is withheld.
    public var pathWhenOff: String
    /// Kind and key of the record that says whether it is given.
    public var field: String
    /// The values of that key that count as given.
    public var givenBy: [Value]
    /// What runs when it is off, in one line.
    public var meaning: String
    /// The test that shows this path is taken.
    public var test: String

    /// The path for what a log's field says. Exactly a given value gives the full path: not yet asked is not given.
    public func path(for value: Value?) -> String { value.map(givenBy.contains) == true ? path : pathWhenOff }

    public static let motion = Capability(
        name: "motion", path: "managed-stream", pathWhenOff: "classic-stream", field: "auth.motion",
        givenBy: ["authorized"], meaning: "classic stream that never pauses; walking is inferred from fixes",
        test: "onlyExactlyAuthorizedMotionGivesTheManagedStream")
    public static let always = Capability(
        name: "location-always", path: "region-events", pathWhenOff: "arrival-notification", field: "auth.location",
        givenBy: ["always"], meaning: "no region events in the background: a notification on arrival, one tap starts",
        test: "withLocationWhileInUseAnArrivalIsOfferedAndATapStarts")
    public static let precise = Capability(
        name: "precise-location", path: "session", pathWhenOff: "no-session", field: "auth.precise",
        givenBy: [true], meaning: "asked once for full accuracy, else no session",
        test: "reducedAccuracyIsAskedAboutOnceAndThereIsNoSession")
    public static let notifications = Capability(
        name: "notifications", path: "arrival-tap", pathWhenOff: "open-the-app", field: "settings.notifications",
        givenBy: [true], meaning: "no tap on arrival: the app has to be opened",
        test: "withoutNotificationsNothingIsOffered")
    public static let backgroundRefresh = Capability(
        name: "background-refresh", path: "maintenance", pathWhenOff: "maintenance-at-launch",
        field: "settings.refresh", givenBy: [true], meaning: "maintenance at launch only",
        test: "aSettingThatIsOffTakesItsPath")
    public static let fullPower = Capability(
        name: "full-power", path: "full-stream", pathWhenOff: "slower-stream", field: "settings.lowPower",
        givenBy: [false], meaning: "low power mode: the slower stream is noted", test: "aSettingThatIsOffTakesItsPath")
    public static let cloudBackup = Capability(
        name: "cloud-backup", path: "backed-up", pathWhenOff: "on-the-device", field: "settings.cloud",
        givenBy: [true], meaning: "progress stays on the device", test: "aSettingThatIsOffTakesItsPath")

    /// The whole matrix.
    public static let matrix: [Capability] = [
        motion, always, precise, notifications, backgroundRefresh, fullPower, cloudBackup,
    ]
}
