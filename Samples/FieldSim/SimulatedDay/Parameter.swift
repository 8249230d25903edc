/// Every number of the simulation, once: name, value, unit and where it comes from. A number that no field report gave
/// says "chosen". `fieldsim --set name=value` changes one for one day.

/// The name of one number.
public enum Parameter: Int, CaseIterable, Sendable {
    case skySigma
    case skyCorrelation
    case skyClaimed
    case skyClaimedSpread
    case skySpeedSigma
    case skySpeedAccuracy
    case skyCourseAccuracy
    case altitudeSigma

    case restInterval
    case restClaimed
    case restSigma
    case restCorrelation

    case driftClaimedLeast
    case driftClaimedMost
    case driftSigma
    case driftCorrelation
    case outlierClaimed
    case outlierError

    case tunnelClaimed
    case tunnelRise

    case coarseInterval
    case coarseClaimedLeast
    case coarseClaimedMost
    case coarseErrorShare

    case spikeDistance
    case spikeClaimed
    case spikeSpeed

    case cachedInterval
    case cachedClaimed
    case lateSeconds
    case staleAge
    case staleDistance

    case falseSpeed
    case falseSeconds
    case falseComplete

    case suspensionSeconds

    case lagLeast
    case lagMost
    case sensorDelayLeast
    case sensorDelayMost
    case sensorUnknownEvery
    case significantDistance
    case significantClaimed
    case visitDelay
    case heartbeatPeriod
    case batteryPerHour

    case walkingPace
    case cityPace
    case roadPace
    case motorwayPace
    case trainPace
}

/// One row of the table.
public struct ParameterRow: Sendable {
    public var parameter: Parameter
    /// As `--set` and the listing write it.
    public var name: String
    public var value: Double
    public var unit: String
    /// Where the value was seen, in words, or "chosen".
    public var source: String

    init(_ parameter: Parameter, _ name: String, _ value: Double, _ unit: String, _ source: String) {
        self.parameter = parameter
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
        for row in Self.table { self[row.parameter] = row.value }
    }

    public subscript(_ parameter: Parameter) -> Double {
        get { values[parameter.rawValue] }
        set { values[parameter.rawValue] = newValue }
    }

    /// One row a parameter, in the order of `Parameter`.
    public static let table: [ParameterRow] = [
        .init(
            .skySigma, "sky.sigma", 3, "m an axis",
            "chosen: within the claim about three times in four, as under open sky"),
        .init(
            .skyCorrelation, "sky.correlation", 0.98, "from one second to the next",
            "chosen: an error that lasts most of a minute"),
        .init(.skyClaimed, "sky.claimed", 6, "m", "real iPhone days of 2016: median claim 10 m, least 5 m"),
        .init(.skyClaimedSpread, "sky.claimed.spread", 1.5, "m", "chosen"),
        .init(.skySpeedSigma, "sky.speed.sigma", 0.2, "m/s", "chosen"),
        .init(.skySpeedAccuracy, "sky.speed.accuracy", 0.4, "m/s", "field faults write 0.3 beside a true speed"),
        .init(.skyCourseAccuracy, "sky.course.accuracy", 5, "degrees", "field faults write 5 beside a true course"),
        .init(.altitudeSigma, "altitude.sigma", 3, "m", "chosen"),

        .init(.restInterval, "rest.interval", 15, "s", "real iPhones lying still all night: median step 15 to 45 s"),
        .init(.restClaimed, "rest.claimed", 65, "m", "the same nights: nearly every claim is 65 m"),
        .init(.restSigma, "rest.sigma", 7, "m an axis", "the same nights: 3 to 11 m an axis, median error 6 to 11 m"),
        .init(.restCorrelation, "rest.correlation", 0.85, "from one fix to the next", "the same nights: 0.70 to 0.91"),

        .init(.driftClaimedLeast, "drift.claimed.least", 15, "m", "core rules: Wi-Fi indoors claims 15 to 30 m"),
        .init(.driftClaimedMost, "drift.claimed.most", 30, "m", "as above"),
        .init(
            .driftSigma, "drift.sigma", 30, "m an axis",
            "core rules: really 20 to 60 m off; two errors in three lie there"),
        .init(.driftCorrelation, "drift.correlation", 0.85, "from one fix to the next", "as rest.correlation"),
        .init(.outlierClaimed, "outlier.claimed", 22, "m", "dawarich#1393: points jump about indoors, claiming 22 m"),
        .init(.outlierError, "outlier.error", 158, "m", "core rules: 158 m off at a claimed 22 m"),

        .init(.tunnelClaimed, "tunnel.claimed", 14, "m", "core rules: a tunnel, 14 to 94 m in 65 s"),
        .init(.tunnelRise, "tunnel.rise", 80.0 / 65, "m/s", "as above"),

        .init(.coarseInterval, "coarse.interval", 6, "s", "real train day of 2019: median step 6.4 s"),
        .init(
            .coarseClaimedLeast, "coarse.claimed.least", 110, "m", "the same day: claims of 129, 165, 2,000 m and worse"
        ),
        .init(.coarseClaimedMost, "coarse.claimed.most", 2600, "m", "the same day; beyond 2,000 m nothing is kept"),
        .init(.coarseErrorShare, "coarse.error.share", 0.3, "of the claim, an axis", "chosen"),

        .init(
            .spikeDistance, "spike.distance", 230, "m",
            "core rules: there and back by just over 200 m with a reliable speed"),
        .init(.spikeClaimed, "spike.claimed", 32, "m", "chosen"),
        .init(.spikeSpeed, "spike.speed", 9, "m/s", "chosen"),

        .init(
            .cachedInterval, "cached.interval", 5, "s",
            "dawarich#575, radiocells-nlp-android#13: the old place comes every 5 s"),
        .init(.cachedClaimed, "cached.claimed", 65, "m", "dawarich#575"),
        .init(
            .lateSeconds, "late.seconds", 300, "s",
            "real Android day: batches up to 1,366 s late; core rules: 43 % came so"),
        .init(.staleAge, "stale.age", 140_947, "s", "real train day of 2019: the first fix was 39 h old"),
        .init(
            .staleDistance, "stale.distance", 15_000, "m",
            "gpslogger#1242: single points back at the old address, 15 km off"),

        .init(
            .falseSpeed, "false-speed.speed", 25, "m/s",
            "e-mission-docs#704; core rules: 25 m/s due north from a phone lying still"),
        .init(.falseSeconds, "false-speed.seconds", 36, "s", "the same: 36 s that drew 624 m"),
        .init(
            .falseComplete, "false-speed.complete", 2.0 / 22, "share",
            "core rules: 20 of 22 such samples lacked a field"),

        .init(
            .suspensionSeconds, "suspension.seconds", 1500, "s",
            "chosen: longer than any step between two fixes at rest"),

        .init(.lagLeast, "lag.least", 20, "ms", "chosen"),
        .init(.lagMost, "lag.most", 180, "ms", "chosen"),
        .init(.sensorDelayLeast, "sensor.delay.least", 3, "s", "chosen"),
        .init(.sensorDelayMost, "sensor.delay.most", 20, "s", "chosen"),
        .init(
            .sensorUnknownEvery, "sensor.unknown.every", 500, "s",
            "real train day: a third of 654 motion readings had no flag set"),
        .init(
            .significantDistance, "significant.distance", 800, "m",
            "core rules: such wakes are quoted as 500 m and vary widely"),
        .init(.significantClaimed, "significant.claimed", 1000, "m", "chosen: a cell"),
        .init(.visitDelay, "visit.delay", 480, "s", "chosen: a visit is reported minutes after the arrival"),
        .init(.heartbeatPeriod, "heartbeat.period", 60, "s", "field faults: the heartbeat period is 60 s"),
        .init(.batteryPerHour, "battery.per-hour", 0.04, "of full an hour", "chosen"),

        .init(.walkingPace, "pace.walking", 1.4, "m/s", "field faults write 1.4 for a walk"),
        .init(.cityPace, "pace.city", 12, "m/s", "chosen"),
        .init(.roadPace, "pace.road", 22, "m/s", "core rules: the tunnel is taken at 22 m/s"),
        .init(.motorwayPace, "pace.motorway", 33, "m/s", "core rules: the motorway at 33 m/s"),
        .init(.trainPace, "pace.train", 40, "m/s", "chosen"),
    ]
}
