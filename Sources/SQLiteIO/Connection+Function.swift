/// Functions of the caller's own in SQL, and the wish to stop a statement under way.
import CSQLite

/// One value of SQL.
public enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// Bytes, which no function here looks into.
    case blob
}

extension Connection {
    /// Gives SQL on this connection a function of `count` arguments; `repeats`: the same arguments always give the same.
    public func define(
        _ name: String, arguments count: Int, repeats: Bool = true,
        _ body: @escaping @Sendable ([SQLiteValue]) -> SQLiteValue
    ) throws(SQLiteError) {
        let box = Unmanaged.passRetained(FunctionBox(body))
        let code = sqlite3_create_function_v2(
            handle, name, Int32(count), SQLITE_UTF8 | (repeats ? SQLITE_DETERMINISTIC : 0), box.toOpaque(),
            { context, count, values in
                let box = Unmanaged<FunctionBox>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue()
                let arguments = (0..<Int(count)).map { SQLiteValue(values![$0]) }
                box.body(arguments).give(to: context)
            }, nil, nil, { Unmanaged<FunctionBox>.fromOpaque($0!).release() })
        guard code == SQLITE_OK else {
            throw SQLiteError("define the function \(name) on", path: path, code: code, from: handle)
        }
    }

    /// Does `body`; while a statement of it runs, `isCancelled` is asked now and then, and true ends the statement with
    /// SQLITE_INTERRUPT.
    public func cancellable<Result: ~Copyable>(
        _ isCancelled: @escaping () -> Bool, _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        let box = CancelBox(isCancelled)
        // A few thousand steps of SQLite's machine take well under a millisecond.
        sqlite3_progress_handler(
            handle, 4000,
            { Unmanaged<CancelBox>.fromOpaque($0!).takeUnretainedValue().isCancelled() ? 1 : 0 },
            Unmanaged.passUnretained(box).toOpaque())
        defer {
            sqlite3_progress_handler(handle, 0, nil, nil)
            withExtendedLifetime(box) {}
        }
        return try body()
    }
}

extension SQLiteError {
    /// What was to be stored breaks a rule of the schema.
    public var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }

    /// The caller asked for the end of the statement.
    public var isInterrupted: Bool { primaryCode == SQLITE_INTERRUPT }
}

private final class FunctionBox: Sendable {
    let body: @Sendable ([SQLiteValue]) -> SQLiteValue
    init(_ body: @escaping @Sendable ([SQLiteValue]) -> SQLiteValue) { self.body = body }
}

private final class CancelBox {
    let isCancelled: () -> Bool
    init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }
}

extension SQLiteValue {
    fileprivate init(_ value: OpaquePointer?) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
        case SQLITE_TEXT: self = .text(sqlite3_value_text(value).map { String(cString: $0) } ?? "")
        case SQLITE_NULL: self = .null
        default: self = .blob
        }
    }

    fileprivate func give(to context: OpaquePointer?) {
        switch self {
        case .integer(let number): sqlite3_result_int64(context, number)
        case .real(let number): sqlite3_result_double(context, number)
        case .text(let text): csqlite_result_text(context, text)
        case .null, .blob: sqlite3_result_null(context)
        }
    }
}
