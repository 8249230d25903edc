import SQLiteIO

/// What a receiver keeps: chunk bodies by run and number, as they came.
public struct ReceiverStore: ~Copyable {
    private let database: Connection

    public init(_ path: String) throws(SQLiteError) {
        let database = try Connection(path)
        try database.execute(
            """
            PRAGMA journal_mode = WAL;
            CREATE TABLE IF NOT EXISTS chunk (
                run TEXT NOT NULL, chunk_no INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (run, chunk_no)
            ) WITHOUT ROWID;
            CREATE TABLE IF NOT EXISTS complete (run TEXT PRIMARY KEY, chunks INTEGER NOT NULL) WITHOUT ROWID;
            """)
        self.database = database
    }

    /// Keeps a chunk; false where the run has one of that number already, which stays as it is.
    public func put(run: String, chunk: Int64, body: [UInt8]) throws(SQLiteError) -> Bool {
        var insert = try database.prepare("INSERT OR IGNORE INTO chunk (run, chunk_no, body) VALUES (?, ?, ?)")
        try insert.bind(run, at: 1)
        try insert.bind(chunk, at: 2)
        try insert.bind(body, at: 3)
        try insert.run()
        return database.changes > 0
    }

    /// Marks a run complete if chunks 0..<`chunks` are all there; otherwise returns those that are missing, at most 1,000.
    public func complete(run: String, chunks: Int64) throws(SQLiteError) -> [Int64] {
        var select = try database.prepare("SELECT chunk_no FROM chunk WHERE run = ? AND chunk_no < ? ORDER BY chunk_no")
        try select.bind(run, at: 1)
        try select.bind(chunks, at: 2)
        var missing: [Int64] = []
        var next: Int64 = 0
        while try select.step(), missing.count < 1_000 {
            let number = select.number(0)
            missing += (next..<max(next, number)).prefix(1_000 - missing.count)
            next = max(next, number + 1)
        }
        missing += (next..<max(next, chunks)).prefix(1_000 - missing.count)
        guard missing.isEmpty else { return missing }
        var insert = try database.prepare("INSERT OR REPLACE INTO complete (run, chunks) VALUES (?, ?)")
        try insert.bind(run, at: 1)
        try insert.bind(chunks, at: 2)
        try insert.run()
        return []
    }
}
