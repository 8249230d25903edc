import FieldModel

/// The thresholds of visits and places. When a drive begins and a dwell ends it are the trail's.
public struct VisitRules: Hashable, RuleSet {
    /// mm
    public var placeRadius: Int64 = 100_000
    public var anchorDays: Int64 = 3
    public var anchorSpan: Int64 = 14
    public var trail = TrailRules()

    public init() {}
}

extension VisitRules {
    public static let table: [Rule<VisitRules>] = [
        Rule("place.radius", .metre, \.placeRadius, .field, "visits so near to the first are of one place"),
        Rule("anchor.days", .count, \.anchorDays, .field, "a place visited on so many days …"),
        Rule("anchor.span", .count, \.anchorSpan, .field, "… the last so many days after the first: an anchor"),

        Rule("motion.unknown", .second, \.trail.unknownHold, .field, "unknown for so long ends the last state"),
        Rule("motion.speed", .metrePerSecond, \.trail.movingSpeed, .field, "speed from which a fix is in motion"),
        Rule("dwell.still", .second, \.trail.dwellStillTime, .field, "stationary for so long: a dwell ends a drive"),
        Rule("dwell.circle", .metre, \.trail.circleRadius, .field, "still within this circle …"),
        Rule("dwell.circle-time", .second, \.trail.circleTime, .field, "… after so long: a dwell ends a drive"),
    ]
}
