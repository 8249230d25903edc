import FieldModel

/// Location.csv of Sensor Logger: times in ns, accuracies and all else under plain names. Height above the sea stands
/// beside the height over the ellipsoid in newer versions; it is the one a log holds.
public struct SensorLoggerImporter: Importer {
    private var table = CSVImporter()

    public init() {}

    public mutating func read(_ file: ForeignFile) throws(ImportError) {
        let header = String(decoding: file.bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        guard header.contains("seconds_elapsed") else {
            throw .shape(path: file.path, wanted: "Location.csv of Sensor Logger, with a column seconds_elapsed")
        }
        let height = "altitudeAboveMeanSeaLevel"
        table.use(header.contains(height) ? try ColumnMap(["\(height)=alt"]) : ColumnMap())
        try table.read(file)
    }

    public func finished() -> ImportedLog { table.finished() }
}
