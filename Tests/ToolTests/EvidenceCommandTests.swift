import FieldModel
import Foundation
import LogFormat
import TestKit
import Testing

/// `analyze slice`, `truth`, `replay --exec`, `corpus`, `scrub` and `reduce` as real processes.
@Suite struct EvidenceCommandTests {
    /// An hour and a half of a simulated day.
    private static let day: TemporaryFolder = {
        let folder = TemporaryFolder()
        // A test without its log cannot say anything true: end here.
        let made = try! Tool.run("fieldsim", ["--seed", "2", "--hours", "1.5", "-o", folder.appending("day")])
        precondition(made.status == 0, made.errors)
        return folder
    }()

    private static var log: String { day.appending("day") }

    private func json(_ arguments: [String]) throws -> Value {
        try JSON.parse(try Tool.run("analyze", arguments + ["--format", "json"]).text)
    }

    @Test func `slice writes a log that replays, and says how it begins`() throws {
        let folder = TemporaryFolder()
        let made = try Tool.run(
            "analyze", ["slice", Self.log, "--since", "05:50", "--until", "06:20", "-o", folder.appending("part")])
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.errors.contains("the state of core trail"))
        let replay = try json(["replay", folder.appending("part")])
        #expect(replay["replayable"] == "yes")
        #expect((replay["fixes"]?.integer ?? 0) > 20)
        let again = try Tool.run("analyze", ["slice", Self.log, "--since", "05:50", "-o", folder.appending("part")])
        #expect(again.status == 1)
        #expect(again.errors.contains("--force"))
        #expect(try Tool.run("analyze", ["slice", Self.log, "-o", folder.appending("x")]).status == 2)
    }

    @Test func `truth reads what the simulator wrote beside the log`() throws {
        let value = try json(["truth", Self.log, "--reference", Self.log + "/truth.csv"])
        #expect(value["schema"] == "flightlog.truth/1")
        #expect(abs(value["offset_s"]?.double ?? 99) <= 1.5)
        #expect((value["way_m"]?.double ?? 0) > 10_000)
        #expect((value["by_motion"]?.array?.count ?? 0) > 1)
        let text = try Tool.run("analyze", ["truth", Self.log, "--reference", Self.log + "/truth.csv"])
        #expect(text.text.contains("clock offset"))
        #expect(text.text.contains("invented"))
    }

    // MARK: Programs in place of a core

    private static let python =
        "python3 \(URL(fileURLWithPath: #filePath).deletingLastPathComponent().path)/../../Samples/OwnCore/own_core.py"

    private func verdicts(_ command: String, _ more: [String] = []) throws -> [String] {
        let folder = TemporaryFolder()
        let file = folder.appending("decisions")
        let result = try Tool.run("analyze", ["replay", Self.log, "--exec", command, "--decisions", file] + more)
        #expect(result.status == 0, "\(result.errors)")
        return try String(decoding: folder.read("decisions"), as: UTF8.self).split(separator: "\n").map { line in
            let value = try JSON.parse(Array(line.utf8))
            return [value["verdict"], value["reason"]].map { $0?.string ?? "" }.joined(separator: " ")
        }
    }

    @Test func `a core in Swift and the same in Python decide alike, under its own rules and under others`() throws {
        let own = Tool.path("owncore")
        let swift = try verdicts(own)
        #expect(swift.count > 1000)
        #expect(Set(swift) == ["a ", "r spacing", "r accuracy"])
        #expect(try verdicts(Self.python) == swift)
        let wide = try verdicts(own, ["--set", "own.spacing=40"])
        #expect(wide != swift)
        #expect(try verdicts(Self.python, ["--set", "own.spacing=40"]) == wide)
    }

    @Test func `a core of one's own is explained, swept, and an unknown rule refused`() throws {
        let own = Tool.path("owncore")
        let value = try json(["replay", Self.log, "--exec", own, "--explain", "400"])
        #expect(value["core"] == "own")
        #expect(value["explanation"]?["n"] == 400)
        #expect((value["explanation"]?["checks"]?.array?.count ?? 0) > 0)
        let sweep = try json(["replay", Self.log, "--exec", own, "--sweep", "own.spacing=10,80"])
        let accepted = sweep["sweep"]?.array?.compactMap { $0["accepted"]?.integer } ?? []
        try #require(accepted.count == 2)
        #expect(accepted[0] > accepted[1])
        let unknown = try Tool.run("analyze", ["replay", Self.log, "--exec", own, "--set", "own.colour=1"])
        #expect(unknown.status == 1)
        #expect(unknown.errors.contains("own.colour"))
    }

    /// A program that answers `answered` questions as it should, and then does something else.
    private func misbehaving(_ answered: Int, _ then: String) -> String {
        """
        python3 -u -c '
        import sys, json, time, os
        count = 0
        last = 0
        for line in sys.stdin:
            n = json.loads(line)["n"]
            count += 1
            if count > \(answered):
                \(then)
            print(json.dumps({"n": n, "decisions": []}), flush=True)
            last = n
        '
        """
    }

    /// Seconds: few where the limit is to be met, enough for a busy machine where something else is.
    private static func patience(_ program: String) -> String { program.contains("sleep") ? "2" : "60" }

    @Test(
        arguments: [
            ("sys.exit(3)", "ended with status 3 before it answered record"),
            ("os.kill(os.getpid(), 9)", "before it answered record"),
            ("time.sleep(60)", "did not answer record"),
            ("n = last - 1", "answered late"),
            ("n = n + 1", "answered out of order"),
            ("print(\"certainly\"); n = 0", "expected one line of JSON, found"),
            ("print(json.dumps({\"decisions\": []})); n = 0", "expected the number of the record in n"),
            ("print(json.dumps({\"n\": n, \"decisions\": 5})); n = 0", "expected a list in decisions"),
            (
                "print(json.dumps({\"n\": n, \"decisions\": [{\"k\": \"ruled\", \"verdict\": \"maybe\"}]})); n = 0",
                "ruled ones with a verdict"
            ),
            ("print(\"x\" * 3000000); n = 0", "a line of over 1 MiB"),
            ("os.close(1); time.sleep(60)", "did not answer record"),
        ] as [(String, String)])
    func `a program that misbehaves is named, with the record it did so at`(then: String, said: String) throws {
        let result = try Tool.run(
            "analyze", ["replay", Self.log, "--exec", misbehaving(20, then), "--exec-timeout", Self.patience(then)])
        #expect(result.status == 1)
        #expect(result.errors.contains(said), "\(result.errors)")
    }

    @Test(
        arguments: [
            ("exit 7", "status 7"), ("no-such-program-at-all", "status 127"),
            ("echo '{\"n\":0}'; exec sleep 60", "did not answer"),
            ("cat", "cannot be read"),
        ] as [(String, String)])
    func `a program that does not even begin is named`(command: String, said: String) throws {
        let result = try Tool.run(
            "analyze", ["replay", Self.log, "--exec", command, "--exec-timeout", Self.patience(command)])
        #expect(result.status == 1)
        #expect(result.errors.contains(said), "\(result.errors)")
    }

    @Test func `a program that says more than it is asked, or fails at the end, is named`() throws {
        let own = Tool.path("owncore")
        let more = try Tool.run("analyze", ["replay", Self.log, "--exec", "\(own); echo and another thing"])
        #expect(more.status == 1)
        #expect(more.errors.contains("said more than it was asked: 'and another thing'"))
        let failed = try Tool.run("analyze", ["replay", Self.log, "--exec", "\(own); exit 9"])
        #expect(failed.status == 1)
        #expect(failed.errors.contains("answered everything, and then ended with status 9"))
    }

    // MARK: Rules on many days

    @Test func `corpus accepts, passes, finds a change and fails on it`() throws {
        let folder = TemporaryFolder()
        try FileManager.default.copyItem(atPath: Self.log, toPath: folder.appending("day"))
        #expect(try Tool.run("analyze", ["corpus", "accept", folder.path]).status == 0)
        let passed = try Tool.run("analyze", ["corpus", "run", folder.path, "--fail-on", "changed"])
        #expect(passed.status == 0)
        #expect(passed.text == "0 changed, 1 passed, 0 errors\n")
        let changed = try Tool.run(
            "analyze",
            [
                "corpus", "run", folder.path, "--set", "spacing.least=12", "--fail-on", "changed", "--junit",
                folder.appending("j.xml"), "--markdown", folder.appending("m.md"),
            ])
        #expect(changed.status == 4)
        #expect(changed.text.contains("because of spacing.least 10 -> 12"))
        #expect(String(decoding: try folder.read("j.xml"), as: UTF8.self).contains("<failure message="))
        #expect(
            String(decoding: try folder.read("m.md"), as: UTF8.self).contains(
                "| `day` | trail | changed | `spacing.least` |"))
    }

    @Test func `scrub writes what can be given away, and finds what cannot`() throws {
        let folder = TemporaryFolder()
        let made = try Tool.run("analyze", ["scrub", Self.log, "-o", folder.appending("out"), "--seed", "5"])
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.errors.contains("none survives"))
        #expect(made.errors.contains("decided as before by core trail"))
        #expect(try Tool.run("analyze", ["scrub", Self.log, "--find", folder.appending("out")]).status == 0)
        let leaks = try Tool.run("analyze", ["scrub", Self.log, "--find", Self.log])
        #expect(leaks.status == 4)
        #expect(leaks.text.contains("degrees 50.0"))
    }

    @Test func `reduce writes a fixture that shows the divergence from the command line`() throws {
        let folder = TemporaryFolder()
        let fixture = folder.appending("fixture")
        let made = try Tool.run(
            "analyze", ["reduce", Self.log, "--keep", "divergence", "--set", "spacing.least=14", "-o", fixture])
        #expect(made.status == 0, "\(made.errors)")
        let shown = try Tool.run(
            "analyze",
            [
                "replay", fixture, "--rules", fixture + "/now.json", "--against", fixture + "/then.json", "--fail-on",
                "changed",
            ])
        #expect(shown.status == 4)
        #expect(shown.text.contains("because of spacing.least 10 -> 14"))
        let wrong = try Tool.run("analyze", ["reduce", Self.log, "--keep", "nonsense", "-o", folder.appending("x")])
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("--keep"))
    }

    // MARK: Replay

    @Test func `a sweep is there for every core, and fails over nothing`() throws {
        for (core, rule) in [("phases", "phase.stillness"), ("run", "run.step"), ("visits", "dwell.still")] {
            let value = try json(["replay", Self.log, "--core", core, "--sweep", "\(rule)=2,500"])
            #expect(value["sweep"]?.array?.count == 2)
        }
        let folder = TemporaryFolder()
        try folder.write("{\"n\":1,\"t\":1777881600000,\"k\":\"mark\",\"text\":\"x\"}\n", to: "events/2026-05-04.jsonl")
        let nothing = try Tool.run("analyze", ["replay", folder.path, "--sweep", "join.time=1,2"])
        #expect(nothing.status == 1)
        #expect(try Tool.run("analyze", ["replay", folder.path]).status == 1)
    }

    @Test func `the rule that makes the first divergence is named among those that changed`() throws {
        let value = try json([
            "replay", Self.log, "--against", "recorded", "--set", "spacing.least=12", "--set", "valid.future=7",
        ])
        #expect(value["compared"] == 0)
        let folder = TemporaryFolder()
        try folder.write(#"{"core":"trail","rules":{}}"#, to: "then.json")
        let named = try json([
            "replay", Self.log, "--against", folder.appending("then.json"), "--set", "spacing.least=12", "--set",
            "valid.future=7",
        ])
        #expect(named["because"]?.array?.compactMap { $0["rule"] } == ["spacing.least"])
        #expect(named["explanation"]?["rules"]?.array?.contains("spacing.least") == true)
    }

    @Test func `holes, changed settings and changed rules are named`() throws {
        let folder = TemporaryFolder()
        try folder.write(
            """
            {"n":1,"t":1777881600000,"m":1000,"k":"launch","run":"A","boot":"b"}
            {"n":2,"t":1777881600000,"m":1000,"k":"settings","visits":true,"pauses":false}
            {"n":3,"t":1777881600000,"m":1000,"k":"track","on":true}
            {"n":4,"t":1777881601000,"m":2000,"k":"motion","kind":"walking"}
            {"n":9,"t":1777881602000,"m":3000,"k":"settings","visits":true,"pauses":true}
            {"n":10,"t":1777881603000,"m":4000,"k":"weather","sky":"grey"}

            """, to: "events/2026-05-04.jsonl")
        let value = try json(["replay", folder.path])
        #expect(value["missing"]?.array == [["from_n": 5, "to_n": 8, "count": 4]])
        #expect(value["settings_changes"]?.array?.first?["n"] == 9)
        #expect(value["settings_changes"]?.array?.first?["changes"]?["pauses"] == ["then": false, "now": true])
        let text = try Tool.run("analyze", ["replay", folder.path]).text
        #expect(text.contains("missing-records: 4 numbers are missing between records: 5-8"))
        #expect(text.contains("settings changed at record 9: pauses false -> true"))
        #expect(text.contains("unknown-kinds"))
    }
}
