import FieldModel

/// The CSV of GPSLogger for Android: ISO times beside times in ms, of which the latter are exact; battery and annotations
/// as events of their own.
public struct GPSLoggerImporter: Importer {
    private var log = ImportedLog()
    private var battery: String?

    public init() {}

    public func finished() -> ImportedLog { log }

    public mutating func read(_ file: ForeignFile) throws(ImportError) {
        var table = DelimitedText(file.bytes)
        guard let names = table.next(), names.contains("elevation"), names.contains("time") else {
            throw .shape(path: file.path, wanted: "GPSLogger's header: time,lat,lon,elevation,accuracy,…")
        }
        let map = names.contains("timestamp_ms") ? try ColumnMap(["timestamp_ms=t"]) : ColumnMap()
        let rows = try TableRows(names, map: map, path: file.path)
        while let cells = table.next() {
            try rows.append(cells, line: table.line, to: &log)
            noteEvents(Dictionary(zip(names, cells)) { first, _ in first })
        }
    }

    private mutating func noteEvents(_ row: [String: String]) {
        guard let time = (row["timestamp_ms"] ?? row["time"]).flatMap(ForeignTime.read) else { return }
        if let level = row["battery"], level != battery, let percent = Double(level), (0...100).contains(percent) {
            battery = level
            log.append(
                .batteryRead(level: percent / 100, plugged: row["battery_charging"].map { $0 == "true" }), at: time)
        }
        if let text = row["annotation"], !text.isEmpty { log.appendMark(text, at: time) }
    }
}
