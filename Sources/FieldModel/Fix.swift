/// One position solution, rounded once on entry to integers: the live core decides on exactly what the log holds, so a
/// replay from text decides the same.
public struct Fix: Hashable, Sendable {
    /// The fix's own time (column `t`).
    public var sampleTime: WallTime
    /// Wall clock at the callback (column `recv`).
    public var receiveTime: WallTime
    /// Time since boot at the callback (column `m`); absent in imports.
    public var bootTime: BootTime?
    /// 1e-7 degree, north positive.
    public var latitude: Int32
    /// 1e-7 degree, east positive.
    public var longitude: Int32
    /// Radius in cm; negative or zero is invalid.
    public var horizontalAccuracy: Quantity
    /// cm above the sea; may be negative. Invalid where `verticalAccuracy` is negative.
    public var altitude: Quantity
    /// cm
    public var verticalAccuracy: Quantity
    /// cm/s
    public var speed: Quantity
    /// cm/s
    public var speedAccuracy: Quantity
    /// Direction of travel, 0.1 degree clockwise from true north.
    public var course: Quantity
    /// 0.1 degree
    public var courseAccuracy: Quantity
    public var source: FixSource
    /// What the motion sensor had said when the fix came; a record for the reader: a core takes its own motion state.
    public var motion: MotionKind?
    /// Foreground or background when the fix came.
    public var appState: AppState?
    /// The column that made the reading invalid on entry: not finite, not representable, or not there at all. Nothing
    /// else of such a fix but its receive time and boot time may be used.
    public var defect: FixColumn?

    public init(
        sampleTime: WallTime, receiveTime: WallTime, bootTime: BootTime? = nil, latitude: Int32, longitude: Int32,
        horizontalAccuracy: Quantity, altitude: Quantity = .absent, verticalAccuracy: Quantity = .absent,
        speed: Quantity = .absent, speedAccuracy: Quantity = .absent, course: Quantity = .absent,
        courseAccuracy: Quantity = .absent, source: FixSource = .gps, motion: MotionKind? = nil,
        appState: AppState? = nil, defect: FixColumn? = nil
    ) {
        self.sampleTime = sampleTime
        self.receiveTime = receiveTime
        self.bootTime = bootTime
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
        self.defect = defect
    }

    /// The clocks of the callback, as a stamp without a number.
    @inlinable public var stamp: Stamp { Stamp(wallTime: receiveTime, bootTime: bootTime) }
}

/// Which service gave a fix. Only `gps` fixes can become points.
public enum FixSource: String, CaseIterable, Sendable {
    case gps
    case significantChange = "significant-change"
    case visit
}

/// Where the app stands with the system.
public enum AppState: String, CaseIterable, Sendable {
    case foreground = "fg"
    case background = "bg"
    case inactive
    case terminating
}

/// The columns of a samples file, by their names in the header. docs/formats.md has their units.
public enum FixColumn: String, CaseIterable, Sendable {
    case n, m, recv, t, lat, lon, hacc, alt, vacc, speed, sacc, course, cacc, src, motion, app, verdict, reason
}
