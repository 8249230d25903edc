import FieldModel
import FlightLog
import Foundation
import LogFormat
import SystemIO
import TestKit
import Testing

/// A file system that turns read-only while a log is written, for real. Needs the right to mount one; elsewhere this is left
/// out, and the same comes from calls that fail (SyscallFaultTests).
@Suite(.enabled(if: LoopDisk.isPossible)) struct ReadOnlyTests {
    @Test func `a medium that turns read-only stops nobody, and what was acknowledged can be taken off it`() throws {
        let log = RecordedLog()
        let disk = try LoopDisk(at: log.path, mebibytes: 24)
        let writer = try Background(
            "fieldtest",
            ["stress", "--log", log.path, "--ack", log.ackPath, "--writers", "2", "--ring", "65536", "--sync"])
        writer.wait { StressOutcome.counters(log.ackPath, 2).allSatisfy { $0 > 500 } }
        try disk.failsToReadOnly()
        // The rings take no more after a while: the counters stand, the process goes on.
        var before = StressOutcome.counters(log.ackPath, 2)
        writer.wait {
            usleep(200_000)
            defer { before = StressOutcome.counters(log.ackPath, 2) }
            return before == StressOutcome.counters(log.ackPath, 2)
        }
        writer.kill()
        let copy = try log.copy()
        #expect(try copy.reopen().status == 0)
        try FileManager.default.copyItem(atPath: log.ackPath, toPath: copy.ackPath)
        let outcome = try StressOutcome(of: copy, writers: 2, samples: false)
        #expect(outcome.acknowledged > 1000)
        #expect(outcome.lost == 0)
        #expect(outcome.invented == 0)
        #expect(try copy.event(.lost).contains { ($0["records"]?.integer ?? 0) > 0 })
    }
}
