import FieldModel

/// A whole log folder as text, for whatever writes a log at once instead of recording it: lines by stream and UTC day.
public struct LogText: Sendable {
    private let rows: SampleText
    private var events: [CivilDate: [UInt8]] = [:]
    private var samples: [CivilDate: [UInt8]] = [:]

    /// - Parameter rows: the columns of the samples files.
    public init(_ rows: SampleText) { self.rows = rows }

    /// Adds an event to the file of its day. Lines stay in the order they are added.
    public mutating func append(_ record: Record) {
        EventText.append(record, to: &events[CivilDate(record.stamp.wallTime), default: []])
    }

    /// Adds a sample to the file of the day it was received.
    public mutating func append(_ sample: Sample, extra: [String] = []) {
        let day = CivilDate(sample.fix.receiveTime)
        if samples[day] == nil {
            var header: [UInt8] = []
            rows.appendHeader(to: &header)
            samples[day] = header
        }
        rows.append(sample, extra: extra, to: &samples[day]!)
    }

    /// Path from the log's root and content of every file, in order of path.
    public var files: [(path: String, bytes: [UInt8])] {
        let files =
            events.map { (path: "events/\($0.key).jsonl", bytes: $0.value) }
            + samples.map { (path: "samples/\($0.key).csv", bytes: $0.value) }
        return files.sorted { $0.path < $1.path }
    }
}
