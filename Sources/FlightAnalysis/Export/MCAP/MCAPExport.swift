import FieldModel
import LogFormat
import SystemIO

/// A log as MCAP: what came (`/location/raw`), what became the track (`/location/kept`), and the events by topic. Logged
/// at the time of receipt, published at the fix's own time, so that a viewer shows the delay; the sequence is our line
/// number, so that a missing line shows.
struct MCAPExport {
    private enum Topic: Int, CaseIterable {
        case raw, kept, decisions, lifecycle, heartbeat, log, gaps

        var channel: MCAPWriter.Channel {
            switch self {
            case .raw: .init(topic: "/location/raw", schema: 0)
            case .kept: .init(topic: "/location/kept", schema: 0)
            case .decisions: .init(topic: "/decisions", schema: 1)
            case .lifecycle: .init(topic: "/lifecycle", schema: 1)
            case .heartbeat: .init(topic: "/heartbeat", schema: 1)
            case .log: .init(topic: "/log", schema: 2)
            case .gaps: .init(topic: "/gaps", schema: 3)
            }
        }
    }

    private static let time =
        #"{"type":"object","title":"time","properties":{"sec":{"type":"integer"},"nsec":{"type":"integer"}}}"#

    private static let schemas = [
        LocationFixText.schema,
        MCAPWriter.Schema(
            name: "flightlog.Record",
            text: #"{"type":"object","title":"flightlog.Record","properties":{"n":{"type":"integer"},"#
                + #""t":{"type":"integer"},"k":{"type":"string"}},"required":["n","t","k"]}"#),
        MCAPWriter.Schema(
            name: "foxglove.Log",
            text: #"{"type":"object","title":"foxglove.Log","properties":{"timestamp":\#(time),"#
                + #""level":{"type":"integer"},"message":{"type":"string"},"name":{"type":"string"},"#
                + #""file":{"type":"string"},"line":{"type":"integer"}}}"#),
        MCAPWriter.Schema(
            name: "foxglove.Event",
            text: #"{"type":"object","title":"foxglove.Event","properties":{"start_time":\#(time),"end_time":\#(time),"#
                + #""metadata":{"type":"array","items":{"type":"object","properties":{"key":{"type":"string"},"#
                + #""value":{"type":"string"}}}}}}"#),
    ]

    private var writer = MCAPWriter(schemas: schemas, channels: Topic.allCases.map(\.channel))

    mutating func begin(to out: inout OutputBuffer) { writer.begin(library: "flightlog analyze", to: &out) }
    mutating func end(to out: inout OutputBuffer) { writer.end(to: &out) }

    /// A fix as it came; one without a place is left out.
    mutating func take(_ sample: Sample, to out: inout OutputBuffer) throws(IOError) {
        try fix(sample, .raw, &out)
    }

    mutating func take(_ record: Record, to out: inout OutputBuffer) throws(IOError) {
        let topic: Topic =
            switch record.knownKind {
            case .decision, .state, .effect, .dwell, .check, .profile: .decisions
            case .heartbeat: .heartbeat
            case .mark, .lost: .log
            default: .lifecycle
            }
        let stamp = record.stamp
        try put(topic, n: stamp.n, log: stamp.wallTime, published: stamp.wallTime, &out) {
            topic == .log ? Self.log(record, &$0) : Self.line(record, &$0)
        }
    }

    /// The points of the track, once it is known which they are.
    mutating func take(_ drawing: TrackDrawing, to out: inout OutputBuffer) throws(IOError) {
        for line in drawing.lines {
            for point in line.points { try fix(Sample(n: point.n, fix: point.fix), .kept, &out) }
        }
    }

    mutating func take(_ gap: GapSpan, to out: inout OutputBuffer) throws(IOError) {
        try put(.gaps, n: gap.n, log: gap.to, published: gap.from, &out) { bytes in
            bytes += "{\"start_time\":".utf8
            MCAPTime.append(gap.from, to: &bytes)
            bytes += ",\"end_time\":".utf8
            MCAPTime.append(gap.to, to: &bytes)
            bytes += ",\"metadata\":[{\"key\":\"kind\",\"value\":".utf8
            JSON.append(gap.kind, to: &bytes)
            bytes += "},{\"key\":\"seconds\",\"value\":\"".utf8
            DecimalNumber.append(gap.duration, decimals: 3, to: &bytes)
            bytes += "\"}]}".utf8
        }
    }

    // MARK: Messages

    private mutating func fix(_ sample: Sample, _ topic: Topic, _ out: inout OutputBuffer) throws(IOError) {
        guard LocationFixText.isShowable(sample.fix) else { return }
        try put(topic, n: sample.n, log: sample.fix.receiveTime, published: sample.fix.sampleTime, &out) {
            LocationFixText.append(sample, to: &$0)
        }
    }

    private mutating func put(
        _ topic: Topic, n: SequenceNumber, log: WallTime, published: WallTime, _ out: inout OutputBuffer,
        _ data: (inout [UInt8]) -> Void
    ) throws(IOError) {
        try writer.message(
            channel: topic.rawValue, sequence: UInt32(truncatingIfNeeded: n), logTime: MCAPTime.nanoseconds(log),
            publishTime: MCAPTime.nanoseconds(published), to: &out, data)
    }

    private static func line(_ record: Record, _ bytes: inout [UInt8]) {
        EventText.append(record, to: &bytes)
        bytes.removeLast()  // the line end
    }

    /// A tester's mark, or the writer's own loss, as a line of a viewer's log panel.
    private static func log(_ record: Record, _ bytes: inout [UInt8]) {
        bytes += "{\"timestamp\":".utf8
        MCAPTime.append(record.stamp.wallTime, to: &bytes)
        // 2 is information, 3 a warning.
        bytes += (record.knownKind == .mark ? ",\"level\":2" : ",\"level\":3").utf8
        bytes += ",\"message\":".utf8
        if let text = record["text"]?.string {
            JSON.append(text, to: &bytes)
        } else {
            JSON.append(JSON.text(.object(record.fields)), to: &bytes)
        }
        bytes += ",\"name\":".utf8
        JSON.append(record.kind, to: &bytes)
        bytes += ",\"file\":\"\",\"line\":0}".utf8
    }
}
