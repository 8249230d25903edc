import FieldModel
import FlightAnalysis
import Foundation
import LogFormat
import SimulatedDay
import SystemIO
import TestKit
import Testing

/// `fieldtest play` as a real process, really killed and stopped.
@Suite("fieldtest play") struct PlayTests {
    let folder = TemporaryFolder()
    let log: String
    let signals: String

    init() throws {
        log = folder.appending("log")
        signals = folder.appending("day")
        // An hour that begins with the walk to the car.
        for file in Self.day.files { try folder.write(file.bytes, to: "day/\(file.path)") }
    }

    static let day = SimulatedDay(SimulatedDay.Options(seed: 1, seconds: 8000)).log

    /// The words of a play, at 300 times the speed unless said, from the walk to the car on.
    private func words(_ more: [String], speed: String = "300") -> [String] {
        ["play", "--log", log, "--signals", signals, "--speed", speed, "--since", "4200"] + more
    }

    private var records: [Record] {
        get throws {
            var records: [Record] = []
            for part in try LogSource.open(log).parts {
                _ = try part.read { if case .event(let event) = $0 { records.append(event.record) } }
            }
            return records
        }
    }

    /// What stands in the files; a running app has more in memory.
    private func hasWritten(_ kind: String) -> Bool {
        ((try? records) ?? []).contains { $0.kind == kind }
    }

    @Test(
        "crashes as it is asked to, and the log says so",
        arguments: [
            ("segv", SIGSEGV), ("abort", SIGABRT), ("overflow", SIGSEGV), ("thread-overflow", SIGSEGV),
        ])
    func crash(kind: String, signal: Int32) throws {
        let result = try Tool.run("fieldtest", words(["--crash", kind, "--crash-after", "30"]))
        #expect(result.signal == signal)
        let last = try #require(try records.last)
        #expect(last.kind == "crash" && last["sig"] == .integer(Int64(signal)))
    }

    @Test("ends by a trap of Swift, which is a signal of the machine's choice") func trap() throws {
        let result = try Tool.run("fieldtest", words(["--crash", "trap"]))
        #expect(result.signal == SIGILL || result.signal == SIGTRAP)
        #expect(try records.last?.kind == "crash")
    }

    @Test("ends in order on SIGTERM, with status 0") func termination() throws {
        let app = try RunningTool("fieldtest", words([]))
        #expect(app.wait { hasWritten("core") })
        app.send(SIGTERM)
        #expect(app.end() == (0, nil))
        #expect(try records.last?.kind == "exit")
    }

    @Test("moves to the background on SIGUSR1 and back on SIGUSR2") func moves() throws {
        let app = try RunningTool("fieldtest", words([]))
        #expect(app.wait { hasWritten("core") })
        app.send(SIGUSR1)
        #expect(app.wait { (try? records.last { $0.kind == "app" }?["to"] == "bg") == true })
        app.send(SIGUSR2)
        #expect(app.wait { (try? records.last { $0.kind == "app" }?["to"] == "fg") == true })
        app.send(SIGTERM)
        #expect(app.end() == (0, nil))
    }

    @Test("plays the part it is asked for, and goes on later in the same day") func parts() throws {
        #expect(try Tool.run("fieldtest", words(["--seconds", "120"])).status == 0)
        let first = try records
        #expect(try Tool.run("fieldtest", words(["--seconds", "120"])).status == 0)
        let second = Array(try records.dropFirst(first.count))

        #expect([first[0], second[0]].map { $0["reason"]?.string } == ["user", "location"])
        #expect(second[0].stamp.n > first.last!.stamp.n)
        #expect(second[0].stamp.bootTime! > first.last!.stamp.bootTime!)
        #expect(second[0].stamp.wallTime > first.last!.stamp.wallTime)
        // The clocks are tied: both have run on by the same.
        let clocks = [first, second].map { $0[0].stamp.wallTime.rawValue - $0[0].stamp.bootTime!.rawValue }
        #expect(abs(clocks[1] - clocks[0]) < 20_000)
    }

    @Test(
        "refuses what makes no sense, and makes nothing",
        arguments: [
            ("0", []), ("x", []), ("300", ["--crash", "softly"]), ("300", ["--period", "x"]), ("300", ["extra"]),
        ])
    func refusals(speed: String, more: [String]) throws {
        #expect(try Tool.run("fieldtest", words(more, speed: speed)).status == 2)
        #expect(try FileSystem.entry(at: log) == nil)
    }

    @Test("refuses to go on at another speed") func anotherSpeed() throws {
        #expect(try Tool.run("fieldtest", words(["--seconds", "1"])).status == 0)
        let result = try Tool.run("fieldtest", words([], speed: "60"))
        #expect(result.status == 2)
        #expect(result.errors.contains("was begun at speed 300"))
    }

    @Test("decides live what a replay decides, over a suspension, two kills and an end in order") func replay() throws {
        let stopped = try RunningTool("fieldtest", words([]))
        #expect(stopped.wait { hasWritten("core") })
        usleep(700_000)
        stopped.send(SIGSTOP)
        usleep(400_000)
        stopped.send(SIGCONT)
        usleep(500_000)
        stopped.send(SIGKILL)
        #expect(stopped.end() == (nil, SIGKILL))

        let killed = try RunningTool("fieldtest", words([]))
        #expect(killed.wait { (try? records.count { $0.kind == "core" }) == 2 })
        usleep(500_000)
        killed.send(SIGKILL)
        #expect(killed.end() == (nil, SIGKILL))
        #expect(try Tool.run("fieldtest", words(["--seconds", "300"])).status == 0)

        let result = try Tool.run("analyze", ["replay", log, "--core", "trail", "--format", "json"])
        let replay = try JSON.parse(result.output)
        #expect(replay["replayable"] == "yes")
        #expect(replay["changed"] == 0)
    }
}
