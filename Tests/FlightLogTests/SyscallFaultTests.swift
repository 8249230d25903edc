import Foundation
import SystemIO
import TestKit
import Testing

/// The Nth call to the system fails, once or for ever: while a log that died is recovered, while two threads write, at the
/// end. The process ends in order, and what it acknowledged is in the log after a launch without faults.
@Suite(.enabled(if: FaultKit.isPossible)) struct SyscallFaultTests {
    private static let calls = [
        "open", "write", "pwrite", "fsync", "rename", "ftruncate", "fallocate", "mmap", "close",
    ]
    private static let errors: [(name: String, kind: String)] = [
        ("ENOSPC", "\(ENOSPC)"), ("EIO", "\(EIO)"), ("EINTR", "\(EINTR)"), ("EROFS", "\(EROFS)"),
        ("EMFILE", "\(EMFILE)"), ("short", "short"),
    ]

    /// Every call with every error. Long: each of the first calls; short: one of them by its place in the table.
    private static let faults: [FaultKit.Fault] = {
        var faults: [FaultKit.Fault] = []
        for (row, call) in calls.enumerated() {
            for (column, error) in errors.enumerated() where error.kind != "short" || call.hasSuffix("write") {
                let numbers = Long.isOn ? Array(1...24) : [1 + (row * 5 + column * 3) % 11]
                for nth in numbers {
                    faults.append(.init(call: call, kind: error.kind, name: error.name, nth: nth))
                    let isLasting = Long.isOn ? nth <= 12 : nth == 1 || (row + column) % 2 == 0
                    guard isLasting else { continue }
                    faults.append(.init(call: call, kind: error.kind, name: error.name, nth: nth, isLasting: true))
                }
            }
        }
        return faults
    }()

    /// A log of a process that was killed with records in its rings only.
    private static let dead = Result { () throws -> RecordedLog in
        let log = RecordedLog()
        let writer = try Background("fieldtest", ["stress", "--log", log.path, "--ack", log.ackPath, "--writers", "2"])
        writer.wait { StressOutcome.counters(log.ackPath, 2).allSatisfy { $0 > 300 } }
        writer.kill()
        return log
    }

    private static let words = ["--writers", "2", "--ring", "16384", "--sync", "--count", "400"]

    @Test(arguments: faults)
    func `a call that fails costs no acknowledged record, ends nothing and hangs nowhere`(fault: FaultKit.Fault) throws
    {
        let log = try Self.dead.get().copy()
        try FileManager.default.copyItem(atPath: Self.dead.get().ackPath, toPath: log.ackPath)
        let run = try FaultKit.stress(log, Self.words + ["--ack", log.ackPath], fault)
        #expect(run.signal == nil, "\(run.errors)")
        #expect([0, 1].contains(run.status), "\(run.status): \(run.errors)")
        try expectAllKept(log)
    }

    @Test(arguments: (Long.isOn ? 1...60 : 2...2) as ClosedRange<Int>)
    func `a full disk from the Nth write on is said in a lost record once there is room`(nth: Int) throws {
        let log = RecordedLog()
        let fault = FaultKit.Fault(call: "pwrite", kind: "\(ENOSPC)", name: "ENOSPC", nth: nth, isLasting: true)
        let run = try FaultKit.stress(log, Self.words + ["--ack", log.ackPath], fault)
        #expect(run.status == 0, "\(run.errors)")
        try expectAllKept(log)
        let refused = 800 - StressOutcome.counters(log.ackPath, 2).reduce(0, +)
        let told = try log.event(.lost).compactMap { $0["records"]?.integer }.reduce(0, +)
        #expect(told == Int64(refused))
    }

    /// After a launch without faults.
    private func expectAllKept(_ log: RecordedLog) throws {
        #expect(try log.reopen().status == 0)
        let outcome = try StressOutcome(of: log, writers: 2, samples: false)
        #expect(outcome.acknowledged > 0)
        #expect(outcome.lost == 0)
    }
}
