import FieldModel
import FlightAnalysis
import LogFormat

/// What an importer makes of one text, read back as any reader of the log would.
struct Imported {
    let log: ImportedLog
    let header: [String]
    let samples: [Sample]
    let events: [Record]

    init(_ format: String, _ text: String, map: [String] = []) throws {
        var importer = ImportFormat.named(format)!.importer.init()
        importer.use(try ColumnMap(map))
        try importer.read(ForeignFile(path: "file", bytes: Array(text.utf8)))
        log = importer.finished()
        var rows = SampleReader()
        var lines = EventReader()
        var samples: [Sample] = []
        var events: [Event] = []
        for file in log.log.files {
            let bytes = file.bytes
            if file.path.hasPrefix("samples/") {
                rows.feed(bytes.span, into: &samples)
            } else {
                lines.feed(bytes.span, into: &events)
            }
        }
        rows.finish(into: &samples)
        lines.finish(into: &events)
        header = rows.header?.names ?? []
        self.samples = samples
        self.events = events.map(\.record)
    }

    var fixes: [Fix] { samples.map(\.fix) }
    var times: [Int64] { fixes.map(\.sampleTime.rawValue) }
    var places: [[Int32]] { fixes.map { [$0.latitude, $0.longitude] } }
    /// The cells of a column that is not ours, row by row.
    func cells(_ name: String) -> [String?] {
        log.received.compactMap { if case .sample(_, let extra) = $0.entry { .some(extra[name]) } else { nil } }
    }
}
