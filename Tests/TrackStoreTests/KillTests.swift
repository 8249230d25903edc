import DecisionCore
import FieldModel
import Foundation
import SystemIO
import TestKit
import Testing

@testable import TrackStore

/// A process that writes batches is killed at a random moment, again and again over the same store. What it had said was
/// written must be there, nothing else may be, and the store must be sound.
@Suite struct KillTests {
    private static let rounds = Long.isOn ? 1_000 : 40

    @Test("a writer killed at any moment loses at most the batch in hand, and never a number")
    func kills() async throws {
        let folder = TemporaryFolder()
        var random = SeededRandom(seed: 20_261_130)
        for round in 0..<Self.rounds {
            let delay = UInt32.random(in: 0..<20_000, using: &random)
            await killed(folder.path, after: delay)
            try check(folder, round)
        }
        // A loop in which the writer never got to write would prove nothing.
        let database = try FactDatabase(folder.appending("track.sqlite"), readOnly: true)
        #expect(try database.run(1).next.point > Int64(Self.rounds))
        #expect(try database.integrityFindings() == [])
    }

    /// One life of a writer, ended by SIGKILL `delay` microseconds after its first batch.
    private func killed(_ path: String, after delay: UInt32) async {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path, delay] in
            var writer = try TrackWriter(TrackFolder(path), at: WallTime(1))
            var next: Int64 = 0
            if let run = try writer.database!.run(named: "walk") {
                try writer.resume(run.id, at: WallTime(2), bootTime: nil)
                next = run.next.point
            } else {
                try writer.begin("walk", Walk.start)
            }
            let acknowledged = try Descriptor(open: path + "/acknowledged", flags: O_WRONLY | O_CREAT)
            Thread.detachNewThread {
                usleep(delay)
                kill(getpid(), SIGKILL)
            }
            while true {
                for _ in 0..<FactQueue.batchSize {
                    try writer.append(.point(Walk.point(Int(next))), at: 0)
                    next += 1
                }
                // Ten digits over the same place: one write that a kill cannot halve.
                let text = String(next)
                let line = String(repeating: "0", count: 10 - text.count) + text
                _ = line.withCString { pwrite(acknowledged.rawValue, $0, 10, 0) }
            }
        }
    }

    private func check(_ folder: TemporaryFolder, _ round: Int) throws {
        let database = try FactDatabase(folder.appending("track.sqlite"), readOnly: true)
        guard let run = try database.run(named: "walk") else { return }
        let text = (try? folder.read("acknowledged")).map { String(decoding: $0, as: UTF8.self) } ?? "0"
        let acknowledged = try #require(Int64(text))
        #expect(run.next.point >= acknowledged, "round \(round): acknowledged \(acknowledged)")
        #expect(run.next.point <= acknowledged + Int64(FactQueue.batchSize), "round \(round)")
        let last = run.next.point > 0 ? try database.points(ofRun: run.id, (run.next.point - 1)..<run.next.point) : []
        #expect(last.map(\.point.fix) == (run.next.point > 0 ? [Walk.fix(Int(run.next.point) - 1)] : []))
        let count = try database.connection.integer("SELECT count(*) FROM point")
        #expect(count == run.next.point, "round \(round): points without a hole")
    }
}
