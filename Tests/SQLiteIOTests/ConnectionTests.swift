import CSQLite
import SQLiteIO
import TestKit
import Testing

@Suite struct ConnectionTests {
    let folder = TemporaryFolder()

    private func database() throws -> Connection {
        let database = try Connection(folder.appending("a.sqlite"))
        try database.execute("CREATE TABLE row (key INTEGER PRIMARY KEY, word TEXT, raw BLOB)")
        return database
    }

    @Test("integers, texts, bytes and null come back as they went in")
    func values() throws {
        let database = try database()
        var insert = try database.prepare("INSERT INTO row VALUES (?, ?, ?)")
        try insert.bind(.min, at: 1)
        try insert.bind("né\0e", at: 2)
        try insert.bind([0, 255], at: 3)
        try insert.run()
        try insert.bind(7, at: 1)
        try insert.bind("", at: 2)
        try insert.bind([UInt8](), at: 3)
        try insert.run()
        try insert.bind(8, at: 1)
        try insert.bind(nil as String?, at: 2)
        try insert.run()
        var select = try database.prepare("SELECT key, word, raw, typeof(word), typeof(raw) FROM row ORDER BY key")
        #expect(try select.step())
        #expect(select.integer(0) == .min && select.text(1) == "né\0e" && select.bytes(2) == [0, 255])
        #expect(try select.step())
        #expect(select.text(1) == "" && select.text(3) == "text" && select.text(4) == "blob" && select.bytes(2) == [])
        #expect(try select.step())
        #expect(select.text(1) == nil && select.integer(1) == nil && select.number(1) == 0)
        #expect(try !select.step())
    }

    @Test("a failure names the file, the statement and what SQLite said")
    func failures() throws {
        let database = try database()
        try database.execute("INSERT INTO row VALUES (1, 'a', NULL)")
        let path = folder.appending("a.sqlite")
        let failure = #expect(throws: SQLiteError.self) {
            try database.execute("INSERT INTO row VALUES (1, 'b', NULL)")
        }
        #expect(failure?.path == path && failure?.primaryCode == SQLITE_CONSTRAINT)
        #expect(
            failure?.description
                == "cannot execute on \(path): UNIQUE constraint failed: row.key (SQLite 1555) "
                + "in: INSERT INTO row VALUES (1, 'b', NULL)")
        let unknown = #expect(throws: SQLiteError.self) { _ = try database.integer("SELECT missing FROM row") }
        #expect(unknown?.message == "no such column: missing")
        let missing = #expect(throws: SQLiteError.self) { _ = try Connection("/nowhere/a.sqlite", .readOnly) }
        #expect(missing?.isRefusedBySystem == true)
    }

    @Test("a statement that failed can be bound and run again")
    func again() throws {
        let database = try database()
        var insert = try database.prepare("INSERT INTO row (key) VALUES (?)")
        try insert.bind(1, at: 1)
        try insert.run()
        #expect(throws: SQLiteError.self) { try insert.run() }
        try insert.bind(2, at: 1)
        try insert.run()
        #expect(try database.integer("SELECT count(*) FROM row") == 2)
    }

    @Test("a transaction that fails leaves nothing, and the next one succeeds")
    func transactions() throws {
        let database = try database()
        #expect(throws: SQLiteError.self) {
            try database.transaction { () throws(SQLiteError) in
                try database.execute("INSERT INTO row (key) VALUES (1)")
                try database.execute("INSERT INTO row (key) VALUES (1)")
            }
        }
        #expect(try database.integer("SELECT count(*) FROM row") == 0)
        try database.transaction { () throws(SQLiteError) in
            try database.execute("INSERT INTO row (key) VALUES (1)")
        }
        #expect(try database.integer("SELECT count(*) FROM row") == 1)
    }

    @Test("a file that is no database, and one cut in the middle, are told from a sound one")
    func damage() throws {
        let noise = try folder.write("this is not a database, whatever it is called", to: "noise.sqlite")
        let failure = #expect(throws: SQLiteError.self) {
            _ = try Connection(noise, .readOnly).integer("SELECT count(*) FROM sqlite_schema")
        }
        #expect(failure?.isCorrupt == true)
        let sound = try database()
        try sound.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) "
                + "INSERT INTO row SELECT i, 'word ' || i, NULL FROM n")
        #expect(try sound.integrityFindings() == [])
        try sound.vacuum(into: folder.appending("copy.sqlite"))
        let copy = try folder.read("copy.sqlite")
        #expect(try Connection(folder.appending("copy.sqlite"), .readOnly).integer("SELECT count(*) FROM row") == 2000)
        let torn = try folder.write(Array(copy[..<(copy.count / 8192 * 4096)]), to: "torn.sqlite")
        let findings = #expect(throws: SQLiteError.self) {
            _ = try Connection(torn, .readOnly).integer("SELECT sum(length(word)) FROM row")
        }
        #expect(findings?.isCorrupt == true)
    }

    @Test("a copy is made into a new file only")
    func copyRefused() throws {
        let database = try database()
        try folder.write("kept", to: "copy.sqlite")
        #expect(throws: SQLiteError.self) { try database.vacuum(into: folder.appending("copy.sqlite")) }
        #expect(try folder.read("copy.sqlite") == Array("kept".utf8))
    }
}
