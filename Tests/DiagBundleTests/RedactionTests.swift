import FieldModel
import Foundation
import SQLiteIO
import TestKit
import Testing

@testable import DiagBundle

@Suite struct RedactionTests {
    /// The walk of the samples begins at 50.1, 10.0 and goes north; the circle covers its first 100 m.
    static let home = "{\"zones\":[{\"name\":\"home\",\"lat\":50.1,\"lon\":10.0,\"radius_m\":100}]}"

    static func rules(_ text: String) throws -> RedactionRules {
        try RedactionRules(parsing: Array(text.utf8), path: "rules.json")
    }

    /// The packed files as lines, and the manifest.
    static func packed(_ rules: String, _ prepare: (PackedLog) throws -> Void = { _ in }) throws -> (
        files: [String: [String]], manifest: Manifest
    ) {
        let log = try PackedLog()
        try prepare(log)
        let manifest = try log.pack { $0.redaction = try! Self.rules(rules) }.manifest
        let found = try members(of: log.bytes, keyring: Keys.ring())
        return (
            found.mapValues { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) }, manifest
        )
    }

    static func cells(_ line: String) -> [String] {
        line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("No coordinate inside a zone is left in the samples, and every one outside is")
    func zoneInSamples() throws {
        let (files, manifest) = try Self.packed(Self.home)
        let rows = try #require(files["samples/2026-11-30.csv"]).dropFirst().map(Self.cells)
        // 9e-6 degrees a row are 1.0008 m: rows 0 to 99 lie within 100 m.
        #expect(rows.count == 300)
        #expect(rows.prefix(100).allSatisfy { $0[4].isEmpty && $0[5].isEmpty && $0[6] == "5.00" })
        #expect(rows.dropFirst(100).allSatisfy { $0[4].hasPrefix("50.") && $0[5] == "10.0000000" })
        #expect(manifest.redactions == [.init(path: "samples/2026-11-30.csv", rule: "zone:home", count: 100)])
    }

    @Test("No coordinate inside a zone is left in the events, at any depth, nor a state that may hold one")
    func zoneInEvents() throws {
        let (files, manifest) = try Self.packed(Self.home) {
            try $0.folder.write(
                """
                {"n":900,"t":1,"m":1,"u":1,"k":"visit","arrival":1,"departure":null,"lat":50.1,"lon":10.0,"hacc":5}
                {"n":901,"t":1,"m":1,"u":1,"k":"visit","arrival":1,"departure":null,"lat":51.5,"lon":10.0,"hacc":5}
                {"n":902,"t":1,"m":1,"u":1,"k":"new","at":[{"latitude":501000000,"longitude":100000000}]}
                {"n":903,"t":1,"m":1,"u":1,"k":"core","core":"trail","state":{"last":[501000000,100000000]}}
                {"n":904,"t":1,"k":"hb", broken
                """, to: "log/events/2026-11-29.jsonl")
        }
        let lines = try #require(files["events/2026-11-29.jsonl"])
        #expect(lines.count == 4)
        #expect(lines[0].contains("\"lat\":null,\"lon\":null") && lines[1].contains("51.5"))
        #expect(lines[2].contains("\"latitude\":null") && !lines[3].contains("state"))
        let all = files.filter { $0.key != "manifest.json" }.values.joined().joined()
        #expect(!all.contains("501000000") && !all.contains("50.1,"))
        let rules = manifest.redactions.filter { $0.path.hasPrefix("events") }.map { "\($0.rule) \($0.count)" }
        #expect(rules == ["opaque 1", "unreadable 1", "zone:home 2"])
    }

    @Test("Rows inside a zone are gone from a database, from its free pages too")
    func zoneInDatabase() throws {
        let log = try PackedLog()
        let file = log.folder.appending("log/track.sqlite")
        let connection = try Connection(file)
        try connection.execute(
            """
            CREATE TABLE point(id INTEGER PRIMARY KEY, lat INTEGER NOT NULL, lon INTEGER NOT NULL, note TEXT);
            INSERT INTO point VALUES (1, 501000000, 100000000, 'atHomeXYZ'), (2, 520000000, 100000000, 'away');
            CREATE TABLE packed(day INTEGER, chunk BLOB); INSERT INTO packed VALUES (1, x'0102');
            """)
        let manifest = try log.pack { $0.redaction = try! Self.rules(Self.home) }.manifest
        let found = try members(of: log.bytes, keyring: Keys.ring())
        let copy = try log.folder.write(try #require(found["track.sqlite"]), to: "copy.sqlite")
        #expect(try Connection(copy, .readOnly).texts("SELECT note FROM point") == ["away"])
        #expect(try Connection(copy, .readOnly).integer("SELECT count(*) FROM packed") == 0)
        #expect(Data(found["track.sqlite"]!).range(of: Data("atHomeXYZ".utf8)) == nil)
        #expect(manifest.redactions.contains(.init(path: "track.sqlite", rule: "zone:home", count: 1)))
        // The log's own database is as it was.
        #expect(try connection.integer("SELECT count(*) FROM point") == 2)
    }

    /// The copy of a database as it was packed under rules.
    struct RedactedDatabase {
        let log: PackedLog
        let file: String
        let bytes: [UInt8]
        let manifest: Manifest

        func texts(_ sql: String) throws -> [String] { try Connection(file, .readOnly).texts(sql) }
        func integer(_ sql: String) throws -> Int64? { try Connection(file, .readOnly).integer(sql) }
    }

    /// Packs a log with a database made by `sql`.
    static func redacted(_ sql: String, _ rules: String = home) throws -> RedactedDatabase {
        let log = try PackedLog()
        try Connection(log.folder.appending("log/track.sqlite")).execute(sql)
        let manifest = try log.pack { $0.redaction = try! Self.rules(rules) }.manifest
        let bytes = try #require(
            try members(of: log.bytes, keyring: Keys.ring())["track.sqlite"], "\(manifest.failures)")
        let file = try log.folder.write(bytes, to: "copy.sqlite")
        return RedactedDatabase(log: log, file: file, bytes: bytes, manifest: manifest)
    }

    @Test("A table without row numbers is redacted by its own key")
    func withoutRowNumbers() throws {
        let copy = try Self.redacted(
            """
            CREATE TABLE point(run INTEGER, seq INTEGER, lat INTEGER, lon INTEGER, PRIMARY KEY(run, seq)) WITHOUT ROWID;
            INSERT INTO point VALUES (1, 0, 501000000, 100000000), (1, 1, 501009900, 100000000), (2, 0, 501000500, 100000000);
            """)
        #expect(try copy.texts("SELECT run || '.' || seq FROM point") == ["1.1"])
        #expect(copy.manifest.failures.isEmpty)
        #expect(copy.manifest.redactions.contains(.init(path: "track.sqlite", rule: "zone:home", count: 2)))
    }

    @Test(
        "Every spelling and unit of a coordinate is found",
        arguments: [
            ("latitude REAL, longitude REAL", "50.1, 10.0"), ("Lat TEXT, Lng TEXT", "'50.1', ' 10.0 '"),
            ("start_lat INTEGER, start_lon INTEGER", "501000000, 100000000"), ("lat2 REAL, lon2 REAL", "50.1, 10"),
            ("startLatitude INTEGER, startLong INTEGER", "50100000, 10000000"),
        ])
    func spellings(columns: String, place: String) throws {
        let copy = try Self.redacted(
            "CREATE TABLE t(n INTEGER, \(columns)); INSERT INTO t VALUES (1, \(place)), (2, 7, 8), (3, NULL, NULL)")
        #expect(try copy.texts("SELECT n FROM t") == ["2", "3"])
        #expect(copy.manifest.redactions.contains(.init(path: "track.sqlite", rule: "zone:home", count: 1)))
    }

    @Test("What a trigger or the planner's statistics could keep of a deleted row is gone too")
    func sideWays() throws {
        let copy = try Self.redacted(
            """
            CREATE TABLE point(lat INTEGER, lon INTEGER, note TEXT); CREATE TABLE grave(note TEXT);
            CREATE INDEX by_note ON point(note);
            CREATE TRIGGER bury AFTER DELETE ON point BEGIN INSERT INTO grave VALUES (old.note); END;
            INSERT INTO point VALUES (501000000, 100000000, 'atHomeXYZ'), (520000000, 100000000, 'away');
            ANALYZE;
            """)
        #expect(try copy.integer("SELECT count(*) FROM grave") == 0)
        #expect(try copy.texts("SELECT name FROM sqlite_schema WHERE type = 'trigger'") == ["bury"])
        #expect(try copy.integer("SELECT count(*) FROM sqlite_stat1") == 0)
        #expect(Data(copy.bytes).range(of: Data("atHomeXYZ".utf8)) == nil)
    }

    @Test("Texts that have to differ become numbers, others go")
    func uniqueTexts() throws {
        let copy = try Self.redacted(
            """
            CREATE TABLE run(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, note TEXT);
            INSERT INTO run VALUES (1, 'Anna', 'x'), (2, 'Bert', NULL);
            """, "{\"text\":\"drop\"}")
        #expect(try copy.texts("SELECT name FROM run") == ["1", "2"])
        #expect(try copy.texts("SELECT note FROM run") == ["", ""])
        #expect(copy.manifest.failures.isEmpty)
    }

    @Test("Shifted longitudes of a database stay in their unit, all by one angle")
    func shiftedDatabase() throws {
        let copy = try Self.redacted(
            """
            CREATE TABLE t(lat INTEGER, lon INTEGER, PRIMARY KEY(lat, lon)) WITHOUT ROWID;
            INSERT INTO t VALUES (501000000, 100000000), (501000000, 100000007);
            CREATE TABLE u(lat REAL, lon REAL); INSERT INTO u VALUES (50.1, 10.0);
            """, "{\"coordinates\":\"shift\"}")
        let moved = try copy.texts("SELECT lon FROM t ORDER BY lon").map { Int($0)! }
        #expect(moved[1] - moved[0] == 7 && abs(moved[0] - 100_000_000) >= 100_000_000)
        #expect(try copy.integer("SELECT CAST(round(lon * 1e7) AS INTEGER) FROM u") == Int64(moved[0]))
    }

    @Test("Classified coordinates keep their class and the length of each step, and no place")
    func classify() throws {
        let (files, _) = try Self.packed("{\"coordinates\":\"classify\"}") {
            try $0.folder.write(
                "lat,lon,t\n0,0,1\n,,2\n-1,-1,3\n51,10,4\n51.001,10,5\nnan,5,6\n-33,151,7\n", to: "log/samples/x.csv")
        }
        #expect(
            files["samples/x.csv"]?.prefix(7) == [
                "lat,lon,t,coordinate,step_m", ",,1,zero,", ",,2,empty,", ",,3,sentinel,", ",,4,ne,", ",,5,ne,111.20",
                ",,6,nan,",
            ])
        #expect(files["samples/x.csv"]?.last?.hasPrefix(",,7,se,1") == true)
    }

    @Test("Every pair of columns with coordinates is looked into, the first tells its step")
    func pairs() throws {
        let (files, _) = try Self.packed(Self.home) {
            try $0.folder.write(
                "n,recv,latitude,longitude,fence_lat,fence_lng\n1,1,50.1,10.0,50.1001,10.0\n2,2,51.5,10.0,50.1,10.0\n",
                to: "log/samples/2026-11-29.csv")
        }
        #expect(files["samples/2026-11-29.csv"]?.dropFirst() == ["1,1,,,,", "2,2,51.5,10.0,,"])
    }

    @Test("Shifted coordinates keep latitude and steps, all by one angle")
    func shift() throws {
        let (files, _) = try Self.packed("{\"coordinates\":\"shift\"}")
        let rows = try #require(files["samples/2026-11-30.csv"]).dropFirst().map(Self.cells)
        #expect(Set(rows.map { $0[5] }).count == 1)
        #expect(abs(Double(rows[0][5])! - 10) >= 10)
        #expect(rows[0][4] == "50.1000000")
    }

    @Test("The ends of trips are trimmed: first and last place, and every stay of ten minutes")
    func trim() throws {
        let (files, _) = try Self.packed("{\"trim_m\":50}")
        let rows = try #require(files["samples/2026-11-30.csv"]).dropFirst().map(Self.cells)
        let isGone = rows.map { $0[4].isEmpty }
        #expect(isGone.prefix(49).allSatisfy { $0 } && isGone.suffix(49).allSatisfy { $0 })
        #expect(!isGone[60..<240].contains(true))
    }

    @Test("Only the columns, and the kinds of event, that are listed are kept")
    func allowLists() throws {
        let (files, _) = try Self.packed("{\"samples\":[\"n\",\"t\",\"hacc\"],\"events\":[\"launch\"]}")
        #expect(files["samples/2026-11-30.csv"]?[0] == "n,t,hacc")
        #expect(files["samples/2026-11-30.csv"]?[1] == "2,1796000000000,5.00")
        #expect(files["events/2026-11-30.jsonl"]?.count == 1)
    }

    @Test("Free text is dropped from marks and from kinds that nobody knows, codes stay")
    func text() throws {
        let (files, _) = try Self.packed("{\"text\":\"drop\"}") {
            try $0.folder.write(
                """
                {"n":900,"t":1,"m":1,"u":1,"k":"mark","text":"at my aunt's"}
                {"n":901,"t":1,"m":1,"u":1,"k":"mystery","said":"my aunt","count":3}
                {"n":902,"t":1,"m":1,"u":1,"k":"prev-exit","cause":"killed"}
                """, to: "log/events/2026-11-29.jsonl")
        }
        let lines = try #require(files["events/2026-11-29.jsonl"])
        #expect(!lines.joined().contains("aunt"))
        #expect(lines[1].contains("\"count\":3") && lines[2].contains("killed"))
    }

    @Test("What cannot be looked into is left out, and named")
    func unknownFiles() throws {
        let (files, manifest) = try Self.packed(Self.home) {
            try $0.folder.write("50.1,10.0", to: "log/notes.txt")
            try $0.folder.write("50.1", to: "log/events/2026-11-30.jsonl.100.torn")
            try $0.folder.write("{\"auth\":{\"loc", to: "log/settings.json.torn")
        }
        #expect(
            files.keys.sorted() == [
                "events/2026-11-30.jsonl", "manifest.json", "samples/2026-11-30.csv", "settings.json",
            ])
        #expect(
            manifest.omissions.map(\.path).sorted() == [
                "events/2026-11-30.jsonl.100.torn", "notes.txt", "settings.json.torn",
            ])
    }

    @Test(
        "Rules with a slip of the pen are refused, with its name",
        arguments: [
            ("{\"zone\":[]}", "zone"), ("{\"zones\":[{\"lat\":1,\"lng\":2}]}", "lng"),
            ("{\"zones\":[{\"lat\":91,\"lon\":2}]}", "lat"),
            ("{\"coordinates\":\"hide\"}", "classify"), ("{\"text\":true}", "keep or drop"),
            ("{\"samples\":\"n\"}", "list"),
            ("[]", "object"), ("{", "JSON"),
        ])
    func wrongRules(text: String, word: String) {
        #expect { try Self.rules(text) } throws: { error in
            (error as! BundleError).fault == .badRules && "\(error)".contains(word)
        }
    }
}
