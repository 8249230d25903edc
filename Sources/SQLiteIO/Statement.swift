/// A compiled statement. Not copyable: it finalizes itself, before or after its connection. Parameters count from 1,
/// columns from 0, as SQLite counts them. A failed step leaves it ready to be bound and stepped again.
import CSQLite

public struct Statement: ~Copyable {
    private let handle: OpaquePointer
    /// The database file, for messages.
    public let path: String

    init(_ handle: OpaquePointer, path: String) {
        self.handle = handle
        self.path = path
    }

    deinit { sqlite3_finalize(handle) }

    /// The statement as it was given.
    public var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

    // MARK: Parameters

    /// Binds an integer, or null for nil.
    @inline(__always)
    public mutating func bind(_ value: Int64?, at index: Int) throws(SQLiteError) {
        let code =
            if let value { sqlite3_bind_int64(handle, Int32(index), value) } else {
                sqlite3_bind_null(handle, Int32(index))
            }
        if code != SQLITE_OK { throw failure("bind to", code) }
    }

    /// Binds a text, or null for nil.
    public mutating func bind(_ value: String?, at index: Int) throws(SQLiteError) {
        guard var value else { return try bind(nil as Int64?, at: index) }
        let code = value.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) {
                // An empty text may have no address, which SQLite would take for null.
                csqlite_bind_text(handle, Int32(index), $0.baseAddress ?? emptyText, Int32($0.count))
            }
        }
        if code != SQLITE_OK { throw failure("bind to", code) }
    }

    /// Binds bytes.
    public mutating func bind(_ bytes: [UInt8], at index: Int) throws(SQLiteError) {
        let code = bytes.withUnsafeBytes {
            csqlite_bind_blob(handle, Int32(index), $0.baseAddress, Int32($0.count))
        }
        if code != SQLITE_OK { throw failure("bind to", code) }
    }

    // MARK: Running

    /// Goes on to the next row; false at the end, from where the statement starts anew.
    @inline(__always)
    public mutating func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code != SQLITE_DONE { throw failedStep(code) }
        sqlite3_reset(handle)
        return false
    }

    /// Runs a statement that returns no rows.
    public mutating func run() throws(SQLiteError) { while try step() {} }

    /// Makes the statement ready to run again from the beginning; what is bound stays bound.
    public mutating func reset() { sqlite3_reset(handle) }

    // MARK: Columns of the current row

    /// The integer in a column; nil for null.
    @inline(__always)
    public func integer(_ column: Int) -> Int64? {
        sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, Int32(column))
    }

    /// The integer in a column, zero for null: half the cost of `integer` where null cannot be.
    @inline(__always)
    public func number(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    /// The text in a column; nil for null. Bytes that are not UTF-8 are repaired.
    public func text(_ column: Int) -> String? {
        guard let bytes = sqlite3_column_text(handle, Int32(column)) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// The bytes in a column, empty for null. Valid within `body` only.
    public func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let start = sqlite3_column_blob(handle, Int32(column))
        return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column)))))
    }

    /// The bytes in a column, empty for null.
    public func bytes(_ column: Int) -> [UInt8] { withBytes(column) { Array($0) } }

    /// Columns of the result; 0 for a statement that returns nothing.
    public var columnCount: Int { Int(sqlite3_column_count(handle)) }

    // MARK: Failures

    private func failedStep(_ code: Int32) -> SQLiteError {
        let failure = failure("run on", code)
        sqlite3_reset(handle)
        return failure
    }

    private func failure(_ action: String, _ code: Int32) -> SQLiteError {
        SQLiteError(action, path: path, sql: sql, code: code, from: sqlite3_db_handle(handle))
    }
}

/// One NUL byte that stays where it is.
private nonisolated(unsafe) let emptyText: UnsafePointer<CChar> = {
    let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    byte.initialize(to: 0)
    return UnsafePointer(byte)
}()
