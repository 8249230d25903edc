/// A database's schema as steps, one a version: a file of version v gets the steps behind v in one transaction, a file
/// with a higher version is refused by name, and so is a database of another program.
import SQLiteIO
import SystemIO

struct SchemaSteps: Sendable {
    /// Tells the program's databases from any other, and from each other.
    var applicationID: Int64
    var steps: [String]

    static let facts = SchemaSteps(applicationID: FactSchema.applicationID, steps: FactSchema.steps)

    /// Checks whose database this is, without changing it. Returns the steps it still needs.
    func missing(in database: borrowing Connection) throws(TrackStoreError) -> [String] {
        let path = database.path
        let known = Int64(steps.count)
        let (owner, version, tables) = try read(database)
        if owner != applicationID {
            guard owner == 0, version == 0, tables == 0 else {
                throw .foreign(path: path, found: "application id \(owner), schema \(version), \(tables) tables")
            }
        }
        guard version <= known else { throw .newerSchema(path: path, found: version, known: known) }
        return Array(steps.dropFirst(Int(max(0, version))))
    }

    /// Makes or migrates the tables.
    func bring(upToDate database: borrowing Connection) throws(TrackStoreError) {
        try stored { () throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in
                // Another process may have been faster: what counts is the version under the lock.
                let version = try database.integer("PRAGMA user_version") ?? 0
                for step in steps.dropFirst(Int(version)) { try database.execute(step) }
                try database.execute(
                    "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(steps.count)")
            }
        }
    }

    private func read(_ database: borrowing Connection) throws(TrackStoreError) -> (Int64, Int64, Int64) {
        try stored { () throws(SQLiteError) in
            (
                try database.integer("PRAGMA application_id") ?? 0, try database.integer("PRAGMA user_version") ?? 0,
                try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
            )
        }
    }
}

extension SchemaSteps {
    /// Opens `path` for one writer: WAL, foreign keys on, tables made or migrated. What may not be opened is left as it
    /// is.
    func open(_ path: String, readOnly: Bool = false) throws(TrackStoreError) -> Connection {
        if !readOnly { try makePrivate(path) }
        let database = try stored { () throws(SQLiteError) in try Connection(path, readOnly ? .readOnly : .create) }
        // What is refused keeps its log: only a file that proved sound may be tidied up.
        database.keepLogOnClose(true)
        let steps = try missing(in: database)
        database.keepLogOnClose(false)
        if readOnly {
            guard steps.isEmpty else {
                throw .foreign(path: path, found: "an empty or older database, and it may not be written")
            }
        } else {
            try stored { () throws(SQLiteError) in
                try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
            }
            if !steps.isEmpty { try bring(upToDate: database) }
        }
        try stored { () throws(SQLiteError) in try database.execute("PRAGMA foreign_keys = ON") }
        return database
    }

    /// A database that is missing is made empty, for its owner alone: SQLite would let everybody read it. One that is
    /// there is not touched: closing it would drop the locks of other connections.
    private func makePrivate(_ path: String) throws(TrackStoreError) {
        do throws(IOError) {
            guard try FileSystem.entry(at: path) == nil else { return }
            _ = try Descriptor(open: path, flags: O_RDWR | O_CREAT, mode: 0o600)
        } catch {
            throw .file(error)
        }
    }
}
