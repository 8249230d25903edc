import CCrashTap
import FieldModel
import Foundation
import LogFormat
import SystemIO
import TestKit
import Testing

/// SIGKILL at random moments, of the writing process and of the ones that recover after it. FLIGHTLOG_LONG=1 makes it the
/// long series and prints its table.
@Suite(.serialized) struct KillLoopTests {
    /// One series.
    struct Series: CustomTestStringConvertible, Sendable {
        var kills: Int
        var writers: Int
        var ringBytes = 262_144
        var samples = false
        /// Kill within this many µs of the start of the process, instead of the start of writing.
        var early = false
        var seed: UInt64

        var testDescription: String {
            "\(kills) kills, \(writers) writers, \(ringBytes / 1024) KiB\(samples ? ", samples" : "")\(early ? ", early" : "")"
        }
    }

    private static let series: [Series] = {
        let factor = Long.isOn ? 60 : 1
        return [
            Series(kills: 12 * factor, writers: 4, seed: 1), Series(kills: 12 * factor, writers: 1, seed: 2),
            Series(kills: 12 * factor, writers: 8, ringBytes: 16_384, seed: 3),
            Series(kills: 12 * factor, writers: 4, ringBytes: 16_384, samples: true, seed: 4),
            Series(kills: 16 * factor, writers: 4, early: true, seed: 5),
        ]
    }()

    private struct Tally {
        var acknowledged = 0
        var lost = 0
        var invented = 0
        var metPending = 0
        var recoveriesKilled = 0
        var steps: [String: Int] = [:]
    }

    @Test(arguments: series)
    func `no acknowledged record is lost and none invented`(series: Series) throws {
        var random = SeededRandom(seed: series.seed)
        var tally = Tally()
        for _ in 0..<series.kills { try kill(series, &random, &tally) }
        #expect(tally.lost == 0)
        #expect(tally.invented == 0)
        #expect(tally.metPending > 0)
        print(
            "\(series.testDescription): \(tally.acknowledged) acknowledged, \(tally.lost) lost, \(tally.invented) invented, "
                + "\(tally.metPending * 100 / series.kills) % met unflushed records, "
                + "\(tally.recoveriesKilled) recoveries killed, met in: "
                + tally.steps.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    }

    private func kill(_ series: Series, _ random: inout SeededRandom, _ tally: inout Tally) throws {
        let log = RecordedLog()
        let writer = try Background(
            "fieldtest",
            ["stress", "--log", log.path, "--writers", "\(series.writers)", "--ack", log.ackPath]
                + ["--ring", "\(series.ringBytes)"] + (series.samples ? ["--samples"] : []))
        if !series.early { writer.wait { StressOutcome.counters(log.ackPath, series.writers).contains { $0 > 0 } } }
        usleep(UInt32.random(in: 0..<(series.early ? 25_000 : 10_000), using: &random))
        writer.kill()
        note(log, &tally)
        if Bool.random(using: &random) {
            let recovery = try Background(
                "fieldtest", ["stress", "--log", log.path, "--writers", "0", "--seconds", "0"])
            usleep(UInt32.random(in: 0..<8_000, using: &random))
            recovery.kill()
            tally.recoveriesKilled += 1
        }
        #expect(try log.reopen().status == 0)
        let outcome = try StressOutcome(of: log, writers: series.writers, samples: series.samples)
        tally.acknowledged += outcome.acknowledged
        tally.lost += outcome.lost
        tally.invented += outcome.invented
    }

    /// Where the kill met the process.
    private func note(_ log: RecordedLog, _ tally: inout Tally) {
        guard let bytes = try? FileSystem.contents(of: log.path + "/state/current.state") else {
            tally.steps["launch", default: 0] += 1
            return
        }
        var state = ct_state()
        var why: UnsafePointer<CChar>?
        guard bytes.withUnsafeBytes({ ct_state_read($0.baseAddress, $0.count, &state, &why) }) else { return }
        let streams = [state.stream.0, state.stream.1]
        if streams.contains(where: { $0.head != $0.flushed }) { tally.metPending += 1 }
        let names = ["idle", "copy", "publish", "flush", "roll"]
        for step in Set([state.life.writerStep, state.life.flusherStep]) {
            tally.steps[names[min(Int(step), 4)], default: 0] += 1
        }
    }
}

/// A tool that runs beside the test.
final class Background {
    private let process = Process()

    init(_ name: String, _ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: Tool.path(name))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit { if process.isRunning { kill() } }

    var processIdentifier: Int32 { process.processIdentifier }

    /// Waits for a condition, or for the end of the process.
    func wait(until condition: () -> Bool) { while process.isRunning, !condition() { usleep(500) } }

    func waitForEnd() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
