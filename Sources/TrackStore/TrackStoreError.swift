import SQLiteIO
import SystemIO

/// What can go wrong with a track's stores. Every case says where.
public enum TrackStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// SQLite refused.
    case database(SQLiteError)
    /// The system refused.
    case file(IOError)
    /// A later version of the program wrote the file.
    case newerSchema(path: String, found: Int64, known: Int64)
    /// A database, but of another program.
    case foreign(path: String, found: String)
    /// The file is damaged; nothing was changed.
    case damaged(path: String, findings: [String])
    /// No run of that number.
    case noRun(Int64, path: String)
    /// The run's state does not allow it.
    case runState(run: Int64, wanted: String, found: String)
    /// A fact that the store does not take.
    case unfit(wanted: String, found: String)

    public var description: String {
        switch self {
        case .database(let error): error.description
        case .file(let error): error.description
        case .newerSchema(let path, let found, let known):
            "\(path) has schema \(found), this program knows schemas up to \(known)"
        case .foreign(let path, let found): "\(path) is not a track: \(found)"
        case .damaged(let path, let findings): "\(path) is damaged: \(findings.joined(separator: "; "))"
        case .noRun(let run, let path): "\(path) has no run \(run)"
        case .runState(let run, let wanted, let found): "run \(run): expected \(wanted), found \(found)"
        case .unfit(let wanted, let found): "expected \(wanted), found \(found)"
        }
    }

    /// What to do about it.
    public var hint: String {
        switch self {
        case .database(let error): error.hint
        case .file: "check that the folder exists and may be written"
        case .newerSchema: "use the version that wrote it, or a later one; the file was not changed"
        case .foreign: "give the path of a track.sqlite"
        case .damaged: "set it aside with its -wal and -shm; all three are kept"
        case .noRun: "list the runs first"
        case .runState: "see the run states in docs/formats.md"
        case .unfit: "this is a mistake of the caller"
        }
    }

    /// The file would not open or could not be written, and may open later: a locked device answers so.
    public var isForNow: Bool {
        switch self {
        case .database(let error): error.isRefusedBySystem || error.isBusy || error.isFull
        case .file: true
        default: false
        }
    }
}

extension TrackStoreError {
    /// Damage has a name of its own, wherever it shows.
    init(_ error: SQLiteError) {
        self = error.isCorrupt ? .damaged(path: error.path, findings: [error.message]) : .database(error)
    }
}

/// Runs calls to SQLite and to the system, and names their failures as this module does.
func stored<Result: ~Copyable>(
    _ body: () throws(SQLiteError) -> Result
) throws(TrackStoreError) -> Result {
    do throws(SQLiteError) { return try body() } catch { throw TrackStoreError(error) }
}

func onDisk<Result: ~Copyable>(_ body: () throws(IOError) -> Result) throws(TrackStoreError) -> Result {
    do throws(IOError) { return try body() } catch { throw .file(error) }
}
