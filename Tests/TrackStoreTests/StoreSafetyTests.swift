import FieldModel
import SQLiteIO
import SystemIO
import TestKit
import Testing

@testable import TrackStore

@Suite struct StoreSafetyTests {
    let track = EmptyTrack()

    @Test("a newer schema is refused by name, and the file is left as it is")
    func newer() throws {
        do {
            let database = try track.recording()
            try database.connection.execute("PRAGMA user_version = 7; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let before = try track.folder.read("track.sqlite")
        let refusal = TrackStoreError.newerSchema(path: track.path, found: 7, known: 1)
        #expect(throws: refusal) { _ = try track.open() }
        #expect(throws: refusal) { _ = try FactDatabase.open(track.path, settingDamageAsideAt: WallTime(1)) }
        #expect(refusal.description == "\(track.path) has schema 7, this program knows schemas up to 1")
        #expect(try track.folder.read("track.sqlite") == before)
    }

    @Test("a database of another program is refused, and left as it is")
    func foreign() throws {
        do { try Connection(track.path).execute("CREATE TABLE song (title TEXT); PRAGMA user_version = 1") }
        let before = try track.folder.read("track.sqlite")
        #expect(throws: TrackStoreError.foreign(path: track.path, found: "application id 0, schema 1, 1 tables")) {
            _ = try track.open()
        }
        #expect(try track.folder.read("track.sqlite") == before)
    }

    @Test("a damaged store is refused; moved aside on demand, it is whole, and the new one says where it is")
    func damaged() throws {
        do {
            var database = try track.recording()
            _ = try database.write(Walk.batch(0..<500), to: 1)
            try database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        var bytes = try track.folder.read("track.sqlite")
        bytes.replaceSubrange(0..<100, with: [UInt8](repeating: 0x55, count: 100))
        try track.folder.write(bytes, to: "track.sqlite")
        try track.folder.write("a log", to: "track.sqlite-wal")
        #expect(throws: TrackStoreError.damaged(path: track.path, findings: ["file is not a database"])) {
            _ = try track.open()
        }
        #expect(try track.folder.read("track.sqlite") == bytes)

        let fresh = try FactDatabase.open(track.path, settingDamageAsideAt: WallTime(77))
        let kept = track.path + ".damaged-77/track.sqlite"
        #expect(try fresh.runs() == [])
        #expect(
            try fresh.incidents() == [
                Incident(time: WallTime(77), kind: .setAside, note: "\(kept): file is not a database")
            ])
        #expect(try FileSystem.contents(of: kept) == bytes)
        #expect(try FileSystem.contents(of: kept + "-wal") == Array("a log".utf8))
    }

    @Test("the check on demand finds damage inside the pages, and reading them names it")
    func inside() throws {
        do {
            var database = try track.recording()
            _ = try database.write(Walk.batch(0..<5_000), to: 1)
            #expect(try database.integrityFindings() == [])
            try database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        var bytes = try track.folder.read("track.sqlite")
        let page = 4096
        for start in stride(from: 20 * page, to: bytes.count - page, by: page) {
            bytes.replaceSubrange(start..<(start + page), with: [UInt8](repeating: 0xA5, count: page))
        }
        try track.folder.write(bytes, to: "track.sqlite")
        let database = try track.open()
        #expect(try !database.integrityFindings().isEmpty)
        #expect(throws: TrackStoreError.self) { _ = try database.points(ofRun: 1) }
    }

    @Test("a migration that fails half way leaves the old schema")
    func migration() throws {
        let path = track.path
        let first = SchemaSteps(applicationID: 5, steps: ["CREATE TABLE a (x)"])
        try first.open(path).execute("INSERT INTO a VALUES (1)")
        let broken = SchemaSteps(applicationID: 5, steps: first.steps + ["ALTER TABLE a ADD COLUMN y", "NOT SQL"])
        #expect(throws: TrackStoreError.self) { _ = try broken.open(path) }
        #expect(try first.open(path).texts("SELECT name FROM pragma_table_info('a')") == ["x"])
        let second = SchemaSteps(applicationID: 5, steps: first.steps + ["ALTER TABLE a ADD COLUMN y"])
        #expect(try second.open(path).texts("SELECT name FROM pragma_table_info('a')") == ["x", "y"])
        #expect(throws: TrackStoreError.newerSchema(path: path, found: 2, known: 1)) { _ = try first.open(path) }
    }

    @Test("what is recorded is for its owner alone to read")
    func privacy() throws {
        let database = try track.recording()
        let modes = try ["", "-wal"].map { try FileSystem.entry(at: track.path + $0)?.mode }
        #expect(modes == [0o600, 0o600])
        #expect(database.path == track.path)
    }

    @Test("a reader sees whole batches while another connection writes")
    func reader() throws {
        var writer = try track.recording()
        let reader = try FactDatabase(track.path, readOnly: true)
        _ = try writer.write(Walk.batch(0..<20), to: 1)
        #expect(try reader.points(ofRun: 1).count == 20)
        #expect(throws: TrackStoreError.self) {
            _ = try FactDatabase(track.folder.appending("none.sqlite"), readOnly: true)
        }
    }
}
