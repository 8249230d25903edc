import CCrashTap
import FieldModel
import Foundation
import LogFormat
import SystemIO
import TestKit
import Testing

/// SIGKILL at random moments, of the writing process and of the ones that recover after it. FLIGHTLOG_LONG=1 makes it 5,000
/// kills and prints where they fell.
@Suite(.serialized) struct KillLoopTests {
    /// One series.
    struct Series: CustomTestStringConvertible, Sendable {
        var writers: Int
        var ringBytes = 262_144
        var samples = false
        /// ms a day takes; 0 for real days.
        var day = 0
        /// Kill within 10 ms of the start of the process, instead of the start of writing.
        var early = false
        var kills = Long.isOn ? 630 : 8

        var testDescription: String {
            "\(kills) kills, \(writers) writers, \(ringBytes / 1024) KiB\(samples ? ", samples" : "")"
                + "\(day > 0 ? ", days of \(day) ms" : "")\(early ? ", early" : "")"
        }
    }

    private static let series = [
        Series(writers: 1), Series(writers: 1, ringBytes: 16_384, day: 2), Series(writers: 4),
        Series(writers: 4, ringBytes: 16_384, day: 2), Series(writers: 4, ringBytes: 16_384, samples: true, day: 2),
        Series(writers: 8, ringBytes: 16_384), Series(writers: 8, day: 7), Series(writers: 4, early: true),
    ]

    @Test(arguments: series.indices)
    func `no acknowledged record is lost and none invented`(index: Int) throws {
        let series = Self.series[index]
        var random = SeededRandom(seed: UInt64(index + 1))
        var tally = KillTally()
        for _ in 0..<series.kills { try kill(series, &random, &tally) }
        #expect(tally.lost == 0)
        #expect(tally.invented == 0)
        // Kills that fall where they are meant to: on a busy machine no early one meets a record.
        #expect(series.early ? tally.share(of: "launch") > 0 : tally.metPending > 0)
        print("\(series.testDescription): \(tally)")
    }

    @Test(.enabled(if: Long.isOn))
    func `kills fall into every phase, more than one in a hundred into each`() throws {
        var random = SeededRandom(seed: 99)
        var tally = KillTally()
        for series in Self.series {
            for _ in 0..<100 { try kill(series, &random, &tally) }
        }
        print("phases: \(tally)")
        for phase in ["copy", "publish", "flush", "roll", "recovery"] {
            #expect(tally.share(of: phase) > 0.01, "\(phase): \(tally)")
        }
    }

    private func kill(_ series: Series, _ random: inout SeededRandom, _ tally: inout KillTally) throws {
        let log = RecordedLog()
        let writer = try Background(
            "fieldtest",
            ["stress", "--log", log.path, "--writers", "\(series.writers)", "--ack", log.ackPath]
                + ["--ring", "\(series.ringBytes)"] + (series.samples ? ["--samples"] : [])
                + (series.day > 0 ? ["--day", "\(series.day)"] : []))
        if !series.early { writer.wait { StressOutcome.counters(log.ackPath, series.writers).contains { $0 > 0 } } }
        usleep(UInt32.random(in: 0..<10_000, using: &random))
        writer.kill()
        tally.noteWriter(log)
        if Bool.random(using: &random) {
            let recovery = try Background(
                "fieldtest", ["stress", "--log", log.path, "--writers", "0", "--seconds", "0"])
            recovery.wait { recovery.holdsLock }
            usleep(UInt32.random(in: 0..<1_500, using: &random))
            // What it was at can be seen of a process that stands still.
            recovery.stop()
            tally.noteRecovery(isInside: recovery.holdsLock)
            recovery.kill()
        }
        #expect(try log.reopen().status == 0)
        let outcome = try StressOutcome(of: log, writers: series.writers, samples: series.samples)
        tally.acknowledged += outcome.acknowledged
        tally.lost += outcome.lost
        tally.invented += outcome.invented
    }
}

/// What a series of kills came to.
struct KillTally: CustomStringConvertible {
    var acknowledged = 0
    var lost = 0
    var invented = 0
    private(set) var metPending = 0
    private var kills = 0
    private var phases: [String: Int] = [:]

    /// Where the kill met the writing process, by the phases in its state.
    mutating func noteWriter(_ log: RecordedLog) {
        kills += 1
        var state = ct_state()
        var why: UnsafePointer<CChar>?
        guard let bytes = try? FileSystem.contents(of: log.path + "/state/current.state"),
            bytes.withUnsafeBytes({ ct_state_read($0.baseAddress, $0.count, &state, &why) })
        else { return phases["launch", default: 0] += 1 }
        if state.stream.0.head != state.stream.0.flushed || state.stream.1.head != state.stream.1.flushed {
            metPending += 1
        }
        let names = ["idle", "copy", "publish", "flush", "roll", "launch"]
        for step in Set([state.life.writerStep, state.life.flusherStep]) {
            phases[names[Int(min(step, 5))], default: 0] += 1
        }
    }

    /// Whether a kill met the process that recovers while it held the launch lock.
    mutating func noteRecovery(isInside: Bool) {
        kills += 1
        phases[isInside ? "recovery" : "after recovery", default: 0] += 1
    }

    func share(of phase: String) -> Double { Double(phases[phase] ?? 0) / Double(max(1, kills)) }

    var description: String {
        let shares = phases.sorted { $0.key < $1.key }
            .map { String(format: "%@ %.1f %%", $0.key, share(of: $0.key) * 100) }
        return
            "\(kills) kills with those of recoveries, \(acknowledged) acknowledged, \(lost) lost, \(invented) invented, "
            + "\(metPending) met unflushed records; met in: \(shares.joined(separator: ", "))"
    }
}

/// A tool that runs beside the test.
final class Background {
    private let process = Process()

    init(_ name: String, _ arguments: [String], backtrace: String = "enable=no") throws {
        process.executableURL = URL(fileURLWithPath: Tool.path(name))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": backtrace]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit { if process.isRunning { kill() } }

    var processIdentifier: Int32 { process.processIdentifier }

    /// Waits for a condition, or for the end of the process.
    func wait(until condition: () -> Bool) { while process.isRunning, !condition() { usleep(200) } }

    func send(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

    /// Its exit status, or the signal that ended it.
    func waitForEnd() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Whether it holds a file lock, as a launch does until its state is the current one.
    var holdsLock: Bool {
        let locks = (try? String(contentsOfFile: "/proc/locks", encoding: .utf8)) ?? ""
        return locks.split(separator: "\n").contains { line in
            line.contains(" FLOCK ") && line.contains(" \(process.processIdentifier) ")
        }
    }

    /// The signal that ended it, nil for none; where that takes longer than `limit` seconds it hangs, and is killed.
    ///
    /// The process itself is asked: what it started, a backtracer, may live longer and hold what Foundation waits for.
    func endingSignal(within limit: Double) -> Int32? {
        let watchdog = DispatchWorkItem { [process] in Foundation.kill(process.processIdentifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: watchdog)
        defer { watchdog.cancel() }
        var info = siginfo_t()
        while waitid(P_PID, id_t(process.processIdentifier), &info, WEXITED | WNOWAIT) != 0 {
            // Foundation came first: then it knows.
            guard errno == EINTR else {
                process.waitUntilExit()
                return process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
            }
        }
        // A backtracer that is left over waits for its process's memory for ever, and Foundation for what the backtracer holds:
        // it is of the same group, which nobody else can be given before Foundation has heard of the end.
        Foundation.kill(-process.processIdentifier, SIGKILL)
        let isSignal = [CLD_KILLED, CLD_DUMPED].map { Int32($0) }.contains(info.si_code)
        return isSignal ? info._sifields._sigchld.si_status : nil
    }

    /// Makes it stand still, and waits until it does.
    func stop() {
        Foundation.kill(process.processIdentifier, SIGSTOP)
        wait {
            let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
            return status.map { $0.contains(") T ") || $0.contains(") Z ") } ?? true
        }
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
