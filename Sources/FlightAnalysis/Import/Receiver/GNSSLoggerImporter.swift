import FieldModel

/// The text of Google's GnssLogger: lines that begin with `Fix` are positions, under the names of the remark that
/// announces them; all others are measurements of single satellites, left out by kind. Android's 0 for a speed or course
/// that is not there becomes invalid: a phone that truly stands cannot be told apart.
public struct GNSSLoggerImporter: Importer {
    private var log = ImportedLog()

    public init() {}

    public func finished() -> ImportedLog { log }

    /// As the first versions wrote them, where no remark names them.
    private static let firstNames = [
        "Provider", "Latitude", "Longitude", "Altitude", "Speed", "Accuracy", "(UTC)TimeInMs",
    ]
    private static let zeroIsNone: Set<FixColumn> = [.speed, .course, .sacc, .cacc, .vacc]

    public mutating func read(_ file: ForeignFile) throws(ImportError) {
        var names = Self.firstNames
        var sawLog = false
        for line in file.bytes.split(separator: 0x0A) {
            let cells = String(decoding: line, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
                .map { String($0).trimmed }
            if cells[0].hasPrefix("#") {
                sawLog = true
                let kind = cells[0].dropFirst().drop { $0 == " " }
                if kind == "Fix" { names = Array(cells.dropFirst()) }
            } else if cells[0] == "Fix" {
                sawLog = true
                fix(names, Array(cells.dropFirst()))
            } else {
                log.leftOut["line of kind \(String(cells[0].prefix(20)))", default: 0] += 1
            }
        }
        guard sawLog else {
            throw .shape(path: file.path, wanted: "GnssLogger's text, with remarks and lines of kind Fix")
        }
    }

    private mutating func fix(_ names: [String], _ cells: [String]) {
        var reading = ForeignReading()
        for (name, cell) in zip(names, cells) {
            let column = Self.column(name)
            if column == .t {
                reading.time = ForeignTime.read(cell)
            } else if let column, Self.zeroIsNone.contains(column), Double(cell) == 0 {
                reading.numbers[column] = -1
            } else if !reading.take(name, cell) {
                log.damaged["\(name) that is no number", default: 0] += 1
            }
        }
        log.append(reading)
    }

    /// The first versions put the unit of the time before its name.
    private static func column(_ name: String) -> FixColumn? {
        name.hasSuffix("TimeInMs") || name == "UnixTimeMillis" ? .t : ForeignName.column(name)
    }
}
