import FieldModel
import LogFormat
import TestKit
import Testing

/// `analyze info`, `gaps` and `exits` as real processes.
@Suite struct GapsCommandTests {
    /// One suspension of 1,920 s and one kill of 259 s, as a single file.
    static let log = """
        {"n":1,"t":1777881600000,"m":1000000,"u":900000,"k":"launch","run":"A","period":60000,"reason":"user"}
        {"n":2,"t":1777881660000,"m":1060000,"u":960000,"k":"hb","app":"bg","due":1060000,"cpu":100}
        {"n":3,"t":1777881720000,"m":1120000,"u":1020000,"k":"hb","app":"bg","due":1120000,"cpu":110}
        {"n":4,"t":1777883640000,"m":3040000,"u":1140000,"k":"hb","app":"bg","due":1180000,"cpu":112}
        {"n":5,"t":1777883700000,"m":3100000,"u":1200000,"k":"hb","app":"bg","due":3100000,"cpu":120}
        {"n":6,"t":1777883959000,"m":3359000,"u":1459000,"k":"launch","run":"B","period":60000,"reason":"location"}

        """
    static let bytes = Array(log.utf8)

    private func gaps(_ arguments: [String]) throws -> Value {
        try JSON.parse(try Tool.run("analyze", ["gaps", "-", "--format", "json"] + arguments, input: Self.bytes).text)
    }

    @Test func `JSON has the keys of the contract`() throws {
        let value = try gaps([])
        #expect(value["schema"] == "flightlog.gaps/1")
        #expect(value["period_s"]?.double == 60)
        #expect(value["recorded_s"]?.double == 2359)
        #expect(value["alive_s"]?.double == 180)
        #expect(value["alive"]?.double == 0.0763)
        let gap = try #require(value["gaps"]?.array?.first)
        #expect(
            gap.fields?.map(\.key).prefix(14) == [
                "kind", "from", "to", "seconds", "missed", "asleep_s", "moved_m", "matters", "run", "confidence",
                "evidence", "records", "before", "ended_by",
            ])
        #expect(gap["kind"] == "suspended")
        #expect(gap["from"] == "2026-05-04T08:02:00.000Z")
        #expect(gap["seconds"]?.double == 1920)
        #expect(gap["missed"] == 31)
        #expect(gap["asleep_s"]?.double == 1800)
        #expect(gap["confidence"] == "certain")
        for key in ["clock_steps", "late", "missing_beats", "silent", "starved"] { #expect(value[key]?.array != nil) }
        #expect(value["damage"]?["lines_skipped"] == 0)
        #expect(value["damage"]?["bytes_skipped"] == 0)
        #expect(value["damage"]?["records_lost"] == 0)
    }

    @Test func `ndjson has a line a gap, CSV a header and a row a gap`() throws {
        let lines = try Tool.run("analyze", ["gaps", "-", "--format=ndjson"], input: Self.bytes).text
            .split(separator: "\n")
        #expect(try lines.map { try JSON.parse(String($0))["kind"] } == ["suspended", "killed"])
        let rows = try Tool.run("analyze", ["gaps", "-", "--format", "csv"], input: Self.bytes).text
            .split(separator: "\n")
        #expect(rows.map { $0.split(separator: ",")[0] } == ["kind", "suspended", "killed"])
    }

    @Test func `the text says the important first`() throws {
        let text = try Tool.run("analyze", ["gaps", "-"], input: Self.bytes).text
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines[0] == "2 gaps, 0 that matter, 2 without a fix on both sides, longest 32 min")
        #expect(lines.contains { $0.contains("08:02:00") && $0.contains("32 min") && $0.contains("suspended") })
        #expect(lines.contains { $0.contains("4 min 19 s") && $0.contains("killed") })
        #expect(!text.contains("\u{1B}"))
    }

    static let statuses: [([String], Int32)] = [
        (["gaps", "-"], 0), (["gaps", "-", "--fail-on", "any"], 4), (["gaps", "-", "--fail-on", "matters"], 0),
        (["exits", "-"], 0), (["exits", "-", "--fail-on", "unclean"], 4), (["exits", "-", "--fail-on", "crash"], 0),
        (["info", "-"], 0), (["gaps"], 2), (["gaps", "-", "--format", "xml"], 2),
        (["gaps", "-", "--since", "soon"], 2),
        (["gaps", "-", "--threshold", "-1"], 2), (["gaps", "-", "--by", "colour"], 2),
        (["gaps", "-", "--since", "mark:nowhere"], 2), (["gaps", "/nowhere/at/all"], 1),
        (["gaps", "-", "--threshold", "2000"], 0),
    ]

    @Test(arguments: statuses)
    func `the exit status says how it went`(arguments: [String], status: Int32) throws {
        let result = try Tool.run("analyze", arguments, input: Self.bytes)
        #expect(result.status == status)
        #expect(result.signal == nil)
        let isQuiet = [0, 4].contains(status)
        #expect(result.errors.isEmpty == isQuiet)
    }

    static let choices: [([String], Int)] = [
        (["--since", "08:30"], 2), (["--since", "-5m"], 1), (["--until", "2026-05-04T08:01:00Z"], 0),
        (["--since", "1777883640001"], 1), (["--threshold", "3000"], 1),
    ]

    @Test(arguments: choices)
    func `options choose which gaps are listed`(arguments: [String], count: Int) throws {
        #expect(try gaps(arguments)["gaps"]?.array?.count == count)
    }

    @Test(arguments: ["gaps", "exits", "info"])
    func `a damaged log is read as far as it goes, with status 3 and the place of the damage`(verb: String) throws {
        let torn = Self.bytes + Array(#"{"n":7,"t":17778"#.utf8)
        let result = try Tool.run("analyze", [verb, "-"], input: torn)
        #expect(result.status == 3)
        #expect(result.errors.contains("line 7"))
        #expect(result.errors.contains("truncated"))
        #expect(!result.output.isEmpty)
        let value = try JSON.parse(try Tool.run("analyze", [verb, "-", "--format", "json"], input: torn).text)
        #expect(value["damage"]?["lines_skipped"] == 1)
        #expect(value["damage"]?["bytes_skipped"] == 16)
    }

    @Test func `B080 a table with decimal commas is refused by name`() throws {
        let table = Array("t;lat;lon;hacc\n1777881600;50,000000;10,000000;8\n".utf8)
        let result = try Tool.run("analyze", ["gaps", "-"], input: table)
        #expect(result.status == 1)
        #expect(result.errors.contains("decimal comma"))
        #expect(result.errors.contains("semicolon"))
    }

    static let foreign: [[UInt8]] = [[0x89, 0x50, 0x4E, 0x47], Array("hello there".utf8)]

    @Test(arguments: foreign)
    func `what is no log is refused and nothing crashes`(bytes: [UInt8]) throws {
        let result = try Tool.run("analyze", ["gaps", "-"], input: bytes)
        #expect(result.signal == nil)
        #expect(result.status == 1)
    }

    @Test func `exits has a card for each end`() throws {
        let text = try Tool.run("analyze", ["exits", "-"], input: Self.bytes).text
        #expect(text.hasPrefix("2 ends: 0 clean, 0 by a crash"))
        #expect(text.contains("killed in the background"))
        #expect(text.contains("confidence  low: in the background; no crash marker; no announced end"))
        let value = try JSON.parse(
            try Tool.run("analyze", ["exits", "-", "--format", "json"], input: Self.bytes).text)
        #expect(value["schema"] == "flightlog.exits/1")
        #expect(value["exits"]?.array?.map { $0["cause"] } == ["killed", "end-unknown"])
    }

    static let cards: [(String, [String])] = [
        (
            "fr",
            [
                "2 fins : 0 propre, 0 par plantage", "killed en arrière-plan", "exécution",
                "low : en arrière-plan; aucune marque de plantage; aucune fin annoncée",
                "4 min 19 s jusqu'au lancement suivant",
            ]
        ),
        (
            "zh",
            ["2 次结束：0 次正常，0 次崩溃", "killed（后台）", "low：在后台; 没有崩溃标记; 没有声明退出", "距下一次启动 4 min 19 s"]
        ),
    ]

    @Test(arguments: cards)
    func `a card speaks the reader's language`(language: String, words: [String]) throws {
        let text = try Tool.run("analyze", ["exits", "-", "--lang", language], input: Self.bytes).text
        #expect(words.filter { !text.contains($0) } == [])
    }

    static let damages: [(String, String, String)] = [
        ("fr", "\u{0}\u{0}\u{0}\n", "ligne 7, octet \(bytes.count) : 3 octets nuls"),
        ("zh", "\u{0}\u{0}\u{0}\n", "第 7 行，第 \(bytes.count) 字节：3 个零字节"),
        (
            "fr", "{\"n\":7,\"t\":17778",
            "la ligne est tronquée : attendu « , » ou la fin de l'objet ou de la liste à l'octet 16, trouvé la fin"
        ),
        ("zh", "{\"n\":7,\"t\":17778", "该行不完整：第 16 字节处应为',' 或对象、列表的结尾，实为结尾"),
        ("fr", "soon hb\n", "attendu une heure (RFC 3339, ou ms depuis 1970) à l'octet 0, trouvé soon"),
        ("zh", "{\"n\":7,\"t\":1}\n", "记录需要 k 中的类型"),
    ]

    @Test(arguments: damages)
    func `damage is told in the reader's language`(language: String, damage: String, said: String) throws {
        let log = Self.bytes + Array(damage.utf8)
        let result = try Tool.run("analyze", ["gaps", "-", "--lang", language], input: log)
        #expect(result.status == 3)
        #expect(result.errors.contains(said))
    }

    @Test func `a killed and a running recorder are read whole`() throws {
        let folder = TemporaryFolder()
        let log = folder.appending("log")
        let stress = try Tool.run(
            "/bin/sh",
            [
                "-c",
                "\(Tool.path("fieldtest")) stress --log \(log) --writers 1 --ack \(folder.path)/ack --seconds 30 & "
                    + "sleep 0.3; \(Tool.path("analyze")) info \(log) --format json; kill -9 $!; wait $! 2>/dev/null; "
                    + "od -An -t u8 -N 8 \(folder.path)/ack; \(Tool.path("analyze")) info \(log) --format json",
            ])
        let parts = stress.text.split(separator: "\n}\n")
        let live = try JSON.parse(parts[0] + "}")
        #expect(live["ending"] == "running")
        #expect((live["counts"]?["stress"]?.integer ?? 0) > 0)
        let rest = stress.text.dropFirst(parts[0].count + 3)
        let acknowledged = Int64(rest.prefix { $0 != "\n" }.drop { $0 == " " }) ?? -1
        let dead = try JSON.parse(String(rest.drop { $0 != "{" }))
        #expect(acknowledged > 0)
        #expect((dead["counts"]?["stress"]?.integer ?? 0) >= acknowledged)
        #expect((dead["counts"]?["stress"]?.integer ?? 0) <= acknowledged + 1)
        #expect(dead["ending"] == "end-unknown")
        #expect(dead["damage"]?["lines_skipped"] == 0)
    }
}
