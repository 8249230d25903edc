/// The foreign formats that `analyze import` knows: one table. A new one is a type that fits `Importer` and a row here.

/// Turns the files of one foreign log into records and samples. Several files may belong to one log: they are read
/// together and ordered by receipt.
public protocol Importer: Sendable {
    init()
    /// Takes what the user says of the columns; a format that knows its columns has no use for it.
    mutating func use(_ map: ColumnMap)
    /// Reads one more file.
    mutating func read(_ file: ForeignFile) throws(ImportError)
    /// Everything that was read, once there is no more.
    func finished() -> ImportedLog
}

extension Importer {
    public mutating func use(_ map: ColumnMap) {}
}

/// A file of a foreign log.
public struct ForeignFile: Sendable {
    /// For messages.
    public var path: String
    public var bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// One row of the table.
public struct ImportFormat: Sendable {
    /// As `--from` takes it.
    public var name: String
    /// One line without a full stop.
    public var summary: String
    public var importer: any Importer.Type

    public static let all = [
        ImportFormat(
            name: "e-mission", summary: "JSON lists of e-mission and MobilityNet, one entry a reading",
            importer: EMissionImporter.self),
        ImportFormat(
            name: "overland", summary: "batches of Overland for iOS: objects with a list in locations",
            importer: OverlandImporter.self),
        ImportFormat(
            name: "owntracks", summary: "messages of OwnTracks: a list, one a line, or a recorder's file",
            importer: OwnTracksImporter.self),
        ImportFormat(
            name: "gpx", summary: "GPX 1.0 and 1.1: track points, and waypoints with a time as marks",
            importer: GPXImporter.self),
        ImportFormat(name: "kml", summary: "KML 2.2 with gx:Track", importer: KMLImporter.self),
        ImportFormat(
            name: "geojson", summary: "GeoJSON with times: points with time, lines with coordTimes",
            importer: GeoJSONImporter.self),
        ImportFormat(
            name: "nmea", summary: "NMEA 0183 of a receiver: RMC with GGA and GST", importer: NMEAImporter.self),
        ImportFormat(
            name: "gnss-logger", summary: "text of Google's GnssLogger: lines of kind Fix",
            importer: GNSSLoggerImporter.self),
        ImportFormat(name: "gpslogger", summary: "CSV of GPSLogger for Android", importer: GPSLoggerImporter.self),
        ImportFormat(
            name: "sensor-logger", summary: "Location.csv of Sensor Logger", importer: SensorLoggerImporter.self),
        ImportFormat(
            name: "google-records", summary: "Records.json of Google's location history",
            importer: GoogleRecordsImporter.self),
        ImportFormat(
            name: "csv", summary: "any table with a header line; --map names its columns", importer: CSVImporter.self),
        ImportFormat(
            name: "json", summary: "any list of flat JSON objects; --map names its keys",
            importer: JSONTableImporter.self),
    ]

    /// The row of that name.
    public static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }
}
