import Foundation
import SystemIO
import TestKit
import Testing

/// SIGKILL at counted points: at every Kth instruction of an append, a flush and a roll, and at every Kth call to the system
/// of a launch; then at every Jth call of the recovery after it. The same numbers meet the same points.
@Suite(.enabled(if: FaultKit.isPossible), .serialized) struct KillPointTests {
    /// A function of the recorder and how many instructions from its beginning are of interest.
    struct Place: CustomTestStringConvertible, Sendable {
        var function: String
        var length: Int
        /// Acknowledged records after which it is looked for.
        var after = 150
        var words: [String] = []

        var testDescription: String { function }
    }

    private static let places = [
        Place(function: "ct_commit", length: 900),
        // Of the main thread only the one at the end is certain.
        Place(function: "ct_flush", length: 3000, after: 19_970, words: ["--count", "20000"]),
        Place(function: "ct_log_target", length: 700, words: ["--day", "2.16"]),
    ]

    private func kill(_ log: RecordedLog, atCall nth: Int, _ words: [String]) throws -> Bool {
        let fault = FaultKit.Fault(call: "any", kind: "kill", name: "kill", nth: nth)
        return try FaultKit.stress(log, words, fault).wasKilled
    }

    /// The next launch, killed at its Jth call, and one that is let be.
    private func expectAllKept(_ log: RecordedLog, recoveryCall: Int, _ note: String) throws {
        _ = try kill(log, atCall: recoveryCall, ["--writers", "0", "--seconds", "0"])
        #expect(try log.reopen().status == 0, "\(note)")
        let outcome = try StressOutcome(of: log, writers: 1, samples: false)
        #expect(outcome.lost == 0, "\(note)")
        #expect(outcome.invented == 0, "\(note)")
    }

    @Test(arguments: places)
    func `a kill at any instruction of an append, a flush or a roll loses nothing`(place: Place) throws {
        let stepper = try #require(FaultKit.stepper)
        let offset = try FaultKit.offset(of: place.function)
        let stride = Long.isOn ? 7 : place.length / 6
        var met = 0
        for steps in Swift.stride(from: 0, to: place.length, by: stride) {
            let log = RecordedLog()
            let result = try Tool.run(
                stepper,
                [
                    offset, "\(steps)", log.ackPath, "\(place.after)", Tool.path("fieldtest"), "stress", "--log",
                    log.path,
                ]
                    + ["--writers", "1", "--ring", "16384", "--ack", log.ackPath] + place.words)
            met += result.status == 0 ? 1 : 0
            try expectAllKept(log, recoveryCall: 1 + steps / stride % 40, "\(place.function) + \(steps)")
        }
        #expect(met > 0)
    }

    @Test func `a kill at any call of a launch, and at any call of the next, loses nothing`() throws {
        let dead = RecordedLog()
        let words = ["--writers", "1", "--ack", dead.ackPath, "--count", "300"]
        let calls = Long.isOn ? Array(1...60) : [3, 9, 17, 26]
        #expect(try FaultKit.stress(dead, words).status == 0)
        // Dies with records in the ring only.
        #expect(
            try FaultKit.stress(dead, ["--writers", "1", "--ack", dead.ackPath, "--fault", "kill", "--after", "20"])
                .wasKilled)
        for nth in calls {
            for later in Long.isOn ? Array(stride(from: 1, to: 60, by: 3)) : [5, 14] {
                let log = try dead.copy()
                try FileManager.default.copyItem(atPath: dead.ackPath, toPath: log.ackPath)
                _ = try kill(log, atCall: nth, ["--writers", "0", "--seconds", "0"])
                try expectAllKept(log, recoveryCall: later, "launch call \(nth), then \(later)")
            }
        }
    }

    @Test func `the first launch of all, killed at any call, is followed by one that works`() throws {
        for nth in Long.isOn ? Array(1...60) : [1, 4, 8, 12, 20] {
            let log = RecordedLog()
            _ = try kill(log, atCall: nth, ["--writers", "0", "--seconds", "0"])
            #expect(try log.reopen().status == 0)
            #expect(try log.event(.launch).isEmpty == false, "call \(nth)")
        }
    }
}
