/// A TPV report: what the receiver says of time, position and velocity. A key that is not there was not measured.
import FieldModel

public struct GpsdPosition: Hashable, Sendable {
    /// Which receiver says so, as gpsd calls it.
    public var device: String?
    /// 0 and 1: no fix; 2: a position; 3: a position and an altitude.
    public var mode: Int
    /// How the receiver came to it (1 satellites alone, 2 to 4 with corrections, 5 dead reckoning, 8 simulated); nil where
    /// gpsd does not know.
    public var status: Int?
    /// The fix's own time.
    public var time: WallTime?
    /// Degrees.
    public var latitude, longitude: Double?
    /// Metres, of unknown confidence.
    public var horizontalError: Double?
    /// Metres above mean sea level; never the height above the ellipsoid, which is up to 100 m off.
    public var altitude: Double?
    /// Metres.
    public var verticalError: Double?
    /// m/s
    public var speed, speedError: Double?
    /// Degrees clockwise from true north.
    public var course, courseError: Double?

    init(_ report: Value) {
        func number(_ key: String) -> Double? { report[key]?.double }
        device = report["device"]?.string
        mode = report["mode"]?.integer.flatMap(Int.init(exactly:)) ?? 0
        status = report["status"]?.integer.flatMap(Int.init(exactly:))
        time = report["time"]?.string.flatMap { WallTime(rfc3339: $0) }
        latitude = number("lat")
        longitude = number("lon")
        horizontalError = number("eph")
        // `alt` is what gpsd before 3.20 calls altMSL.
        altitude = number("altMSL") ?? number("alt")
        verticalError = number("epv")
        speed = number("speed")
        speedError = number("eps")
        course = number("track")
        courseError = number("epd")
    }

    /// The reading as a recorder takes it; nil where the receiver has no fix. A time, place or error that a fix needs and
    /// this one lacks is no number, so that its row says `invalid.` and the column.
    public var reading: FixReading? {
        guard mode >= 2 else { return nil }
        return FixReading(
            sampleTime: time.map { Double($0.rawValue) / 1000 } ?? .nan, latitude: latitude ?? .nan,
            longitude: longitude ?? .nan, horizontalAccuracy: horizontalError ?? .nan,
            altitude: altitude, verticalAccuracy: verticalError, speed: speed, speedAccuracy: speedError,
            course: course, courseAccuracy: courseError)
    }

    /// The measurements that it has, of those a log may be without.
    public var given: Set<FixColumn> {
        let all: [(FixColumn, Double?)] = [
            (.alt, altitude), (.vacc, verticalError), (.speed, speed), (.sacc, speedError), (.course, course),
            (.cacc, courseError),
        ]
        return Set(all.lazy.filter { $0.1 != nil }.map(\.0))
    }

    /// The columns that a receiver may never give.
    public static let optional: Set<FixColumn> = [.alt, .vacc, .speed, .sacc, .course, .cacc]
}
