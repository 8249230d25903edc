/// track.sqlite: what the phone said, and nothing that rules made of it.
///
/// - Opened in WAL with foreign keys on: a kill at any moment loses at most the batch in hand.
/// - A newer schema, a database of another program and a damaged file are refused by name and left as they are.
/// - One writer. Readers open their own connection, `readOnly`.
import FieldModel
import SQLiteIO
import SystemIO

/// What the phone said, in `track.sqlite`.
public struct FactDatabase: ~Copyable {
    public let path: String
    let connection: Connection
    var statements: FactStatements?

    /// Opens the facts at `path`, made where they are missing unless `readOnly`.
    public init(_ path: String, readOnly: Bool = false) throws(TrackStoreError) {
        let connection = try SchemaSteps.facts.open(path, readOnly: readOnly)
        let statements: FactStatements? =
            readOnly ? nil : try stored { () throws(SQLiteError) in try FactStatements(connection) }
        self.path = path
        self.connection = connection
        self.statements = statements
    }

    /// What `integrity_check` and the foreign keys' check find; empty where all is well. Reads the whole file.
    public func integrityFindings() throws(TrackStoreError) -> [String] {
        do throws(TrackStoreError) {
            return try stored { () throws(SQLiteError) in try connection.integrityFindings() }
        } catch .damaged(_, let findings) {
            // Too damaged even to be checked.
            return findings
        }
    }

    /// Notes something that happened to the store itself.
    public func note(_ incident: Incident) throws(TrackStoreError) {
        try stored { () throws(SQLiteError) in
            var insert = try connection.prepare("INSERT INTO incident (t, kind, note) VALUES (?, ?, ?)")
            try insert.bind(incident.time.rawValue, at: 1)
            try insert.bind(incident.kind.rawValue, at: 2)
            try insert.bind(incident.note, at: 3)
            try insert.run()
        }
    }

    /// What happened to the store itself, oldest first.
    public func incidents() throws(TrackStoreError) -> [Incident] {
        try stored { () throws(SQLiteError) in
            var select = try connection.prepare("SELECT t, kind, note FROM incident ORDER BY id")
            var found: [Incident] = []
            while try select.step() {
                guard let kind = select.text(1).flatMap(Incident.Kind.init(rawValue:)) else { continue }
                found.append(Incident(time: WallTime(select.number(0)), kind: kind, note: select.text(2) ?? ""))
            }
            return found
        }
    }
}

extension FactDatabase {
    /// Opens the facts; a damaged file is first moved aside whole, with its -wal and -shm, and the new one says so among
    /// its incidents.
    public static func open(
        _ path: String, settingDamageAsideAt time: WallTime
    ) throws(TrackStoreError) -> FactDatabase {
        do throws(TrackStoreError) {
            return try FactDatabase(path)
        } catch .damaged(_, let findings) {
            return try replace(path, findings: findings, at: time)
        }
    }

    /// Moves a damaged store aside and begins an empty one that says where the other is.
    public static func replace(
        _ path: String, findings: [String], at time: WallTime
    ) throws(TrackStoreError) -> FactDatabase {
        let kept = try setAside(path, at: time)
        let database = try FactDatabase(path)
        try database.note(
            Incident(time: time, kind: .setAside, note: "\(kept): \(findings.joined(separator: "; "))"))
        return database
    }

    /// Moves the file and what SQLite keeps beside it into a folder of its own, and returns its new path.
    static func setAside(_ path: String, at time: WallTime) throws(TrackStoreError) -> String {
        let folder = "\(path).damaged-\(time.rawValue)"
        let kept = FileSystem.join(folder, FileSystem.name(of: path))
        try onDisk { () throws(IOError) in
            try FileSystem.createFolder(folder)
            // The log of a database that is gone would be thrown away: it is moved first.
            for ending in ["-wal", "-shm", ""] where try FileSystem.entry(at: path + ending) != nil {
                try FileSystem.rename(path + ending, to: kept + ending)
            }
        }
        return kept
    }
}

/// Something that happened to the store itself, and that its owner should be told.
public struct Incident: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, CaseIterable, Sendable {
        /// A damaged store was moved aside; this one began empty.
        case setAside = "set-aside"
        /// Lines of the spool that could not be read were kept in a file.
        case spoolDamaged = "spool-damaged"
        /// Retention removed points.
        case purged
    }

    public var time: WallTime
    public var kind: Kind
    public var note: String

    public init(time: WallTime, kind: Kind, note: String) {
        self.time = time
        self.kind = kind
        self.note = note
    }
}
