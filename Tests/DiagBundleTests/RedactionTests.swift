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
        #expect(manifest.redactions == [.init(path: "samples/2026-11-30.csv", rule: "home", count: 100)])
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
        #expect(rules == ["home 2", "opaque 1", "unreadable 1"])
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
        #expect(manifest.redactions.contains(.init(path: "track.sqlite", rule: "home", count: 1)))
        // The log's own database is as it was.
        #expect(try connection.integer("SELECT count(*) FROM point") == 2)
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
        }
        #expect(
            files.keys.sorted() == [
                "events/2026-11-30.jsonl", "manifest.json", "samples/2026-11-30.csv", "settings.json",
            ])
        #expect(manifest.omissions.map(\.path).sorted() == ["events/2026-11-30.jsonl.100.torn", "notes.txt"])
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
