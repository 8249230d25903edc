/// A position as a platform's callback gives it, in floating point: the last place where NaN can occur.
public struct FixReading: Sendable {
    /// Seconds since the Unix epoch.
    public var sampleTime: Double
    /// Degrees.
    public var latitude: Double
    /// Degrees.
    public var longitude: Double
    /// Metres; negative is invalid.
    public var horizontalAccuracy: Double
    /// Metres. Nil: the source never carries the column. The same for all that follow.
    public var altitude: Double?
    /// Metres; negative is invalid.
    public var verticalAccuracy: Double?
    /// m/s; negative is invalid.
    public var speed: Double?
    /// m/s; negative is invalid.
    public var speedAccuracy: Double?
    /// Degrees clockwise from true north; negative is invalid.
    public var course: Double?
    /// Degrees; negative is invalid.
    public var courseAccuracy: Double?
    public var source: FixSource
    public var motion: MotionKind?
    public var appState: AppState?

    public init(
        sampleTime: Double, latitude: Double, longitude: Double, horizontalAccuracy: Double, altitude: Double? = nil,
        verticalAccuracy: Double? = nil, speed: Double? = nil, speedAccuracy: Double? = nil, course: Double? = nil,
        courseAccuracy: Double? = nil, source: FixSource = .gps, motion: MotionKind? = nil, appState: AppState? = nil
    ) {
        self.sampleTime = sampleTime
        self.latitude = latitude
        self.longitude = longitude
        self.horizontalAccuracy = horizontalAccuracy
        self.altitude = altitude
        self.verticalAccuracy = verticalAccuracy
        self.speed = speed
        self.speedAccuracy = speedAccuracy
        self.course = course
        self.courseAccuracy = courseAccuracy
        self.source = source
        self.motion = motion
        self.appState = appState
    }
}

extension Fix {
    /// Rounds a reading once, half away from zero. A value that is not finite or does not fit makes the whole reading
    /// invalid: `defect` names the first such column and its cell is empty.
    public init(_ reading: FixReading, receiveTime: WallTime, bootTime: BootTime?) {
        var defect: FixColumn?
        func rounded(_ value: Double?, _ scale: Double, _ column: FixColumn) -> Quantity {
            guard let value else { return .absent }
            if let quantity = Quantity(value, scale: scale) { return quantity }
            defect = defect ?? column
            return .empty
        }
        let millis = (reading.sampleTime * 1000).nudgedAwayFromZero
        // Beyond 2^53 ms a double no longer tells neighbouring milliseconds apart: no clock shows such a time.
        let timeIsWhole = millis.isFinite && millis.magnitude < 9_007_199_254_740_992
        if !timeIsWhole { defect = .t }
        let latitude = rounded(reading.latitude, 1e7, .lat)
        let longitude = rounded(reading.longitude, 1e7, .lon)
        self.init(
            sampleTime: WallTime(timeIsWhole ? Int64(millis) : 0), receiveTime: receiveTime, bootTime: bootTime,
            latitude: latitude.number ?? 0, longitude: longitude.number ?? 0,
            horizontalAccuracy: rounded(reading.horizontalAccuracy, 100, .hacc),
            altitude: rounded(reading.altitude, 100, .alt),
            verticalAccuracy: rounded(reading.verticalAccuracy, 100, .vacc),
            speed: rounded(reading.speed, 100, .speed),
            speedAccuracy: rounded(reading.speedAccuracy, 100, .sacc),
            course: rounded(reading.course, 10, .course),
            courseAccuracy: rounded(reading.courseAccuracy, 10, .cacc),
            source: reading.source, motion: reading.motion, appState: reading.appState)
        self.defect = defect
    }
}
