import FieldModel

/// The thresholds of a walking game. What makes a fix valid, and the debounced motion, are the trail's.
public struct WalkRules: Hashable, RuleSet {
    /// cm
    public var accuracy: Int64 = 5_000
    /// mm
    public var reach: Int64 = 25_000
    public var pauseTime: Int64 = 180_000
    /// cm/s
    public var walkSpeed: Int64 = 70
    public var walkFixes: Int64 = 2
    public var tickTime: Int64 = 20_000
    public var regions: Int64 = 18
    public var trail = TrailRules()

    public init() {}
}

extension WalkRules {
    public static let table: [Rule<WalkRules>] = [
        Rule("dot.accuracy", .accuracyMetre, \.accuracy, .field, "worst accuracy of a fix that collects"),
        Rule("dot.reach", .metre, \.reach, .field, "a dot so near to the fix is collected"),
        Rule("walk.pause", .second, \.pauseTime, .field, "stationary for so long pauses the game"),
        Rule("walk.speed", .metrePerSecond, \.walkSpeed, .field, "a fix so fast counts as walking …"),
        Rule("walk.fixes", .count, \.walkFixes, .field, "… and so many in a row are enough"),
        Rule("walk.tick", .second, \.tickTime, .field, "the game looks at itself so often"),
        Rule("walk.regions", .count, \.regions, .field, "towns watched at once; the platform watches 20 regions"),

        Rule("motion.unknown", .second, \.trail.unknownHold, .field, "unknown for so long ends the last state"),
        Rule("valid.future", .second, \.trail.futureAge, .field, "sampled so much later than received: future"),
        Rule("valid.stale", .second, \.trail.staleAge, .field, "an older fix must be later than the newest of its run"),
        Rule("valid.repeats", .count, \.trail.repeatCount, .field, "fixes that a cached repeat is looked for in"),
        Rule("valid.repeat", .second, \.trail.repeatTime, .field, "age of the fix that a cached repeat repeats"),
    ]
}

extension WalkRules {
    public static func names(askedByCheck code: String) -> [String] {
        code == "accuracy"
            ? ["dot.accuracy"]
            : TrailRules.names(askedByCheck: code).filter { name in table.contains { $0.name == name } }
    }
}
