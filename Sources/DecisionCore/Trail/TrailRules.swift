import FieldModel

/// The thresholds of the trail, in the whole units that fixes are compared in: mm for distances, cm for accuracies, ms,
/// cm/s, 0.1 degree, thousandths. Names, units and sources stand in the table.
public struct TrailRules: Hashable, RuleSet {
    // Motion
    public var unknownHold: Int64 = 180_000
    public var profileStillTime: Int64 = 120_000
    public var movingSpeed: Int64 = 70

    // A. Valid?
    public var futureAge: Int64 = 5_000
    public var staleAge: Int64 = 30_000
    public var repeatCount: Int64 = 10
    public var repeatTime: Int64 = 600_000

    // B. Plausible by itself?
    public var ordinaryAccuracy: Int64 = 10_000
    public var coarseAccuracy: Int64 = 200_000
    public var undergroundLeast: Int64 = 40_000
    public var undergroundMost: Int64 = 300_000
    public var fakeSpeed: Int64 = 100
    public var fakeDoubt: Int64 = 30_000
    public var deadReckonedAccuracy: Int64 = 3_000
    public var deadReckonedTime: Int64 = 10_000
    public var deadReckonedSlope: Int64 = 50
    public var deadReckonedPause: Int64 = 20_000

    // D. Moved?
    public var spacingLeast: Int64 = 10_000
    public var spacingTime: Int64 = 3_000
    public var spacingMost: Int64 = 200_000
    public var stillDistance: Int64 = 100_000
    public var openEndTime: Int64 = 20_000

    // C. Dwell
    public var dwellStillTime: Int64 = 120_000
    public var circleRadius: Int64 = 50_000
    public var circleTime: Int64 = 180_000
    public var launchRadius: Int64 = 100_000
    public var candidateMoving: Int64 = 30_000
    public var candidateStill: Int64 = 100_000
    public var candidateFar: Int64 = 1_000_000
    public var candidateTime: Int64 = 120_000
    public var growthMoving: Int64 = 10_000
    public var growthStill: Int64 = 100_000
    public var growthJump: Int64 = 50_000
    public var backfillTime: Int64 = 120_000
    public var stayRadius: Int64 = 100_000
    public var stayUnobserved: Int64 = 600_000

    // The judge
    public var reliableCourse: Int64 = 900
    public var reliableSpeed: Int64 = 100
    public var spikeTime: Int64 = 600_000
    public var spikeDistance: Int64 = 40_000
    public var spikeReturn: Int64 = 500
    public var spikeReliableTime: Int64 = 300_000
    public var spikeReliableDistance: Int64 = 200_000
    public var spikeReliableReturn: Int64 = 250
    public var joinTime: Int64 = 20_000
    public var joinDistance: Int64 = 500_000
    public var joinSpeed: Int64 = 10_000
    public var joinSpeedFactor: Int64 = 1_500
    public var joinSlowInterval: Int64 = 10_000
    public var joinSlowFactor: Int64 = 2_000
    public var joinSlowMost: Int64 = 300_000

    public init() {}
}

extension TrailRules {
    public static let table: [Rule<TrailRules>] = [
        Rule("motion.unknown", .second, \.unknownHold, .field, "unknown for so long ends the last definite state"),
        Rule("motion.speed", .metrePerSecond, \.movingSpeed, .field, "satellite speed from which a fix is in motion"),
        Rule("profile.still", .second, \.profileStillTime, .field, "stationary for so long lowers the accuracy asked"),

        Rule("valid.future", .second, \.futureAge, .field, "sampled so much later than received: future"),
        Rule("valid.stale", .second, \.staleAge, .field, "an older fix must be later than the newest of its run"),
        Rule(
            "valid.repeats", .count, \.repeatCount, .field, "fixes without speed that a cached repeat is looked for in"),
        Rule("valid.repeat", .second, \.repeatTime, .field, "age of the fix that a cached repeat repeats"),

        Rule("accuracy.ordinary", .accuracyMetre, \.ordinaryAccuracy, .field, "up to here a fix is ordinary"),
        Rule("accuracy.coarse", .accuracyMetre, \.coarseAccuracy, .field, "up to here a fix in a vehicle is coarse"),
        Rule("underground.least", .accuracyMetre, \.undergroundLeast, .field, "a metro carriage reports from here"),
        Rule("underground.most", .accuracyMetre, \.undergroundMost, .field, "to here"),
        Rule("fake.speed", .metrePerSecond, \.fakeSpeed, .field, "from here a speed needs its accuracy and course"),
        Rule("fake.doubt", .second, \.fakeDoubt, .guess, "for so long after one no motion leads out of a dwell"),
        Rule("reckoned.accuracy", .accuracyMetre, \.deadReckonedAccuracy, .field, "worse than this, and rising …"),
        Rule("reckoned.slope", .metrePerSecond, \.deadReckonedSlope, .field, "… by so much a second …"),
        Rule("reckoned.time", .second, \.deadReckonedTime, .field, "… for so long: dead reckoning"),
        Rule("reckoned.pause", .second, \.deadReckonedPause, .guess, "a longer pause ends a rise of the accuracy"),

        Rule("spacing.least", .metre, \.spacingLeast, .field, "points lie so far apart …"),
        Rule("spacing.time", .second, \.spacingTime, .field, "… or as far as the fix's speed goes in this time …"),
        Rule("spacing.most", .metre, \.spacingMost, .field, "… but no further"),
        Rule(
            "still.distance", .metre, \.stillDistance, .field, "still by the sensor, moved no more: drift, else a jump"),
        Rule("open-end.time", .second, \.openEndTime, .tried, "the open end is stored before a point so much later"),

        Rule("dwell.still", .second, \.dwellStillTime, .field, "stationary for so long, no fix in motion: a dwell"),
        Rule("dwell.circle", .metre, \.circleRadius, .field, "still within this circle …"),
        Rule("dwell.circle-time", .second, \.circleTime, .field, "… after so long: a dwell"),
        Rule("dwell.launch", .metre, \.launchRadius, .tried, "the first fix of a run so near the last point: a dwell"),
        Rule("leave.moving", .metre, \.candidateMoving, .field, "in motion, so far away: points away from a dwell"),
        Rule("leave.still", .metre, \.candidateStill, .guess, "not in motion, further away: points away"),
        Rule("leave.far", .metre, \.candidateFar, .field, "further away: two fixes in a row suffice"),
        Rule("leave.time", .second, \.candidateTime, .field, "a candidate is confirmed within this time"),
        Rule("leave.growth-moving", .metre, \.growthMoving, .field, "so much further than the candidate, in motion"),
        Rule("leave.growth-still", .metre, \.growthStill, .tried, "so much further, not in motion"),
        Rule("jump.growth", .metre, \.growthJump, .tried, "so much further, not in motion, while not dwelling"),
        Rule("leave.backfill", .second, \.backfillTime, .field, "fixes in motion before leaving that are stored"),
        Rule("stay.radius", .metre, \.stayRadius, .field, "a fix so near the anchor shows that the stay goes on"),
        Rule("stay.unobserved", .second, \.stayUnobserved, .guess, "longer without such a fix: not observed"),

        Rule("reliable.course", .degree, \.reliableCourse, .field, "course accuracy of a reliable speed"),
        Rule(
            "reliable.speed", .metrePerSecond, \.reliableSpeed, .field, "a speed without accuracy is reliable from here"
        ),
        Rule("spike.time", .second, \.spikeTime, .field, "out and back within this time"),
        Rule("spike.distance", .metre, \.spikeDistance, .field, "each leg longer than this"),
        Rule("spike.return", .factor, \.spikeReturn, .field, "the ends nearer than this part of the shorter leg"),
        Rule("spike.reliable-time", .second, \.spikeReliableTime, .field, "the same, where the speed is reliable"),
        Rule("spike.reliable-distance", .metre, \.spikeReliableDistance, .field, "the same, where it is reliable"),
        Rule("spike.reliable-return", .factor, \.spikeReliableReturn, .field, "the same, where it is reliable"),
        Rule("join.time", .second, \.joinTime, .field, "a later point …"),
        Rule("join.distance", .metre, \.joinDistance, .field, "… that lies further away is not joined"),
        Rule("join.speed", .metrePerSecond, \.joinSpeed, .guess, "faster than this …"),
        Rule("join.speed-factor", .factor, \.joinSpeedFactor, .guess, "… and than so many times the speed: not joined"),
        Rule("join.slow-interval", .second, \.joinSlowInterval, .tried, "a run of rarer fixes …"),
        Rule("join.slow-factor", .factor, \.joinSlowFactor, .guess, "… has so many usual intervals for join.time …"),
        Rule("join.slow-most", .second, \.joinSlowMost, .guess, "… but no more"),
    ]
}
