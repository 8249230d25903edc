/// The day as a log folder holds it. Nobody has judged it: there are no decisions and no verdicts in it.
import FieldModel
import LogFormat

extension SimulatedDay {
    /// What an app without rules would have recorded.
    public var log: LogText {
        var text = LogText(SampleText(columns: FixColumn.allCases.filter { $0 != .verdict && $0 != .reason }))
        var beats = heartbeats[...]
        for (stamp, signal) in signals {
            while let beat = beats.first, beat.stamp.n < stamp.n {
                text.append(record(beat))
                beats.removeFirst()
            }
            if case .fixArrived(let fix) = signal {
                text.append(Sample(n: stamp.n, fix: fix))
            } else if case .launched(let run, let boot) = signal {
                text.append(launch(run: run, boot: boot, at: stamp))
            } else if let record = signal.record(at: stamp) {
                text.append(record)
            }
        }
        for beat in beats { text.append(record(beat)) }
        return text
    }

    private func launch(run: String, boot: String, at stamp: Stamp) -> Record {
        let period = options.parameters[.heartbeatPeriod] * 1000
        return Record(
            stamp: stamp, kind: RecordKind.launch.rawValue,
            fields: [
                .init("run", .string(run)), .init("pid", 1), .init("boot", .string(boot)), .init("app", "fieldsim"),
                .init("build", .string("seed \(options.seed)")), .init("os", "simulated"), .init("device", "simulated"),
                .init("tz", 7200), .init("zone", "Europe/Berlin"), .init("period", .integer(Int64(period))),
                .init("reason", "user"), .init("format", 1),
            ])
    }

    private func record(_ beat: Heartbeat) -> Record {
        var fields: [Record.Field] = [
            .init("app", .string(beat.appState.rawValue)), .init("cb", .integer(Int64(beat.callbacks))),
            .init("due", .integer(beat.due.rawValue)),
        ]
        if let newest = beat.newest {
            fields.append(.init("age", .integer((beat.stamp.wallTime - newest) / 1000)))
        }
        return Record(stamp: beat.stamp, kind: RecordKind.heartbeat.rawValue, fields: fields)
    }
}
