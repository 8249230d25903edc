/// An open database. Not copyable: it closes itself. One thread at a time: SQLite's own locking is off, so each thread
/// opens its own. Statements made from it stay valid until they are dropped themselves.
import CSQLite

public struct Connection: ~Copyable {
    /// What may be done with the file.
    public enum Access: Sendable {
        case readOnly
        /// The file must exist.
        case readWrite
        /// The file is made where it is missing.
        case create
    }

    /// How a transaction takes its lock.
    public enum Lock: String, Sendable {
        /// Nothing is locked until something is read or written.
        case deferred = "DEFERRED"
        /// The right to write is taken at once, so that nothing can fail for want of it later.
        case immediate = "IMMEDIATE"
    }

    /// The file's path, or `:memory:`.
    public let path: String
    private let database: OpaquePointer

    /// For what lies beside this file.
    var handle: OpaquePointer { database }

    /// Opens `path`. While another connection holds a lock, calls wait up to `patience` milliseconds before they fail.
    /// SQLite reads the file only at the first statement: one that is no database is found out then.
    public init(_ path: String, _ access: Access = .create, patience: Int32 = 5_000) throws(SQLiteError) {
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        switch access {
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let failure = SQLiteError("open", path: path, code: code, from: handle)
            sqlite3_close_v2(handle)
            throw failure
        }
        self.path = path
        database = handle
        sqlite3_busy_timeout(handle, patience)
    }

    deinit { sqlite3_close_v2(database) }

    /// Whether closing leaves the write-ahead log as it is, instead of working it into the file and removing it: for a
    /// file that may be damaged and is to be kept whole.
    public func keepLogOnClose(_ keep: Bool) { _ = csqlite_keep_log_on_close(database, keep ? 1 : 0) }

    /// Runs one statement or several that return nothing of interest.
    public func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(database, sql, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw SQLiteError("execute on", path: path, sql: sql, code: code, from: database)
        }
    }

    /// Compiles the one statement in `sql`; `kept` tells SQLite that it will be used again and again.
    public func prepare(_ sql: String, kept: Bool = false) throws(SQLiteError) -> Statement {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, kept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0, &handle, nil)
        guard code == SQLITE_OK else {
            throw SQLiteError("prepare on", path: path, sql: sql, code: code, from: database)
        }
        guard let handle else {
            throw SQLiteError("prepare on", path: path, sql: sql, code: SQLITE_MISUSE, message: "no statement given")
        }
        return Statement(handle, path: path)
    }

    /// Does all of `body` or none of it. A failure undoes everything and is passed on.
    public func transaction<Result: ~Copyable>(
        _ lock: Lock = .immediate, _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try execute("BEGIN \(lock.rawValue)")
        do throws(SQLiteError) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // SQLite has already undone the transaction after some failures (disk full); then there is nothing to undo.
            if sqlite3_get_autocommit(database) == 0 { _ = sqlite3_exec(database, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    /// The first column of the first row, nil where there is no row or it is null.
    public func integer(_ sql: String) throws(SQLiteError) -> Int64? {
        var statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// The first column of every row as text, nulls as empty ones.
    public func texts(_ sql: String) throws(SQLiteError) -> [String] {
        var statement = try prepare(sql)
        var texts: [String] = []
        while try statement.step() { texts.append(statement.text(0) ?? "") }
        return texts
    }

    /// Rows that the last statement inserted, changed or deleted.
    public var changes: Int { Int(sqlite3_changes64(database)) }

    /// Rows changed since the connection was opened.
    public var totalChanges: Int { Int(sqlite3_total_changes64(database)) }

    /// What `integrity_check` finds, and what `foreign_key_check` finds; empty where all is well. Reads every page.
    public func integrityFindings() throws(SQLiteError) -> [String] {
        let findings = try texts("PRAGMA integrity_check").filter { $0 != "ok" }
        let orphans = try texts(
            """
            SELECT "table" || ' row ' || ifnull(rowid, '?') || ' refers to a missing row of ' || parent
            FROM pragma_foreign_key_check
            """)
        return findings + orphans
    }

    /// Writes a compact, consistent copy to `target`, which must not exist, also while others write.
    public func vacuum(into target: String) throws(SQLiteError) {
        var statement = try prepare("VACUUM INTO ?")
        try statement.bind(target, at: 1)
        _ = try statement.step()
    }
}
