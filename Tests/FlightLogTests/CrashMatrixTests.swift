import FieldModel
import Foundation
import LogFormat
import TestKit
import Testing

/// Faults for real, each in a process of its own: it ends by the signal that would end it without a recorder and without
/// Swift's backtracer, never hangs, and the log's last line tells of it, once. FLIGHTLOG_LONG=1 runs the whole of the table
/// with the backtracer too, and more rounds of what threads do to each other.
@Suite struct CrashMatrixTests {
    private static let faults = [
        "null", "non-canonical", "guard", "bus", "fpe", "ill", "trap", "sys", "overflow", "abort", "fatal-error",
        "bounds", "nil", "arithmetic", "precondition", "try", "raise-segv", "raise-bus", "raise-ill", "raise-trap",
        "raise-abort", "raise-fpe", "raise-sys", "malloc",
    ]
    private static let places = ["main", "thread", "task"]
    private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS]
    /// Of the table with the backtracer, which takes its time: one fault of each sort.
    private static let traced = ["null", "overflow", "fatal-error", "trap", "raise-trap", "raise-segv", "abort", "sys"]
    private static let backtracer = "enable=yes,output-to=/dev/null"
    /// It walks the crashed thread and no further. Twenty overflown stacks told in full cost it 3 to 5.4 s of processor time
    /// (7 to 17 s on two cores that others use too), this way 0.6 to 0.8 s: only here is it too much for the five seconds that
    /// a process has in the long form. The other faults cost 1 s at most, told in full.
    private static let briefBacktracer =
        "enable=yes,output-to=/dev/null,threads=crashed,symbolicate=off,images=none,limit=16,top=4"
    private static let twenty = [
        ("null", backtracer), ("abort", backtracer), ("fatal-error", backtracer), ("overflow", briefBacktracer),
    ]

    @Test(arguments: faults, places)
    func `a fault ends the process as it would without a recorder, and is the last line`(fault: String, place: String)
        throws
    {
        let log = RecordedLog()
        let without = try RecordedLog.crashWithout(fault, on: place)
        let with = try log.crash(fault, on: place)
        #expect(without != nil)
        #expect(with == without)
        try log.expectOneMark(signal: with)
    }

    @Test(arguments: Long.isOn ? faults : traced, Long.isOn ? places : ["main"])
    func `the same with Swift's backtracer on`(fault: String, place: String) throws {
        let log = RecordedLog()
        let with = try log.crash(fault, on: place, backtrace: Self.backtracer)
        #expect(with == (try RecordedLog.crashWithout(fault, on: place)))
        try log.expectOneMark(signal: with)
    }

    @Test(arguments: signals, places)
    func `a fatal signal from outside is written down like a fault`(signal: Int32, place: String) throws {
        let log = RecordedLog()
        let process = try Background(
            "fieldtest",
            ["stress", "--log", log.path, "--writers", "1", "--ack", log.ackPath, "--fault", "wait", "--on", place])
        process.wait { StressOutcome.counters(log.ackPath, 1)[0] > 0 }
        process.send(signal)
        #expect(process.waitForEnd() == signal)
        let outcome = try StressOutcome(of: log, writers: 1, samples: false)
        #expect(outcome.lost == 0)
        #expect(outcome.invented == 0)
        try log.expectOneMark(signal: signal)
    }

    @Test(arguments: ["null", "abort", "fatal-error", "overflow"], 1...(Long.isOn ? 50 : 2))
    func `B107: twenty threads that crash at once leave one mark`(fault: String, round: Int) throws {
        let log = RecordedLog()
        let result = try log.crash(fault, on: "twenty")
        #expect(result == (try RecordedLog.crashWithout(fault, on: "main")))
        try log.expectOneMark(signal: result)
    }

    @Test(.enabled(if: Long.isOn), arguments: twenty, 1...15)
    func `twenty threads at once with the backtracer on`(told: (fault: String, by: String), round: Int) throws {
        let log = RecordedLog()
        let result = try log.crash(told.fault, on: "twenty", backtrace: told.by)
        try log.expectOneMark(signal: result)
    }

    @Test(.enabled(if: Long.isOn), arguments: ["malloc", "overflow"], 1...100)
    func `a signal inside malloc and an overflow on a second thread, again and again`(fault: String, round: Int) throws
    {
        let log = RecordedLog()
        try log.expectOneMark(signal: try log.crash(fault, on: "thread"))
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

extension RecordedLog {
    /// The signal that ends a process which crashes while it records here.
    @discardableResult
    func crash(_ fault: String, on place: String, backtrace: String = "enable=no") throws -> Int32? {
        try Self.crash(fault, place, backtrace, ["--log", path])
    }

    /// The same crash without a recorder, and without a backtracer.
    static func crashWithout(_ fault: String, on place: String) throws -> Int32? {
        try crash(fault, place, "enable=no", [])
    }

    private static func crash(_ fault: String, _ place: String, _ backtrace: String, _ log: [String]) throws -> Int32? {
        let clock = ContinuousClock()
        let began = clock.now
        // No pipes: a backtracer whose process is gone would hold them open.
        let process = try Background(
            "fieldtest", ["stress", "--writers", "0", "--fault", fault, "--on", place] + log, backtrace: backtrace)
        let signal = process.endingSignal(within: 60)
        // A machine that does many things at once may take long over any process; in the long form there is this one.
        if Long.isOn { #expect(clock.now - began < .seconds(5)) }
        return signal
    }

    /// The last line tells of the crash, no other does, and the next launch comes to the same verdict.
    func expectOneMark(signal: Int32?) throws {
        let events = try events()
        let mark = try #require(events.last)
        #expect(mark.kind == "crash")
        #expect(events.filter { $0.kind == "crash" }.count == 1)
        #expect(mark["sig"]?.integer == signal.map(Int64.init))
        #expect(mark["pc"]?.array?.isEmpty == false)
        try reopen()
        let after = try self.events()
        #expect(after.prefix(events.count) == events[...])
        let verdict = try #require(after.first { $0.kind == "prev-exit" && $0.stamp.n > mark.stamp.n })
        #expect(verdict["cause"] == "crash")
        #expect(verdict["confidence"] == "certain")
        #expect(verdict["sig"]?.integer == signal.map(Int64.init))
    }
}
