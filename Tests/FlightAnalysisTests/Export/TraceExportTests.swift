import FieldModel
import LogFormat
import Testing

@testable import FlightAnalysis

/// The rules of Chrome's trace JSON as its importer in Perfetto applies them.
@Suite("Lanes for Perfetto")
struct TraceExportTests {
    private static func record(_ n: SequenceNumber, _ t: Int64, _ m: Int64?, _ kind: String, _ fields: Value = [:])
        -> Record
    {
        Record(
            stamp: Stamp(n: n, wallTime: WallTime(t), bootTime: m.map { BootTime($0) }), kind: kind,
            fields: fields.fields ?? [])
    }

    private func events(_ records: [Record], samples: [Sample] = []) throws -> [Value] {
        let text = collectedText { out in
            var trace = TraceExport()
            trace.begin(to: &out)
            trace.begin(part: "demo \"1\"", to: &out)
            for record in records { trace.take(record, to: &out) }
            for sample in samples { trace.take(sample, to: &out) }
            trace.end(gaps: [], to: &out)
            trace.end(to: &out)
        }
        #expect(text.hasPrefix("{\"displayTimeUnit\":\"ms\",\"traceEvents\":["))
        return try #require(try JSON.parse(text)["traceEvents"]?.array)
    }

    private func phases(_ events: [Value], _ phase: String) -> [Value] { events.filter { $0["ph"]?.string == phase } }

    @Test("Every lane is named and sorted, in one process")
    func lanes() throws {
        let events = try events([])
        #expect(events.first == ["ph": "M", "name": "process_name", "pid": 1, "args": ["name": "demo \"1\""]])
        #expect(phases(events, "M").count == 27)
        #expect(
            events[1...2] == [
                ["ph": "M", "name": "thread_name", "pid": 1, "tid": 10, "args": ["name": "01 runs"]],
                ["ph": "M", "name": "thread_sort_index", "pid": 1, "tid": 10, "args": ["sort_index": 10]],
            ])
    }

    @Test("A state is a slice from its event to the next, in microseconds; at the end all are closed")
    func slices() throws {
        let events = try events([
            Self.record(1, 1_777_881_600_000, 1000, "launch", ["run": "0a1b2c3d-99"]),
            Self.record(2, 1_777_881_601_000, 2000, "app", ["to": "fg"]),
            Self.record(3, 1_777_881_603_500, 4500, "app", ["to": "bg"]),
            Self.record(4, 1_777_881_603_600, 4600, "app", ["to": "bg"]),
            Self.record(5, 1_777_881_605_000, 6000, "hb", ["bat": 0.5]),
        ])
        #expect(
            phases(events, "X") == [
                [
                    "ph": "X", "name": "fg", "pid": 1, "tid": 40, "ts": 1_777_881_601_000_000, "dur": 2_500_000,
                    "args": ["n": 2],
                ],
                [
                    "ph": "X", "name": "run 0a1b2c3d", "pid": 1, "tid": 10, "ts": 1_777_881_600_000_000,
                    "dur": 5_000_000, "args": ["n": 1],
                ],
                [
                    "ph": "X", "name": "bg", "pid": 1, "tid": 40, "ts": 1_777_881_603_500_000, "dur": 1_500_000,
                    "args": ["n": 3],
                ],
            ])
        #expect(
            phases(events, "C") == [
                ["ph": "C", "name": "battery %", "pid": 1, "ts": 1_777_881_605_000_000, "args": ["value": 50.0]]
            ])
    }

    @Test("A wall clock set back within a run moves nothing, and slices of a lane never overlap over two runs")
    func clocks() throws {
        let events = try events([
            Self.record(1, 1_000_000, 1000, "launch"), Self.record(2, 1_010_000, 11_000, "app", ["to": "fg"]),
            Self.record(3, 900_000, 21_000, "app", ["to": "bg"]), Self.record(4, 905_000, 31_000, "hb"),
            // The next run sees the set clock, 120 s before the end of the first one.
            Self.record(5, 910_000, 2000, "launch"), Self.record(6, 911_000, 3000, "exit", ["reason": "user"]),
        ])
        let slices = phases(events, "X").map { slice in
            "\(slice["name"]?.string ?? "") \(slice["ts"]?.integer ?? 0)+\(slice["dur"]?.integer ?? 0)"
        }
        #expect(
            slices == [
                "fg 1010000000+10000000", "run 1000000000+30000000", "bg 1020000000+10000000", "run 1030000000+0",
            ])
    }

    @Test("A moment stands one microsecond late; an end and a mark are drawn across all lanes")
    func instants() throws {
        let hostile = "</script>\u{0}\"\\"
        let events = try events([
            Self.record(1, 1000, nil, "mark", ["text": .string(hostile)]),
            Self.record(2, 2000, nil, "wake", ["by": "region"]),
            Self.record(3, 3000, nil, "prev-exit", ["cause": "killed"]),
        ])
        #expect(
            phases(events, "i") == [
                [
                    "ph": "i", "name": .string(hostile), "pid": 1, "tid": 130, "s": "g", "ts": 1_000_001,
                    "args": ["n": 1],
                ],
                ["ph": "i", "name": "wake region", "pid": 1, "tid": 120, "s": "t", "ts": 2_000_001, "args": ["n": 2]],
                ["ph": "i", "name": "ended: killed", "pid": 1, "tid": 10, "s": "g", "ts": 3_000_001, "args": ["n": 3]],
            ])
    }

    @Test("A hole is a slice on a lane of its own, placed by the boot clock")
    func holes() throws {
        let events = try events([
            Self.record(1, 1_000_000, 10_000, "launch"),
            Self.record(2, 1_090_000, 100_000, "hole", ["from": 20_000, "to": 95_000]),
        ])
        #expect(
            phases(events, "X").first == [
                "ph": "X", "name": "hole", "pid": 1, "tid": 30, "ts": 1_010_000_000, "dur": 75_000_000,
                "args": ["n": 2],
            ])
    }

    @Test("Counters are written when they change, invalid values never")
    func counters() throws {
        let fixes = [(0, 140), (1, 140), (2, -1), (3, 150)].map { second, speed in
            var point = TrackDrawing.Point(50, 10, at: Double(second))
            point.fix.speed = Quantity(Int32(speed))
            return Sample(n: SequenceNumber(second + 1), fix: point.fix)
        }
        let counters = phases(try events([], samples: fixes), "C").map {
            "\($0["name"]?.string ?? "") \($0["args"]?["value"]?.double ?? .nan)"
        }
        #expect(counters == ["accuracy m 8.0", "speed m/s 1.4", "fix interval s 1.0", "speed m/s 1.5"])
    }

    @Test("Times that no reader can count are moved to the edge instead of overflowing")
    func farTimes() throws {
        let events = try events([
            Self.record(1, .max, nil, "mark", ["text": "x"]), Self.record(2, .min, nil, "mark", ["text": "y"]),
        ])
        #expect(phases(events, "i").map { $0["ts"]?.integer } == [9_223_372_036_000_001, 9_223_372_036_000_001])
    }
}
