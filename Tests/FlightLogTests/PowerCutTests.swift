import CCrashTap
import FieldModel
import FlightLog
import Foundation
import LogFormat
import SystemIO
import TestKit
import Testing

/// A machine that stands at once, in a model: each 4 KiB page of the state comes from one of the last moments, the files are
/// cut to an earlier size, and the boot id is another one.
@Suite struct PowerCutTests {
    private struct Moment {
        var state: [UInt8]
        var events: Int
        var samples: Int
    }

    /// A run of which the last moments are kept as images.
    private struct Run {
        var moments: [Moment] = []
        var events: [UInt8] = []
        var samples: [UInt8] = []
        var eventName = ""
        var sampleName = ""
    }

    private func record(_ random: inout SeededRandom) throws -> Run {
        let log = RecordedLog()
        let clock = ManualClock.atNoon()
        let recorder = try log.open(clock: .manual(clock), ringBytes: 16_384)
        var run = Run()
        run.eventName = try log.files("events")[0]
        run.sampleName = try log.files("samples")[0]
        let size = { (path: String) in Int(try FileSystem.entry(at: path)?.size ?? 0) }
        for _ in 0..<24 {
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                clock.advance(Int64.random(in: 0...900, using: &random))
                let text = String(repeating: "x", count: Int.random(in: 0...120, using: &random))
                recorder.record(.mark) { line in
                    line.add("text", text)
                    line.add("v", Double.random(in: 0..<1, using: &random))
                }
                recorder.record(
                    RecordedLog.fix(at: recorder.now, longitude: Int32.random(in: 0..<1_000_000, using: &random)),
                    ruling: nil)
            }
            if Int.random(in: 0..<3, using: &random) == 0 { recorder.flush() }
            run.moments.append(
                Moment(
                    state: try FileSystem.contents(of: log.path + "/state/current.state"),
                    events: try size(log.path + "/events/" + run.eventName),
                    samples: try size(log.path + "/samples/" + run.sampleName)))
        }
        recorder.flush()
        run.events = try log.bytes("events")
        run.samples = try log.bytes("samples")
        recorder.close()
        return run
    }

    /// What the disk has after the cut.
    private func cut(_ run: Run, _ random: inout SeededRandom) throws -> (log: RecordedLog, vouched: UInt64) {
        let log = RecordedLog()
        let last = Int.random(in: 4..<run.moments.count, using: &random)
        var state = run.moments[last].state
        for page in 0..<(state.count / 4096) {
            let from = run.moments[last - Int.random(in: 0...3, using: &random)].state
            state.replaceSubrange(page * 4096..<(page + 1) * 4096, with: from[page * 4096..<(page + 1) * 4096])
        }
        let next = state.withUnsafeBytes { StateImage.get($0, "nextN") }
        state.withUnsafeMutableBytes { raw in
            let boot = StateImage.offset(UnsafeRawBufferPointer(raw), "boot")
            raw[boot] = raw[boot] == 0x30 ? 0x31 : 0x30
        }
        try log.folder.write(state, to: "log/state/current.state")
        // Writes reach the disk later than the page cache: a size of up to three moments ago, and anywhere in a line.
        let older = run.moments[last - Int.random(in: 0...3, using: &random)]
        try log.folder.write(
            Array(run.events[..<(older.events - Int.random(in: 0...min(200, older.events), using: &random))]),
            to: "log/events/" + run.eventName)
        try log.folder.write(
            Array(run.samples[..<(older.samples - Int.random(in: 0...min(80, older.samples), using: &random))]),
            to: "log/samples/" + run.sampleName)
        return (log, next)
    }

    /// What the next launch made of one cut.
    private struct Outcome {
        var seed: UInt64
        var invented: Int
        var doubled: Int
        /// Of the lines that the state vouched for.
        var shareKept: Double
        var cause: ExitCause
    }

    private func outcome(seed: UInt64) throws -> Outcome {
        var random = SeededRandom(seed: seed)
        let run = try record(&random)
        let (log, next) = try cut(run, &random)
        let recorder = try log.open(clock: .manual(.atNoon()))
        recorder.close()
        let written = Set(run.events.split(separator: 10)).union(run.samples.split(separator: 10))
        let launch = Array(#""k":"launch""#.utf8)
        let events = try log.bytes("events").split(separator: 10)
        // The lines of the run that recovered come last.
        let mine = events.lastIndex { $0.contains(launch) } ?? events.endIndex
        let kept = events[..<mine] + (try log.bytes("samples").split(separator: 10))
        return Outcome(
            seed: seed, invented: kept.count { !written.contains($0) }, doubled: kept.count - Set(kept).count,
            shareKept: min(1, Double(kept.count) / Double(next)), cause: recorder.previousExit.cause)
    }

    @Test func `a cut never makes a line that was not written`() throws {
        let outcomes = try (1...(Long.isOn ? 2000 : 40)).map { try outcome(seed: $0) }
        #expect(outcomes.filter { $0.invented > 0 }.map(\.seed) == [])
        #expect(outcomes.filter { $0.doubled > 0 }.map(\.seed) == [])
        #expect(outcomes.allSatisfy { $0.cause == .reboot })
        // Said, not demanded: the share depends on where the model cuts.
        let shares = outcomes.map(\.shareKept)
        print(
            "\(shares.count) power cuts: mean share kept \(shares.reduce(0, +) / Double(shares.count)), least \(shares.min()!)"
        )
    }
}
