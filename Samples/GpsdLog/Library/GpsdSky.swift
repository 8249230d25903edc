import FieldModel

/// A SKY report: how many satellites the receiver sees and how well they stand.
public struct GpsdSky: Hashable, Sendable {
    /// Satellites in view, and those of them that the fix is made from.
    public var seen, used: Int?
    /// Dilution of precision: factors without a unit.
    public var horizontalDilution, verticalDilution, positionDilution: Double?

    init(_ report: Value) {
        let satellites = report["satellites"]?.array
        // gpsd before 3.20 lists the satellites and does not count them.
        seen = report["nSat"]?.integer.flatMap(Int.init(exactly:)) ?? satellites?.count
        used =
            report["uSat"]?.integer.flatMap(Int.init(exactly:))
            ?? satellites?.count { $0["used"]?.bool == true }
        horizontalDilution = report["hdop"]?.double
        verticalDilution = report["vdop"]?.double
        positionDilution = report["pdop"]?.double
    }
}

/// A receiver as gpsd knows it.
public struct GpsdDevice: Hashable, Sendable {
    /// `/dev/ttyACM0`, `tcp://…`.
    public var path: String
    /// Which driver of gpsd reads it, once it is known.
    public var driver: String?
    /// Whether it is open: a receiver that was pulled out is reported as no longer activated.
    public var isActive: Bool

    init(_ report: Value) {
        path = report["path"]?.string ?? ""
        driver = report["driver"]?.string
        // A time while it is open; 0, or nothing, when it is not.
        isActive = report["activated"]?.string.map { !$0.isEmpty } ?? false
    }
}
