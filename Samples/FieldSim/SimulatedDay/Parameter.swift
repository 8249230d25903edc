/// Every number of the simulation, once: name, value, unit and where it comes from. A number that no field report gave
/// says "chosen". `fieldsim --set name=value` changes one for one day.

/// The name of one number.
public enum Parameter: String, CaseIterable, Sendable {
    case skySigma = "sky.sigma"
    case skyCorrelation = "sky.correlation"
    case skyClaimed = "sky.claimed"
    case skyClaimedSpread = "sky.claimed.spread"
    case skySpeedSigma = "sky.speed.sigma"
    case skySpeedAccuracy = "sky.speed.accuracy"
    case skyCourseAccuracy = "sky.course.accuracy"
    case altitudeSigma = "altitude.sigma"

    case restInterval = "rest.interval"
    case restClaimed = "rest.claimed"
    case restSigma = "rest.sigma"
    case restCorrelation = "rest.correlation"

    case driftClaimedLeast = "drift.claimed.least"
    case driftClaimedMost = "drift.claimed.most"
    case driftSigma = "drift.sigma"
    case driftCorrelation = "drift.correlation"
    case outlierClaimed = "outlier.claimed"
    case outlierError = "outlier.error"

    case tunnelClaimed = "tunnel.claimed"
    case tunnelRise = "tunnel.rise"

    case coarseInterval = "coarse.interval"
    case coarseClaimedLeast = "coarse.claimed.least"
    case coarseClaimedMost = "coarse.claimed.most"
    case coarseErrorShare = "coarse.error.share"

    case spikeDistance = "spike.distance"
    case spikeClaimed = "spike.claimed"
    case spikeSpeed = "spike.speed"

    case cachedInterval = "cached.interval"
    case cachedClaimed = "cached.claimed"
    case lateSeconds = "late.seconds"
    case staleAge = "stale.age"
    case staleDistance = "stale.distance"

    case falseSpeed = "false-speed.speed"
    case falseSeconds = "false-speed.seconds"
    case falseComplete = "false-speed.complete"

    case suspensionSeconds = "suspension.seconds"

    case lagLeast = "lag.least"
    case lagMost = "lag.most"
    case sensorDelayLeast = "sensor.delay.least"
    case sensorDelayMost = "sensor.delay.most"
    case sensorUnknownEvery = "sensor.unknown.every"
    case significantDistance = "significant.distance"
    case significantClaimed = "significant.claimed"
    case visitDelay = "visit.delay"
    case heartbeatPeriod = "heartbeat.period"
    case batteryPerHour = "battery.per-hour"

    case walkingPace = "pace.walking"
    case cityPace = "pace.city"
    case roadPace = "pace.road"
    case motorwayPace = "pace.motorway"
    case trainPace = "pace.train"
}

/// One row of the table.
public struct ParameterRow: Sendable {
    public var name: Parameter
    public var value: Double
    public var unit: String
    /// Where the value was seen, in words, or "chosen".
    public var source: String

    init(_ name: Parameter, _ value: Double, _ unit: String, _ source: String) {
        self.name = name
        self.value = value
        self.unit = unit
        self.source = source
    }
}

/// The values a day is made with: the table's, unless set otherwise.
public struct Parameters: Sendable {
    private var values: [Double]

    public init() {
        values = [Double](repeating: 0, count: Parameter.allCases.count)
        for row in Self.table { self[row.name] = row.value }
    }

    public subscript(_ name: Parameter) -> Double {
        get { values[name.index] }
        set { values[name.index] = newValue }
    }

    /// One row a parameter, in the order of `Parameter`.
    public static let table: [ParameterRow] = [
        .init(.skySigma, 3, "m an axis", "chosen: within the claim about three times in four, as under open sky"),
        .init(.skyCorrelation, 0.98, "from one second to the next", "chosen: an error that lasts most of a minute"),
        .init(.skyClaimed, 6, "m", "real iPhone days of 2016: median claim 10 m, least 5 m"),
        .init(.skyClaimedSpread, 1.5, "m", "chosen"),
        .init(.skySpeedSigma, 0.2, "m/s", "chosen"),
        .init(.skySpeedAccuracy, 0.4, "m/s", "field faults write 0.3 beside a true speed"),
        .init(.skyCourseAccuracy, 5, "degrees", "field faults write 5 beside a true course"),
        .init(.altitudeSigma, 3, "m", "chosen"),

        .init(.restInterval, 15, "s", "real iPhones lying still all night: median step 15 to 45 s"),
        .init(.restClaimed, 65, "m", "the same nights: nearly every claim is 65 m"),
        .init(.restSigma, 7, "m an axis", "the same nights: 3 to 11 m an axis, median error 6 to 11 m"),
        .init(.restCorrelation, 0.85, "from one fix to the next", "the same nights: 0.70 to 0.91"),

        .init(.driftClaimedLeast, 15, "m", "core rules: Wi-Fi indoors claims 15 to 30 m"),
        .init(.driftClaimedMost, 30, "m", "as above"),
        .init(.driftSigma, 30, "m an axis", "core rules: really 20 to 60 m off; two errors in three lie there"),
        .init(.driftCorrelation, 0.85, "from one fix to the next", "as rest.correlation"),
        .init(.outlierClaimed, 22, "m", "dawarich#1393: points jump about indoors, claiming 22 m"),
        .init(.outlierError, 158, "m", "core rules: 158 m off at a claimed 22 m"),

        .init(.tunnelClaimed, 14, "m", "core rules: a tunnel, 14 to 94 m in 65 s"),
        .init(.tunnelRise, 80.0 / 65, "m/s", "as above"),

        .init(.coarseInterval, 6, "s", "real train day of 2019: median step 6.4 s"),
        .init(.coarseClaimedLeast, 110, "m", "the same day: claims of 129, 165, 2,000 m and worse"),
        .init(.coarseClaimedMost, 2600, "m", "the same day; beyond 2,000 m nothing is kept"),
        .init(.coarseErrorShare, 0.3, "of the claim, an axis", "chosen"),

        .init(.spikeDistance, 230, "m", "core rules: there and back by just over 200 m with a reliable speed"),
        .init(.spikeClaimed, 32, "m", "chosen"),
        .init(.spikeSpeed, 9, "m/s", "chosen"),

        .init(.cachedInterval, 5, "s", "dawarich#575, radiocells-nlp-android#13: the old place comes every 5 s"),
        .init(.cachedClaimed, 65, "m", "dawarich#575"),
        .init(.lateSeconds, 300, "s", "real Android day: batches up to 1,366 s late; core rules: 43 % came so"),
        .init(.staleAge, 140_947, "s", "real train day of 2019: the first fix was 39 h old"),
        .init(.staleDistance, 15_000, "m", "gpslogger#1242: single points back at the old address, 15 km off"),

        .init(.falseSpeed, 25, "m/s", "e-mission-docs#704; core rules: 25 m/s due north from a phone lying still"),
        .init(.falseSeconds, 36, "s", "the same: 36 s that drew 624 m"),
        .init(.falseComplete, 2.0 / 22, "share", "core rules: 20 of 22 such samples lacked a field"),

        .init(.suspensionSeconds, 1500, "s", "chosen: longer than any step between two fixes at rest"),

        .init(.lagLeast, 20, "ms", "chosen"),
        .init(.lagMost, 180, "ms", "chosen"),
        .init(.sensorDelayLeast, 3, "s", "chosen"),
        .init(.sensorDelayMost, 20, "s", "chosen"),
        .init(.sensorUnknownEvery, 500, "s", "real train day: a third of 654 motion readings had no flag set"),
        .init(.significantDistance, 800, "m", "core rules: such wakes are quoted as 500 m and vary widely"),
        .init(.significantClaimed, 1000, "m", "chosen: a cell"),
        .init(.visitDelay, 480, "s", "chosen: a visit is reported minutes after the arrival"),
        .init(.heartbeatPeriod, 60, "s", "field faults: the heartbeat period is 60 s"),
        .init(.batteryPerHour, 0.04, "of full an hour", "chosen"),

        .init(.walkingPace, 1.4, "m/s", "field faults write 1.4 for a walk"),
        .init(.cityPace, 12, "m/s", "chosen"),
        .init(.roadPace, 22, "m/s", "core rules: the tunnel is taken at 22 m/s"),
        .init(.motorwayPace, 33, "m/s", "core rules: the motorway at 33 m/s"),
        .init(.trainPace, 40, "m/s", "chosen"),
    ]
}

extension Parameter {
    /// Place in `allCases`, looked up once: the simulation asks thousands of times a day.
    var index: Int { Self.indices[self]! }
    private static let indices = Dictionary(
        uniqueKeysWithValues: zip(Self.allCases, 0..<Self.allCases.count))
}
