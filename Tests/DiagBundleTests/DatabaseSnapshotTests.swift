import Foundation
import SQLiteIO
import TestKit
import Testing

@testable import DiagBundle

@Suite struct DatabaseSnapshotTests {
    @Test("A database that another process writes all the time is copied consistently, and the writer goes on")
    func inUse() async throws {
        let folder = TemporaryFolder()
        let file = folder.appending("live.sqlite")
        async let writer = #expect(processExitsWith: .success) { [file = file as String] in
            let connection = try Connection(file)
            try connection.execute("PRAGMA journal_mode = WAL")
            try connection.execute("CREATE TABLE pair(a INTEGER, b INTEGER)")
            // Every transaction keeps the sum of each column equal: a torn copy would show.
            var count = 0
            while access(file + ".stop", F_OK) != 0, count < 1_000_000 {
                try connection.transaction { () throws(SQLiteError) in
                    try connection.execute("INSERT INTO pair VALUES (\(count), 0)")
                    try connection.execute("UPDATE pair SET b = a WHERE rowid = last_insert_rowid()")
                }
                count += 1
                if count == 20 { _ = FileManager.default.createFile(atPath: file + ".ready", contents: nil) }
            }
        }
        defer { _ = FileManager.default.createFile(atPath: file + ".stop", contents: nil) }
        while access(file + ".ready", F_OK) != 0 { try await Task.sleep(for: .milliseconds(5)) }
        for round in 0..<5 {
            let snapshot = try DatabaseSnapshot.take(of: file, to: folder.appending("copy-\(round).sqlite"))
            #expect(snapshot.integrityCheck == ["ok"])
            let copy = try Connection(snapshot.file, .readOnly)
            #expect(try copy.integer("SELECT count(*) >= 20 AND sum(a) = sum(b) FROM pair") == 1)
        }
        _ = FileManager.default.createFile(atPath: file + ".stop", contents: nil)
        _ = await writer
    }

    @Test("A transaction that a dead process left half done is rolled back in the copy, and the original is untouched")
    func hotJournal() async throws {
        let folder = TemporaryFolder()
        let file = folder.appending("dead.sqlite")
        await #expect(processExitsWith: .signal(SIGKILL)) { [file = file as String] in
            let connection = try Connection(file)
            try connection.execute("CREATE TABLE t(x)")
            try connection.execute("INSERT INTO t VALUES (1)")
            try connection.execute("PRAGMA cache_size = 2")
            try connection.execute("BEGIN")
            try connection.execute("UPDATE t SET x = 2")
            // More than the cache holds: pages go to the file before the end of the transaction.
            try connection.execute(
                "WITH c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 5000) INSERT INTO t SELECT i FROM c")
            kill(getpid(), SIGKILL)
        }
        try #require(access(file + "-journal", F_OK) == 0)
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        let snapshot = try DatabaseSnapshot.take(of: file, to: folder.appending("copy.sqlite"))
        #expect(try Connection(snapshot.file, .readOnly).texts("SELECT x FROM t") == ["1"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        #expect(access(file + "-journal", F_OK) == 0)
    }

    @Test("A database that is named, and lies in the log, is packed once; another of its name gets a number")
    func named() throws {
        let log = try PackedLog()
        try Connection(log.folder.appending("log/track.sqlite")).execute("CREATE TABLE inside(x)")
        try log.folder.write([], to: "other/empty")
        try Connection(log.folder.appending("other/track.sqlite")).execute("CREATE TABLE outside(x)")
        let manifest = try log.pack {
            $0.databases = ["log/./track.sqlite", "other/track.sqlite"].map { log.folder.appending($0) }
        }.manifest
        #expect(manifest.failures.isEmpty)
        #expect(manifest.databases.map(\.path) == ["track.sqlite", "track-2.sqlite"])
        let found = try members(of: log.bytes, keyring: Keys.ring())
        let copy = try log.folder.write(try #require(found["track-2.sqlite"]), to: "copy.sqlite")
        #expect(try Connection(copy, .readOnly).texts("SELECT name FROM sqlite_schema") == ["outside"])
    }

    @Test("The wish to stop ends the copy of a database in the middle, and leaves nothing")
    func cancelled() throws {
        let log = try PackedLog()
        let file = log.folder.appending("log/track.sqlite")
        try Connection(file).execute(
            "CREATE TABLE t AS WITH c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 200000) SELECT i FROM c")
        let begun = Asked()
        let control = WorkControl(isCancelled: { begun.isSeen(in: log.folder.path) })
        #expect {
            try BundlePlan(log.request, sealing: .open, control: control)
        } throws: { ($0 as! BundleError).fault == .cancelled }
        #expect(begun.isCopySeen)
        #expect(tree(log.folder.path).filter { $0.contains("diagbundle") }.isEmpty)
    }

    /// Asks for the end once a copy is being made.
    final class Asked: @unchecked Sendable {
        private let lock = NSLock()
        private(set) var isCopySeen = false

        func isSeen(in folder: String) -> Bool {
            lock.withLock {
                isCopySeen =
                    isCopySeen || tree(folder).contains { $0.contains("diagbundle") && $0.hasSuffix(".sqlite") }
                return isCopySeen
            }
        }
    }

    @Test("A corrupt and a locked database are named in the manifest, and the rest is packed")
    func unusable() throws {
        let log = try PackedLog()
        try log.folder.write(AgeFileTests.plain(5000), to: "corrupt.sqlite")
        let locked = try Connection(log.folder.appending("locked.sqlite"))
        try locked.execute("CREATE TABLE t(x)")
        try locked.execute("BEGIN EXCLUSIVE")
        let good = try Connection(log.folder.appending("good.sqlite"))
        try good.execute("CREATE TABLE t(x)")
        let manifest = try log.pack {
            $0.databases = ["corrupt", "locked", "good", "missing"].map { log.folder.appending($0 + ".sqlite") }
        }.manifest
        #expect(manifest.failures.map(\.path) == ["corrupt.sqlite", "locked.sqlite", "missing.sqlite"])
        // What SQLite said, without a statement of ours.
        #expect(manifest.failures.allSatisfy { !$0.message.contains("VACUUM") && !$0.message.contains(" in: ") })
        #expect(manifest.databases == [.init(path: "good.sqlite", integrityCheck: ["ok"])])
        #expect(manifest.files.count == 4)
    }
}
