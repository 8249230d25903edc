import DecisionCore
import FieldModel
import LogFormat
import SimulatedDay
import TestKit

@testable import FlightAnalysis

/// A log as a phone with a live core leaves it: what came in, what was decided, and the core's state at every launch.
struct LiveLog {
    private(set) var entries: [LogEntry] = []
    private var core = TrailCore()
    private var n: SequenceNumber = 0

    /// Records a day. The process is killed after each number of signals in `kills`, and comes back with the state it
    /// had `staleness` signals before.
    init(_ day: SimulatedDay, kills: [Int] = [], staleness: Int = 40) {
        self.init(day.signals, kills: kills, staleness: staleness)
    }

    init(_ signals: [(stamp: Stamp, signal: Signal)], kills: [Int] = [], staleness: Int = 40) {
        var kept: [TrailCore] = []
        for (index, (stamp, signal)) in signals.enumerated() {
            if kills.contains(index) {
                core = kept.first ?? core
                record(.launched(run: "run \(index)", boot: "boot"), at: stamp)
                append(Record(stamp: stamp, kind: "core", fields: core.record))
            }
            record(signal, at: stamp)
            // The first signal of a day is its launch.
            if index == 0 {
                append(Record(stamp: stamp, kind: "settings", fields: [.init("visits", true)]))
                append(Record(stamp: stamp, kind: "core", fields: core.record))
            }
            kept.append(core)
            if kept.count > staleness { kept.removeFirst() }
        }
    }

    private mutating func record(_ signal: Signal, at stamp: Stamp) {
        var decisions: [Decision] = []
        var input = n + 1
        if case .fixArrived(let fix) = signal {
            core.decide(signal, at: fix.stamp, into: &decisions)
            n += 1
            core.recorded(as: n)
            guard case .ruled(let ruling)? = decisions.last else { return }
            let sample = Sample(
                n: n, fix: fix, verdict: ruling.verdict, reason: ruling.reason?.rawValue ?? "")
            entries.append(.sample(sample))
        } else if let record = signal.record(at: stamp) {
            append(record)
            input = n
            core.decide(signal, at: entries.last!.stamp!, into: &decisions)
        }
        for decision in decisions {
            guard let (kind, fields) = decision.event(by: input) else { continue }
            append(Record(stamp: stamp, kind: kind.rawValue, fields: fields))
        }
    }

    private mutating func append(_ record: Record) {
        n += 1
        var record = record
        record.stamp.n = n
        entries.append(.event(Event(record)))
    }

    /// What the live core knew at the end.
    var liveState: Value { core.state }

    func replay(_ options: Replay<TrailCore>.Options = .init()) throws -> ReplayReport<TrailCore> {
        var replay = try Replay<TrailCore>(options)
        for entry in entries { replay.take(entry) }
        return replay.finish()
    }

    /// The log written out as files.
    func write(to folder: TemporaryFolder) throws {
        var text = LogFormat.LogText(SampleText(columns: FixColumn.allCases))
        for entry in entries {
            switch entry {
            case .event(let event): text.append(event.record)
            case .sample(let sample): text.append(sample)
            case .tear: break
            }
        }
        for file in text.files { try folder.write(file.bytes, to: file.path) }
    }
}

extension [LogEntry] {
    /// The first accepted fix.
    var firstAccepted: Int? {
        firstIndex { if case .sample(let sample) = $0 { sample.verdict == .accepted } else { false } }
    }
}
