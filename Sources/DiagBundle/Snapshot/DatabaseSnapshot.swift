import SQLiteIO
import SystemIO

/// A database in use, copied by SQLite itself (`VACUUM INTO`) into a folder of our own: consistent whatever others write
/// meanwhile, and compact.
struct DatabaseSnapshot {
    /// Where the copy lies.
    var file: String
    /// `ok`, or the findings of SQLite's own check of the copy.
    var integrityCheck: [String]

    /// Copies the database at `source` to `target`, which must not exist.
    static func take(
        of source: String, to target: String, control: WorkControl = WorkControl()
    ) throws(BundleError) -> DatabaseSnapshot {
        guard try system({ () throws(IOError) in try FileSystem.entry(at: source) })?.kind == .file else {
            throw BundleError(.database, source, "expected a database, found no such file")
        }
        do throws(SQLiteError) {
            try copy(source, to: target, control)
            let findings = try Connection(target, .readOnly).during(control) { (copied) throws(SQLiteError) in
                try copied.integrityFindings()
            }
            return DatabaseSnapshot(file: target, integrityCheck: findings.isEmpty ? ["ok"] : findings)
        } catch {
            // The copy may be there in part: nothing of it is any use, and what stays goes with the scratch folder.
            try? FileSystem.remove(target)
            try control.check()
            throw BundleError(error, source)
        }
    }

    private static func copy(_ source: String, to target: String, _ control: WorkControl) throws(SQLiteError) {
        do throws(SQLiteError) {
            // Read-only: closing never folds the log of another's transactions into the file.
            try Connection(source, .readOnly).during(control) { (source) throws(SQLiteError) in
                try vacuum(source, into: target)
            }
        } catch  where error.isRefusedBySystem {
            // A transaction that a dead process left half done is rolled back in a copy, not in the original. What cannot
            // be removed goes with the scratch folder, and what may be missing was never there.
            try? FileSystem.remove(target)
            let twin = target + ".twin"
            defer { for suffix in Self.suffixes { try? FileSystem.remove(twin + suffix) } }
            for suffix in Self.suffixes where copyFile(source + suffix, to: twin + suffix) == false {
                if suffix.isEmpty { throw error }
            }
            try Connection(twin, .readWrite).during(control) { (twin) throws(SQLiteError) in
                try vacuum(twin, into: target)
            }
        }
    }

    /// SQLite gives a file that it makes to whom the process's mask allows; an empty one that is there it takes as it is.
    private static func vacuum(_ source: borrowing Connection, into target: String) throws(SQLiteError) {
        // Where none can be made SQLite says why.
        _ = try? Descriptor(open: target, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        try source.vacuum(into: target)
    }

    /// The database, and what may lie beside it.
    private static let suffixes = ["", "-journal", "-wal"]

    /// Whether it was copied: without the file itself the first failure, SQLite's, is the one to tell.
    private static func copyFile(_ source: String, to target: String) -> Bool {
        guard let input = try? Descriptor(open: source, flags: O_RDONLY),
            let output = try? Descriptor(open: target, flags: O_WRONLY | O_CREAT | O_EXCL)
        else { return false }
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        return buffer.write { buffer in
            while let count = try? input.read(into: buffer) {
                if count == 0 { return true }
                let isWritten: Void? = try? output.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                if isWritten == nil { return false }
            }
            return false
        }
    }
}

extension Connection {
    /// Does `body` on this connection; a wish to stop ends the statement under way.
    fileprivate consuming func during<Result>(
        _ control: WorkControl, _ body: (borrowing Connection) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        // Every page is visited once: a large cache would only take memory. KiB. Nobody misses a copy that a power cut
        // leaves half written: waiting for the medium would be in vain.
        try execute("PRAGMA cache_size = -256; PRAGMA synchronous = OFF")
        guard let isCancelled = control.isCancelled else { return try body(self) }
        return try cancellable(isCancelled) { () throws(SQLiteError) in try body(self) }
    }
}

extension BundleError {
    /// SQLite's words about the database at `path`, without the statement: it is ours, and tells a user nothing.
    init(_ error: SQLiteError, _ path: String) {
        self.init(.database, path, "cannot \(error.action) the database: \(error.message) (SQLite \(error.code))")
    }
}
