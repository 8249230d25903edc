/// The checks of the trail in the order a fix meets them; the first that fails decides.
public enum TrailCheck: String, CaseIterable, Sendable {
    // A. Valid?
    case source, entry, coordinate, accuracyGiven, sameTime, future, stale, order, cachedRepeat
    // B. Plausible by itself?
    case accuracy, fakeSpeed, deadReckoning
    // C. Dwelling?
    case dwelling
    // D. Moved?
    case spacing, ownError, bothErrors, stillSensor, jump
}

extension TrailRules {
    public static func names(askedByCheck code: String) -> [String] {
        switch TrailCheck(rawValue: code) {
        case .future: ["valid.future"]
        case .stale: ["valid.stale"]
        case .cachedRepeat: ["valid.repeats", "valid.repeat"]
        case .accuracy: ["accuracy.ordinary", "accuracy.coarse", "underground.least", "underground.most"]
        case .fakeSpeed: ["fake.speed"]
        case .deadReckoning: ["reckoned.accuracy", "reckoned.slope", "reckoned.time", "reckoned.pause"]
        case .dwelling:
            ["leave.moving", "leave.still", "leave.far", "leave.time", "leave.growth-moving", "leave.growth-still"]
        case .spacing: ["spacing.least", "spacing.time", "spacing.most"]
        case .stillSensor: ["still.distance"]
        case .jump: ["still.distance", "jump.growth", "leave.time"]
        case .source, .entry, .coordinate, .accuracyGiven, .sameTime, .order, .ownError, .bothErrors, nil: []
        }
    }
}
