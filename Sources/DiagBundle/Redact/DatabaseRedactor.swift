import FieldModel
import SQLiteIO
import SystemIO

/// Redacts the copy of a database: rows whose coordinate the rules remove are deleted, longitudes are moved, and what
/// cannot be looked into goes. Then the copy is written anew, so that no free page keeps what was deleted.
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
    mutating func redact(_ file: String) throws(BundleError) {
        do throws(SQLiteError) {
            let connection = try Connection(file, .readWrite)
            try connection.execute("PRAGMA secure_delete = 1")
            for table in try connection.texts("SELECT name FROM sqlite_schema WHERE type = 'table'")
            where !table.hasPrefix("sqlite_") {
                try redact(table, connection)
            }
            try connection.execute("VACUUM")
        } catch { throw BundleError(.database, file, error.description) }
    }

    private mutating func redact(_ table: String, _ connection: borrowing Connection) throws(SQLiteError) {
        let columns = try connection.texts("SELECT name || ' ' || type FROM pragma_table_info(\(Self.text(table)))")
            .map { $0.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init) }
        func column(_ names: [String]) -> String? { columns.first { names.contains($0[0].lowercased()) }?[0] }
        if rules.dropsText { try dropText(table, columns.map { $0[0] }, connection) }
        guard rules.touchesCoordinates else { return }
        if columns.contains(where: { $0[1].uppercased().contains("BLOB") }) {
            // Packed coordinates may be in it.
            try connection.execute("DELETE FROM \(Self.name(table))")
            removed["opaque", default: 0] += Int64(connection.changes)
        } else if let lat = column(["lat", "latitude"]), let lon = column(["lon", "lng", "longitude"]) {
            try redactRows(table, lat, lon, connection)
        }
    }

    private mutating func redactRows(
        _ table: String, _ lat: String, _ lon: String, _ connection: borrowing Connection
    ) throws(SQLiteError) {
        var doomed: [(row: Int64, longitude: Int64?)] = []
        // Integers are 1e-7 degrees; a real is degrees.
        let scale = "CASE typeof(\(Self.name(lat))) WHEN 'real' THEN 1e7 ELSE 1 END"
        var select = try connection.prepare(
            """
            SELECT rowid, CAST(\(Self.name(lat)) * \(scale) AS INTEGER), CAST(\(Self.name(lon)) * \(scale) AS INTEGER)
            FROM \(Self.name(table)) WHERE \(Self.name(lat)) IS NOT NULL
            """)
        while try select.step() {
            let (latitude, longitude) = (Double(select.number(1)) / 1e7, Double(select.number(2)) / 1e7)
            switch coordinates.outcome(latitude: latitude, longitude: longitude) {
            case .keep, .classify: break
            case .move(let moved): doomed.append((select.number(0), Int64((moved * 1e7).rounded())))
            case .remove(let rule):
                removed[rule, default: 0] += 1
                doomed.append((select.number(0), nil))
            }
        }
        try apply(doomed, table, lon, connection)
    }

    private mutating func apply(
        _ doomed: [(row: Int64, longitude: Int64?)], _ table: String, _ lon: String,
        _ connection: borrowing Connection
    ) throws(SQLiteError) {
        var delete = try connection.prepare("DELETE FROM \(Self.name(table)) WHERE rowid = ?")
        var move = try connection.prepare(
            """
            UPDATE \(Self.name(table)) SET \(Self.name(lon)) =
                CASE typeof(\(Self.name(lon))) WHEN 'real' THEN ?1 / 1e7 ELSE ?1 END WHERE rowid = ?2
            """)
        try connection.execute("BEGIN")
        for (row, longitude) in doomed {
            if let longitude {
                try move.bind(longitude, at: 1)
                try move.bind(row, at: 2)
                try move.run()
                removed[rules.coordinates.rawValue, default: 0] += 1
            } else {
                try delete.bind(row, at: 1)
                try delete.run()
            }
        }
        try connection.execute("COMMIT")
    }

    private mutating func dropText(
        _ table: String, _ columns: [String], _ connection: borrowing Connection
    ) throws(SQLiteError) {
        let names: Set<String> = ["text", "label", "note", "name", "message", "msg", "title"]
        for column in columns where names.contains(column.lowercased()) {
            try connection.execute("UPDATE \(Self.name(table)) SET \(Self.name(column)) = ''")
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
