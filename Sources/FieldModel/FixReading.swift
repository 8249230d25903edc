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
        var rounding = Rounding()
        let millis = (reading.sampleTime * 1000).nudgedAwayFromZero
        // Beyond 2^53 ms a double no longer tells neighbouring milliseconds apart: no clock shows such a time.
        let timeIsWhole = millis.isFinite && millis.magnitude < 9_007_199_254_740_992
        if !timeIsWhole { rounding.defect = .t }
        let latitude = rounding.round(reading.latitude, 1e7, .lat)
        let longitude = rounding.round(reading.longitude, 1e7, .lon)
        self.init(
            sampleTime: WallTime(timeIsWhole ? Int64(millis) : 0), receiveTime: receiveTime, bootTime: bootTime,
            latitude: latitude.number ?? 0, longitude: longitude.number ?? 0,
            horizontalAccuracy: rounding.round(reading.horizontalAccuracy, 100, .hacc),
            altitude: rounding.round(reading.altitude, 100, .alt),
            verticalAccuracy: rounding.round(reading.verticalAccuracy, 100, .vacc),
            speed: rounding.round(reading.speed, 100, .speed),
            speedAccuracy: rounding.round(reading.speedAccuracy, 100, .sacc),
            course: rounding.round(reading.course, 10, .course),
            courseAccuracy: rounding.round(reading.courseAccuracy, 10, .cacc),
            source: reading.source, motion: reading.motion, appState: reading.appState)
        defect = rounding.defect
    }
}

/// Rounds the columns of a reading one by one, and keeps the first that cannot be.
private struct Rounding {
    var defect: FixColumn?

    @inline(__always)
    mutating func round(_ value: Double?, _ scale: Double, _ column: FixColumn) -> Quantity {
        guard let value else { return .absent }
        if let quantity = Quantity(value, scale: scale) { return quantity }
        defect = defect ?? column
        return .empty
    }
}
