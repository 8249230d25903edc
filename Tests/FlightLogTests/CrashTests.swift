import CCrashTap
import FieldModel
@testable import FlightLog
import Foundation
import LogFormat
import SystemIO
import TestKit
import Testing

/// Faults for real, each in a process of its own: the status is the one without a recorder, and the log ends in one line that
/// tells of it.
@Suite struct CrashTests {
    private static let faults = [
        "null", "non-canonical", "guard", "bus", "fpe", "ill", "trap", "overflow", "abort", "fatal-error", "bounds",
        "nil", "arithmetic", "precondition", "try", "raise-segv", "raise-bus", "raise-ill", "raise-trap", "raise-fpe",
        "raise-sys", "malloc",
    ]

    private func run(_ fault: String, on place: String, _ log: RecordedLog?, backtrace: String = "enable=no") throws
        -> Tool.Result
    {
        try Tool.run(
            "fieldtest",
            ["stress", "--writers", "0", "--fault", fault, "--on", place] + (log.map { ["--log", $0.path] } ?? []),
            environment: ["SWIFT_BACKTRACE": backtrace])
    }

    private func expectOneMark(_ log: RecordedLog, signal: Int32?) throws {
        let events = try log.events()
        #expect(events.last?.kind == "crash")
        #expect(events.filter { $0.kind == "crash" }.count == 1)
        #expect(events.last?["sig"]?.integer == signal.map(Int64.init))
        #expect(events.last?["pc"]?.array?.isEmpty == false)
        try log.reopen()
        let after = try log.events()
        #expect(after.prefix(events.count) == events[...])
        let verdict = try #require(after.first { $0.kind == "prev-exit" && $0.stamp.n > events.last!.stamp.n })
        #expect(verdict["cause"] == "crash")
        #expect(verdict["confidence"] == "certain")
        #expect(verdict["sig"]?.integer == signal.map(Int64.init))
    }

    @Test(arguments: faults, ["main", "thread", "task"])
    func `a fault ends the process as it would without a recorder, and is the last line`(fault: String, place: String)
        throws
    {
        let log = RecordedLog()
        let without = try run(fault, on: place, nil)
        let with = try run(fault, on: place, log)
        #expect(without.signal != nil)
        #expect(with.signal == without.signal)
        try expectOneMark(log, signal: with.signal)
    }

    @Test(arguments: ["null", "overflow", "fatal-error", "raise-trap", "raise-segv", "abort"])
    func `the same with Swift's backtracer on`(fault: String) throws {
        let log = RecordedLog()
        let with = try run(fault, on: "main", log, backtrace: "enable=yes,output-to=/dev/null")
        #expect(with.signal == (try run(fault, on: "main", nil)).signal)
        try expectOneMark(log, signal: with.signal)
    }

    @Test(arguments: ["null", "abort", "fatal-error", "overflow"])
    func `twenty threads that crash at once leave one mark`(fault: String) throws {
        let log = RecordedLog()
        let result = try run(fault, on: "twenty", log)
        try expectOneMark(log, signal: result.signal)
    }

    @Test func `the mark names program and libraries by their build ids`() throws {
        let log = RecordedLog()
        _ = try run("null", on: "main", log)
        let mark = try #require(try log.events().last)
        let images = try #require(mark["images"]?.array)
        #expect(images.contains { $0["path"]?.string?.hasSuffix("/fieldtest") ?? false })
        #expect(images.allSatisfy { ($0["id"]?.string?.count ?? 0) >= 16 })
        #expect(
            try log.event(.launch).first?["binary"]
                == images.first { $0["path"]!.string!.hasSuffix("/fieldtest") }?["id"])
    }

    @Test func `SIGTERM is an end in order`() throws {
        let log = RecordedLog()
        let result = try run("term", on: "main", log)
        #expect(result.signal == SIGTERM)
        #expect(try log.events().last?.kind == "exit")
        #expect(try log.events().last?["reason"] == "signal")
        try log.reopen()
        #expect(try log.event(.prevExit).last?["cause"] == "exit")
        #expect(try log.event(.prevExit).last?["clean"] == true)
    }

    @Test func `a signal that is ignored stays ignored`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .success) { [path = log.path as String] in
            signal(SIGTERM, SIG_IGN)
            Signals.unblock(SIGTERM)
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            raise(SIGTERM)
            recorder.mark("alive")
            recorder.close()
        }
        #expect(try log.event(.mark).count == 1)
    }

    @Test func `an earlier handler of SIGTERM decides, and life after it is no exit`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = log.path as String] in
            signal(SIGTERM) { _ in }
            Signals.unblock(SIGTERM)
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            raise(SIGTERM)
            recorder.mark("alive")
            raise(SIGKILL)
        }
        try log.open().close()
        #expect(try log.event(.mark).count == 1)
        #expect(try log.event(.prevExit).last?["cause"] == "killed")
    }

    @Test func `a crash with the recorder's own locks held is written down`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .signal(SIGSEGV)) { [path = log.path as String] in
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            recorder.mark("before")
            ct_hold(recorder.log.tap)
            raise(SIGSEGV)
        }
        #expect(try log.event(.mark).count == 1)
        try expectOneMark(log, signal: SIGSEGV)
    }

    @Test func `a crash inside a record being filled is written down`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .signal(SIGFPE)) { [path = log.path as String] in
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            recorder.record(.mark) { _ in raise(SIGFPE) }
        }
        try expectOneMark(log, signal: SIGFPE)
    }

    @Test func `a fault inside the handler ends with the first signal, and the next launch tells what it can`()
        async throws
    {
        let log = RecordedLog()
        await #expect(processExitsWith: .signal(SIGFPE)) { [path = log.path as String] in
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            recorder.mark("kept")
            // The words of the crash lie on the third page: from now on the handler faults in every stage that needs them.
            mprotect(UnsafeMutableRawPointer(recorder.log.state) + 8192, 8192, PROT_READ)
            raise(SIGFPE)
        }
        try log.open().close()
        #expect(try log.event(.mark).count == 1)
        #expect(try log.event(.crash).isEmpty)
        #expect(try log.event(.prevExit).last?["cause"] == "killed")
    }

    @Test func `a crash with all descriptors used up is written down`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .signal(SIGBUS)) { [path = log.path as String] in
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            recorder.mark("before")
            while open("/dev/null", O_RDONLY) >= 0 {}
            raise(SIGBUS)
        }
        try expectOneMark(log, signal: SIGBUS)
    }

    @Test func `a signal that is survived is a line with life after it, and the next one counts`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .signal(SIGFPE)) { [path = log.path as String] in
            // An earlier handler that never comes back, on a thread of its own: the others live on.
            signal(SIGSEGV) { _ in while true { pause() } }
            let clock = ManualClock.atNoon()
            var configuration = Recorder.Configuration()
            configuration.clock = .manual(clock)
            let recorder = try Recorder(openingLogAt: path, configuration)
            recorder.mark("before")
            Thread.detachNewThread { raise(SIGSEGV) }
            while recorder.log.state.pointee.crash.phase != UInt64(CT_CRASHED.rawValue) { usleep(1000) }
            precondition(recorder.mark("muted").n == 0)
            clock.advance(61_000)
            while recorder.mark("after").n == 0 { usleep(1000) }
            raise(SIGFPE)
        }
        let events = try log.events()
        #expect(events.filter { $0.kind == "mark" }.map { $0["text"] } == ["before", "after"])
        #expect(events.filter { $0.kind == "crash" }.map { $0["sig"] } == [11, 8])
        try log.reopen()
        let verdict = try #require(try log.event(.prevExit).last)
        #expect(verdict["cause"] == "crash")
        #expect(verdict["sig"] == 8)
    }

    @Test func `a bus error in the mapping costs what was not flushed, and the log goes on`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .success) { [path = log.path as String] in
            let recorder = try Recorder(openingLogAt: path, .init(app: "tests", build: "1"))
            recorder.mark("flushed")
            recorder.flush()
            truncate(path + "/state/current.state", 0)
            recorder.mark("lost or kept")
            recorder.mark("kept")
            recorder.flush()
            recorder.close()
        }
        let texts = try log.event(.mark).map { $0["text"]?.string }
        #expect(texts.first == "flushed")
        #expect(texts.last == "kept")
        try log.reopen()
        #expect(try log.event(.prevExit).last?["cause"] == "state-lost")
    }

    @Test(arguments: 1...(Long.isOn ? 300 : 8))
    func `a crash while others write loses nothing acknowledged, and its mark is last`(round: Int) throws {
        let log = RecordedLog()
        let result = try Tool.run(
            "fieldtest",
            [
                "stress", "--log", log.path, "--writers", "4", "--ack", log.ackPath, "--fault", "null", "--on",
                "thread",
                "--after", "\(round % 20)", "--ring", round % 2 == 0 ? "16384" : "262144",
            ])
        #expect(result.signal == SIGSEGV)
        let outcome = try StressOutcome(of: log, writers: 4, samples: false)
        #expect(outcome.lost == 0)
        #expect(outcome.invented == 0)
        #expect(try log.events().last?.kind == "crash")
    }
}

/// The threads of the pool, on which tests run, block signals that are no faults.
private enum Signals {
    static func unblock(_ signal: Int32) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}

/// Whether the long forms of the tests are wanted.
enum Long {
    static let isOn = ProcessInfo.processInfo.environment["FLIGHTLOG_LONG"] != nil
}
