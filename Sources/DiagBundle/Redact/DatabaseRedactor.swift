import FieldModel
import SQLiteIO
import SystemIO

/// Redacts the copy of a database: rows with a coordinate that the rules remove are deleted, longitudes are moved, and
/// what cannot be looked into goes. Then the copy is written anew, so that no free page keeps what was deleted.
///
/// The rules are functions of SQL on the copy's connection, so that tables of any size and with any key are the same.
struct DatabaseRedactor {
    private let rules: RedactionRules
    private let coordinates: CoordinateRules
    private(set) var removed: [String: Int64] = [:]

    init(_ rules: RedactionRules, _ coordinates: CoordinateRules) {
        self.rules = rules
        self.coordinates = coordinates
    }

    /// Why a database is not packed at all under some rules; nil where it can be.
    static func refusal(_ rules: RedactionRules) -> String? {
        rules.coordinates == .classify ? "redact: a database has no classified form" : nil
    }

    /// Redacts `file` in place; it is a copy of our own.
    mutating func redact(_ file: String) throws(SQLiteError) {
        let connection = try Connection(file, .readWrite)
        try connection.execute("PRAGMA secure_delete = 1")
        try defineRules(on: connection)
        // A trigger could carry what is deleted to another table: it waits outside meanwhile.
        let triggers = try connection.texts("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
        for name in try connection.texts("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
            try connection.execute("DROP TRIGGER \(Self.name(name))")
        }
        for table in try connection.texts("SELECT name FROM sqlite_schema WHERE type = 'table'") {
            if !table.hasPrefix("sqlite_") {
                try redact(table, connection)
            } else if table.hasPrefix("sqlite_stat") {
                // Statistics hold samples of what stood in the indices.
                try connection.execute("DELETE FROM \(Self.name(table))")
            }
        }
        for trigger in triggers { try connection.execute(trigger) }
        try connection.execute("VACUUM")
    }

    private func defineRules(on connection: borrowing Connection) throws(SQLiteError) {
        let coordinates = coordinates
        try connection.define("redaction_rule", arguments: 2) { values in
            for place in Self.places(values[0], values[1]) {
                if case .remove(let rule) = coordinates.outcome(latitude: place.latitude, longitude: place.longitude) {
                    return .text(rule)
                }
            }
            return .null
        }
        let counter = Counter()
        try connection.define("redaction_number", arguments: 0, repeats: false) { _ in
            counter.count += 1
            return .text(String(counter.count))
        }
        try connection.define("redaction_longitude", arguments: 2) { values in
            guard let place = Self.places(values[0], values[1]).first,
                case .move(let moved) = coordinates.outcome(latitude: place.latitude, longitude: place.longitude)
            else { return .null }
            if case .integer = values[1] { return .integer(Int64(moved)) }
            return .real(Double(moved) / 1e7)
        }
    }

    /// Numbers texts that have to differ.
    private final class Counter: @unchecked Sendable { var count: Int64 = 0 }

    /// The places that two columns may mean: a real or a text is degrees; a whole number is 1e-7 degrees here, elsewhere
    /// it may be 1e-6 or whole degrees. None where they are no coordinate.
    static func places(_ latitude: SQLiteValue, _ longitude: SQLiteValue) -> [Place] {
        switch (latitude, longitude) {
        case (.integer(let latitude), .integer(let longitude)):
            return [Int64(1), 10, 10_000_000].compactMap { scale in
                let (north, one) = latitude.multipliedReportingOverflow(by: scale)
                let (east, two) = longitude.multipliedReportingOverflow(by: scale)
                guard !one, !two, abs(north) <= 900_000_000, abs(east) <= 1_800_000_000 else { return nil }
                return Place(latitude: Int32(north), longitude: Int32(east))
            }
        default:
            guard let latitude = degrees(latitude), let longitude = degrees(longitude),
                let place = Place(latitude: latitude, longitude: longitude)
            else { return [] }
            return [place]
        }
    }

    private static func degrees(_ value: SQLiteValue) -> Double? {
        switch value {
        case .real(let number): number
        case .integer(let number): Double(number)
        case .text(let text): Double(text.trimmed)
        case .null, .blob: nil
        }
    }

    private mutating func redact(_ table: String, _ connection: borrowing Connection) throws(SQLiteError) {
        let names = try connection.texts("SELECT name FROM pragma_table_info(\(Self.text(table)))")
        let types = try connection.texts("SELECT type FROM pragma_table_info(\(Self.text(table)))")
        if rules.dropsText { try dropText(table, names, connection) }
        guard rules.touchesCoordinates else { return }
        if types.contains(where: { $0.uppercased().contains("BLOB") }) {
            // Packed coordinates may be in it.
            try connection.execute("DELETE FROM \(Self.name(table))")
            removed["opaque", default: 0] += Int64(connection.changes)
            return
        }
        for pair in CoordinatePair.all(in: names) {
            try redactRows(table, names[pair.latitude], names[pair.longitude], connection)
        }
    }

    private mutating func redactRows(
        _ table: String, _ latitude: String, _ longitude: String, _ connection: borrowing Connection
    ) throws(SQLiteError) {
        let (table, longitude) = (Self.name(table), Self.name(longitude))
        let place = "(\(Self.name(latitude)), \(longitude))"
        var count = try connection.prepare(
            "SELECT redaction_rule\(place) AS rule, count(*) FROM \(table) WHERE rule IS NOT NULL GROUP BY rule")
        var hasDoomed = false
        while try count.step() {
            removed[count.text(0) ?? "", default: 0] += count.number(1)
            hasDoomed = true
        }
        if hasDoomed { try connection.execute("DELETE FROM \(table) WHERE redaction_rule\(place) IS NOT NULL") }
        guard rules.coordinates == .shift else { return }
        try connection.execute(
            """
            UPDATE \(table) SET \(longitude) = redaction_longitude\(place) WHERE redaction_longitude\(place) IS NOT NULL
            """)
        removed[rules.coordinates.rawValue, default: 0] += Int64(connection.changes)
    }

    private mutating func dropText(
        _ table: String, _ columns: [String], _ connection: borrowing Connection
    ) throws(SQLiteError) {
        let names: Set<String> = ["text", "label", "note", "name", "message", "msg", "title"]
        for column in columns where names.contains(column.lowercased()) {
            let update = "UPDATE \(Self.name(table)) SET \(Self.name(column)) = "
            do throws(SQLiteError) { try connection.execute(update + "''") } catch  where error.isConstraint {
                // The texts have to differ from each other: then each is a number.
                try connection.execute(update + "redaction_number()")
            }
            removed["text", default: 0] += Int64(connection.changes)
        }
    }

    /// As an identifier and as a text of SQL.
    private static func name(_ text: String) -> String {
        "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
    private static func text(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}

extension String {
    /// Without blanks around it.
    fileprivate var trimmed: Substring {
        let head = drop { $0 == " " }
        return head.prefix(head.count - head.reversed().prefix { $0 == " " }.count)
    }
}
