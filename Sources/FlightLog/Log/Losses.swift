import CCrashTap
import FieldModel

/// What a log could not keep, as it says so in its own `lost` record.
extension MappedLog {
    func append(_ losses: ct_losses, of stream: Stream) {
        append(event: RecordKind.lost.rawValue, reserve: 0) { line in
            line.add("stream", stream.folder)
            line.add("records", losses.records)
            line.add("bytes", losses.bytes)
            line.add("from", losses.from)
            line.add("to", losses.to)
            line.add("why", Self.reasons(losses.why))
        }
    }

    /// Codes, several with spaces between.
    private static func reasons(_ bits: UInt32) -> String {
        [
            (CT_LOST_FULL, "full"), (CT_LOST_FROZEN, "signal"), (CT_LOST_LONG, "long"), (CT_LOST_MAPPING, "mapping"),
        ]
        .filter { bits & UInt32($0.0.rawValue) != 0 }.map(\.1).joined(separator: " ")
    }
}

extension ct_losses {
    /// What a run that ended had not said yet.
    init(_ stream: ct_stream) {
        self.init(
            records: stream.lostRecords, bytes: stream.lostBytes, from: stream.lostFrom, to: stream.lostTo,
            why: UInt32(truncatingIfNeeded: stream.lostWhy))
    }
}
