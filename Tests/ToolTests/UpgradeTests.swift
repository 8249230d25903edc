import FieldModel
import FlightLog
import Foundation
import TestKit
import Testing
import TrackStore

/// What every format version wrote that was ever tagged still opens, with every verb that matters, and says the same.
/// Tests/Upgrade/make makes the fixtures of a new version.
@Suite struct UpgradeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Upgrade").path

    /// The versions that were kept: `format-1` and so on.
    static let versions: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: root)
        return (names ?? []).filter { $0.hasPrefix("format-") }.sorted()
    }()

    /// What other programs found in a fixture when it was made.
    private struct Facts: Decodable {
        var events, samples, recordsInFiles, points, crashes: Int
        var gaps: [String]
        var records: Int { events + samples }
    }

    /// A fixture of its own for a test: its log unpacked, its bundle where it lies.
    private struct Fixture {
        let folder = TemporaryFolder()
        let facts: Facts
        let bundle: String
        let key: String
        var log: String { folder.appending("log") }

        init(_ version: String) throws {
            let home = UpgradeTests.root + "/" + version
            facts = try JSONDecoder().decode(
                Facts.self, from: Data(contentsOf: URL(fileURLWithPath: home + "/facts.json")))
            bundle = home + "/day.age"
            key = home + "/key.txt"
            let tar = try Tool.run("/usr/bin/env", ["tar", "-xzf", home + "/log.tar.gz", "-C", folder.path])
            try #require(tar.status == 0, "\(tar.errors)")
        }

        func ask(_ arguments: [String]) throws -> Tool.Result {
            try Tool.run("analyze", arguments.map { $0 == "OUT" ? folder.appending(UUID().uuidString) : $0 })
        }

        func answer(_ arguments: [String]) throws -> [String: Any] {
            let result = try ask(arguments + ["--format", "json"])
            #expect(result.status == 0, "\(result.errors)")
            return try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
        }

        /// Lines of the day files, without headers.
        func lines() throws -> [String] {
            try ["events", "samples"].flatMap { part in
                try FileManager.default.contentsOfDirectory(atPath: log + "/" + part).flatMap {
                    try String(contentsOfFile: "\(log)/\(part)/\($0)", encoding: .utf8).split(separator: "\n").map(
                        String.init)
                }
            }.filter { !$0.hasPrefix("n,") }
        }
    }

    @Test func `there are fixtures of every version up to the one that is written now`() throws {
        let folder = TemporaryFolder()
        let recorder = try Recorder(openingLogAt: folder.appending("log"), .init())
        recorder.close()
        let events = folder.appending("log/events")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: events).first)
        let text = try String(contentsOfFile: "\(events)/\(name)", encoding: .utf8)
        let format = try #require(text.firstMatch(of: /"format":([0-9]+)/).flatMap { Int($0.1) })
        #expect(Self.versions == (1...format).map { "format-\($0)" })
    }

    private static let verbs: [[String]] = [
        ["info"], ["gaps"], ["gaps", "--by", "config"], ["exits"], ["timeline"], ["wakes"], ["power"], ["check"],
        ["replay", "--core", "trail"], ["fleet"], ["slice", "--since", "-5m", "-o", "OUT"], ["scrub", "-o", "OUT"],
        ["report", "-o", "OUT"], ["export", "--to", "gpx", "-o", "OUT"], ["export", "--to", "geojson", "-o", "OUT"],
        ["export", "--to", "perfetto", "-o", "OUT"], ["export", "--to", "mcap", "-o", "OUT"],
        ["export", "--to", "csv", "-o", "OUT"], ["export", "--to", "sqlite", "-o", "OUT"],
    ]

    @Test(arguments: versions, verbs) func `every verb reads the log and the bundle`(version: String, verb: [String])
        throws
    {
        let fixture = try Fixture(version)
        let fromLog = try fixture.ask(verb + [fixture.log])
        #expect(fromLog.status == 0, "\(fromLog.errors)")
        let fromBundle = try fixture.ask(verb + [fixture.bundle, "-i", fixture.key])
        #expect(fromBundle.status == 0, "\(fromBundle.errors)")
    }

    /// A fleet goes on with its other logs, and has a line that says what is the matter with this one.
    @Test(arguments: verbs.filter { $0 != ["fleet"] }) func `a log of a later format is refused by name`(verb: [String])
        throws
    {
        let fixture = try Fixture("format-1")
        let events = fixture.log + "/events/2026-05-04.jsonl"
        let text = try String(contentsOfFile: events, encoding: .utf8)
        // An app was updated in the middle of the day.
        let second = try #require(text.range(of: #""format":1}"#, options: .backwards))
        try text.replacingCharacters(in: second, with: #""format":2}"#).write(
            toFile: events, atomically: true, encoding: .utf8)
        let refused = try fixture.ask(verb + [fixture.log])
        #expect(refused.status != 0 && refused.output.isEmpty)
        #expect(refused.errors.contains("format 2; this version reads up to 1"))
    }

    @Test(arguments: versions) func `the log and the bundle say what was done to the app`(version: String) throws {
        let fixture = try Fixture(version)
        for input in [[fixture.log], [fixture.bundle, "-i", fixture.key]] {
            let gaps = try #require(try fixture.answer(["gaps"] + input)["gaps"] as? [[String: Any]])
            #expect(gaps.compactMap { $0["kind"] as? String } == fixture.facts.gaps)
            let ends = try #require(try fixture.answer(["exits"] + input)["exits"] as? [[String: Any]])
            #expect(ends.count { $0["crashed"] as? Bool == true } == fixture.facts.crashes)
        }
    }

    @Test(arguments: versions) func `the state a core left in it is read, so that it can be replayed from there`(
        version: String
    ) throws {
        let fixture = try Fixture(version)
        let replay = try fixture.answer(["replay", "--core", "trail", fixture.bundle, "-i", fixture.key])
        #expect(replay["replayable"] as? String == "yes")
        #expect(replay["fixes"] as? Int == fixture.facts.samples)
    }

    @Test(arguments: versions) func `the bundle opens whole, and can be packed again`(version: String) throws {
        let fixture = try Fixture(version)
        let desk = fixture.folder.appending("desk")
        #expect(try fixture.ask(["unpack", fixture.bundle, "-i", fixture.key, "-o", desk]).status == 0)
        #expect(try Tool.run("diagpack", ["inspect", fixture.bundle]).status == 0)
        for (index, folder) in [desk, fixture.log].enumerated() {
            let packed = fixture.folder.appending("\(index).tar.gz")
            let pack = try Tool.run("diagpack", ["pack", folder, "--no-encrypt", "-o", packed])
            #expect(pack.status == 0, "\(pack.errors)")
            let info = try fixture.answer(["info", packed])
            #expect(info["events"] as? Int == fixture.facts.events)
            #expect(info["samples"] as? Int == fixture.facts.samples)
        }
    }

    /// A launch of today's recorder on the log as the kill left it: in the same boot as the old run, as after an update of the
    /// app, or in another one.
    private func relaunch(_ fixture: Fixture, inSameBoot: Bool) throws -> Recorder {
        let path = fixture.log + "/state/current.state"
        var state = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let boot =
            inSameBoot
            ? try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8).prefix(36)
            : "00000000-0000-4000-8000-000000000000"
        // The description in the file says where the word is.
        let text = String(decoding: state[..<16_384], as: UTF8.self)
        let place = try #require(text.firstMatch(of: /\nboot char ([0-9]+) 40\n/).flatMap { Int($0.1) })
        state.replaceSubrange(place..<(place + 36), with: boot.utf8)
        try Data(state).write(to: URL(fileURLWithPath: path))
        var configuration = Recorder.Configuration(app: "fieldtest", build: "2")
        configuration.keepDays = nil
        configuration.catchesSignals = false
        // A minute after the last record.
        configuration.clock = .manual(
            ManualClock(
                wallTime: WallTime(1_777_875_240_000), bootTime: BootTime(90_000_000), uptime: Uptime(90_000_000)))
        return try Recorder(openingLogAt: fixture.log, configuration)
    }

    @Test(arguments: versions) func `today's recorder completes what an old one left in its buffers`(version: String)
        throws
    {
        let fixture = try Fixture(version)
        #expect(try fixture.lines().count == fixture.facts.recordsInFiles)
        let recorder = try relaunch(fixture, inSameBoot: true)
        recorder.close()
        #expect(recorder.previousExit.cause == .update)
        let numbers = try fixture.lines().compactMap { $0.firstMatch(of: /^(?:\{"n":)?([0-9]+)/).flatMap { Int($0.1) } }
        #expect(numbers.sorted() == Array(1...numbers.count))
        #expect(numbers.count > fixture.facts.records)
    }

    @Test(arguments: versions) func `after another boot it keeps what checksums prove and makes up nothing`(
        version: String
    ) throws {
        let fixture = try Fixture(version)
        let recorder = try relaunch(fixture, inSameBoot: false)
        recorder.close()
        let whole = try Fixture(version)
        try relaunch(whole, inSameBoot: true).close()
        let kept = try fixture.lines(), all = Set(try whole.lines())
        #expect(kept.count >= fixture.facts.recordsInFiles)
        // What the launch itself wrote is of another run.
        #expect(kept.filter { !all.contains($0) }.allSatisfy { $0.contains(recorder.run) || Self.isOfLaunch($0) })
    }

    private static func isOfLaunch(_ line: String) -> Bool {
        ["launch", "prev-exit", "tz", "exit", "purged"].contains { line.contains(#""k":"\#($0)""#) }
    }

    @Test(arguments: versions) func `the track database opens, and a writer goes on in it`(version: String) throws {
        let fixture = try Fixture(version)
        let folder = TrackFolder(fixture.log)
        do {
            let facts = try FactDatabase(folder.facts)
            #expect(try facts.integrityFindings().isEmpty)
            let runs = try facts.runs()
            #expect(try runs.reduce(0) { try $0 + facts.points(ofRun: $1.id).count } == fixture.facts.points)
        }
        let end = WallTime(1_777_875_240_000)
        var writer = try TrackWriter(folder, at: end)
        let run = try #require(writer.recovered.last)
        try writer.resume(run, at: end, bootTime: 90_000_000)
        try writer.end(.finished, at: end, clock: 90_000_000)
        // What is derived is made anew, whatever an old version left.
        let recompute = Recompute(folder)
        _ = try recompute.wholeOnThisThread()
        #expect(try recompute.isCurrent())
    }
}
