import CSQLite

/// A call to SQLite that failed: what was tried, on which database, with which statement, and what SQLite said.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, as a verb phrase: `open`, `prepare`, `step`.
    public var action: String
    /// The database file.
    public var path: String
    /// The statement as it was given; nil where none was at hand.
    public var sql: String?
    /// SQLite's extended result code.
    public var code: Int32
    /// SQLite's own message.
    public var message: String

    public init(_ action: String, path: String, sql: String? = nil, code: Int32, message: String) {
        self.action = action
        self.path = path
        self.sql = sql
        self.code = code
        self.message = message
    }

    /// The failure that `database` has just reported.
    init(_ action: String, path: String, sql: String? = nil, code: Int32, from database: OpaquePointer?) {
        let message = database.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        self.init(action, path: path, sql: sql, code: code, message: message.map { String(cString: $0) } ?? "unknown")
    }

    /// The kind of failure, without its finer points.
    public var primaryCode: Int32 { code & 0xFF }

    /// The file is no database, or its content contradicts itself: opening it again will not help.
    public var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

    /// Another connection holds the lock: the same call may succeed later.
    public var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

    /// The system would not let the file be opened, read or written (a locked device answers so).
    public var isRefusedBySystem: Bool {
        [SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH, SQLITE_IOERR, SQLITE_READONLY].contains(primaryCode)
    }

    /// The medium is full: nothing was written.
    public var isFull: Bool { primaryCode == SQLITE_FULL }

    public var description: String {
        "cannot \(action) \(path): \(message) (SQLite \(code))" + (sql.map { " in: \($0)" } ?? "")
    }

    /// What to do about it.
    public var hint: String {
        if isCorrupt { return "the file is damaged; move it aside with its -wal and -shm and keep all three" }
        if isBusy { return "another process is using the database; try again when it has finished" }
        if isFull { return "make room on the volume and try again" }
        if isRefusedBySystem { return "check that the folder exists, may be written, and the device is unlocked" }
        return "check the statement against the database's schema"
    }
}
