import FieldModel

/// Makes positions of rows of text under names: what every table has in common, whatever it is written in.
struct TableRows {
    private let path: String
    private let names: [String]
    private let columns: [FixColumn?]

    /// Refuses a table that does not tell where and when.
    init(_ names: [String], map: ColumnMap, path: String) throws(ImportError) {
        self.path = path
        self.names = names
        if let missing = map.missing(from: names).first {
            throw .columns(path: path, wanted: "'\(missing)', which --map speaks of", found: names)
        }
        columns = map.columns(for: names)
        for (wanted, what) in [([FixColumn.lat], "lat"), ([.lon], "lon"), ([.t, .recv], "the time t")]
        where !columns.contains(where: { $0.map(wanted.contains) ?? false }) {
            throw .columns(path: path, wanted: what, found: names)
        }
    }

    /// Adds one row to the log. `Decimal commas` end the import: they may have shifted every cell of the table.
    func append(_ cells: [String], line: Int, to log: inout ImportedLog) throws(ImportError) {
        var reading = ForeignReading()
        for (index, cell) in cells.enumerated() where index < names.count && !cell.isEmpty {
            switch columns[index] {
            case nil: reading.extra[names[index]] = cell
            case .t: reading.time = try time(cell, line, names[index], &log)
            case .recv: reading.received = try time(cell, line, names[index], &log)
            case .motion: reading.motion = MotionKind(foreignWord: cell)
            case .some(let column):
                if let number = Double(cell) {
                    reading.numbers[column] = number
                } else if Self.hasDecimalComma(cell) {
                    throw .decimalComma(path: path, line: line, cell: cell)
                } else {
                    log.damaged["\(names[index]) that is no number", default: 0] += 1
                }
            }
        }
        if cells.count != names.count, cells.count != names.count + 1 || cells.last != "" {
            log.damaged["row with \(cells.count < names.count ? "fewer" : "more") cells than the header", default: 0] +=
                1
        }
        log.append(reading)
    }

    private func time(
        _ cell: String, _ line: Int, _ name: String, _ log: inout ImportedLog
    ) throws(ImportError) -> WallTime? {
        if let time = ForeignTime.read(cell) { return time }
        if Self.hasDecimalComma(cell) { throw .decimalComma(path: path, line: line, cell: cell) }
        let isLocal = WallTime(rfc3339: cell + "Z") != nil
        log.damaged["\(name) \(isLocal ? "without a time zone" : "that is no time")", default: 0] += 1
        return nil
    }

    private static func hasDecimalComma(_ cell: String) -> Bool {
        cell.contains(",") && Double(cell.replacing(",", with: ".")) != nil
    }
}

extension MotionKind {
    /// The words of motion sensors and activity recognition in common use, in any case.
    init(foreignWord word: String) {
        switch word.lowercased() {
        case "stationary", "still": self = .stationary
        case "walking", "walk", "on_foot", "foot": self = .walking
        case "running", "run": self = .running
        case "cycling", "bike", "biking", "on_bicycle", "bicycling": self = .cycling
        case "automotive", "driving", "car", "in_vehicle", "vehicle": self = .automotive
        default: self = .unknown
        }
    }
}
