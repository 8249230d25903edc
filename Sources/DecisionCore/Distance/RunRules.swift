import FieldModel

/// The thresholds of an honest distance. What makes a fix valid, and when two fixes are not joined, are the trail's.
public struct RunRules: Hashable, RuleSet {
    /// cm
    public var accuracy: Int64 = 5_000
    /// cm/s
    public var speed: Int64 = 1_200
    /// mm
    public var step: Int64 = 5_000
    public var trail = TrailRules()

    public init() {}
}

extension RunRules {
    public static let table: [Rule<RunRules>] = [
        Rule("run.accuracy", .accuracyMetre, \.accuracy, .field, "worst accuracy that counts"),
        Rule("run.speed", .metrePerSecond, \.speed, .field, "a fix that needs more from the last kept one is dropped"),
        Rule("run.step", .metre, \.step, .field, "a move counts from here on, from the last fix counted"),

        Rule("valid.future", .second, \.trail.futureAge, .field, "sampled so much later than received: future"),
        Rule("valid.stale", .second, \.trail.staleAge, .field, "an older fix must be later than the newest of its run"),
        Rule("valid.repeats", .count, \.trail.repeatCount, .field, "fixes that a cached repeat is looked for in"),
        Rule("valid.repeat", .second, \.trail.repeatTime, .field, "age of the fix that a cached repeat repeats"),
        Rule("join.time", .second, \.trail.joinTime, .field, "a later fix …"),
        Rule("join.distance", .metre, \.trail.joinDistance, .field, "… that lies further away begins a new segment"),
    ]
}

extension RunRules {
    public static func names(askedByCheck code: String) -> [String] {
        switch RunCore.Step(rawValue: code) {
        case .accuracy: ["run.accuracy"]
        case .reachable: ["run.speed"]
        case .moved: ["run.step"]
        case .recording: []
        case nil: TrailRules.names(askedByCheck: code).filter { name in table.contains { $0.name == name } }
        }
    }
}
