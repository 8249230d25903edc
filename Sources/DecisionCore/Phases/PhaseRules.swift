import FieldModel

/// The thresholds of the phases, in the core's whole units: ms, cm/s, cm, mm.
public struct PhaseRules: Hashable, RuleSet {
    // Phases
    public var stillnessTime: Int64 = 120_000
    public var probeTime: Int64 = 45_000
    public var settlingTime: Int64 = 300_000
    public var fastSpeed: Int64 = 70
    public var fastFixes: Int64 = 2
    public var stillSpeed: Int64 = 30
    public var minimumConfidence: Int64 = 1
    public var repeatTime: Int64 = 30_000

    // Hints
    public var hintSteps: Int64 = 10
    public var hintRms: Int64 = 30
    public var hintPeak: Int64 = 150

    // The seven checks
    public var accuracy: Int64 = 5_000
    public var futureAge: Int64 = 5_000
    public var staleAge: Int64 = 30_000
    public var duplicateDistance: Int64 = 0
    public var cacheTime: Int64 = 600_000
    public var cacheCount: Int64 = 10

    public init() {}

    /// A speed that counts towards moving.
    @inline(__always)
    func isFast(_ speed: Int32?) -> Bool { speed.map { Int64($0) >= fastSpeed } ?? false }

    /// A reading that is believed.
    @inline(__always)
    func isSure(_ confidence: Confidence) -> Bool {
        switch confidence {
        case .low: minimumConfidence <= 0
        case .medium: minimumConfidence <= 1
        case .high: true
        }
    }
}

extension PhaseRules {
    public static let table: [Rule<PhaseRules>] = [
        Rule("phase.stillness", .second, \.stillnessTime, .field, "a still reading, and another in so long: a stop"),
        Rule("phase.probe", .second, \.probeTime, .field, "a look takes so long, twice that without motion sensor"),
        Rule("phase.settling", .second, \.settlingTime, .field, "after a trip, coarse fixes for so long; 0 for none"),
        Rule("phase.fast", .metrePerSecond, \.fastSpeed, .field, "a fix so fast counts towards moving …"),
        Rule("phase.fast-fixes", .count, \.fastFixes, .field, "… and so many in a row are enough"),
        Rule("phase.still", .metrePerSecond, \.stillSpeed, .field, "a slower fix is a still reading"),
        Rule("phase.confidence", .count, \.minimumConfidence, .field, "least confidence: 0 low, 1 medium, 2 high"),
        Rule("phase.repeat", .second, \.repeatTime, .field, "an equal motion reading so soon is ignored"),

        Rule("hint.steps", .count, \.hintSteps, .field, "so many new steps are a hint"),
        Rule("hint.rms", .factor, \.hintRms, .field, "a burst of so many g root mean square is a hint"),
        Rule("hint.peak", .factor, \.hintPeak, .field, "a burst with such a peak in g is a hint"),

        Rule("filter.accuracy", .accuracyMetre, \.accuracy, .field, "worst accuracy that passes"),
        Rule("filter.future", .second, \.futureAge, .field, "sampled so much later than received: future"),
        Rule("filter.stale", .second, \.staleAge, .field, "oldest fix that passes"),
        Rule("filter.duplicate", .metre, \.duplicateDistance, .field, "as near to the last accepted fix: a duplicate"),
        Rule("filter.cached", .second, \.cacheTime, .field, "age of the fix that a cached repeat repeats"),
        Rule("filter.cache", .count, \.cacheCount, .field, "accepted fixes that a cached repeat is looked for in"),
    ]
}

extension PhaseRules {
    public static func names(askedByCheck code: String) -> [String] {
        switch FixFilter.Step.allCases.first(where: { $0.code == code }) {
        case .accuracy: ["filter.accuracy"]
        case .future: ["filter.future"]
        case .stale: ["filter.stale"]
        case .duplicate: ["filter.duplicate"]
        case .cachedRepeat: ["filter.cached", "filter.cache"]
        case .accuracyGiven, .order, nil: []
        }
    }
}
