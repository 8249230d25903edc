import FieldModel
import LogFormat
import SystemIO

/// Chrome's trace JSON, object form, for ui.perfetto.dev: one process, one thread a lane. Slices of a lane never overlap,
/// since two that only partly do would be torn apart there. Times are whole microseconds since the Unix epoch, which a
/// reader converts exactly. Instants stand one microsecond late: at the very beginning of a slice they would be hidden.
struct TraceWriter {
    private var isFirst = true

    /// Counts the processes; a log is one, and so is each log of a second process beside it.
    private var process: Int64 = 0

    mutating func begin(to out: inout OutputBuffer) { out.write("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[") }

    /// Begins the next process: what follows belongs to it.
    mutating func begin(process name: String, lanes: [(number: Int, name: String)], to out: inout OutputBuffer) {
        process += 1
        metadata("process_name", lane: nil, &out) { JSON.append(name, to: &$0) }
        for lane in lanes {
            metadata("thread_name", lane: lane.number, &out) { JSON.append(lane.name, to: &$0) }
            open("M", "thread_sort_index", lane: lane.number, &out)
            out.write(",\"args\":{\"sort_index\":")
            out.write(Int64(lane.number), decimals: 0)
            out.write("}}")
        }
    }

    mutating func end(to out: inout OutputBuffer) { out.write("\n],\"metadata\":{\"tool\":\"flightlog analyze\"}}\n") }

    /// A state with a duration; both times in ms.
    mutating func slice(
        _ name: String, lane: Int, from: Int64, to: Int64, n: SequenceNumber?, out: inout OutputBuffer
    ) {
        open("X", name, lane: lane, &out)
        time("ts", from, &out)
        time("dur", max(0, to.subtractingReportingOverflow(from).partialValue), &out)
        close(n, &out)
    }

    /// A moment; `everywhere` draws it across all lanes.
    mutating func instant(
        _ name: String, lane: Int, at moment: Int64, everywhere: Bool, n: SequenceNumber?, out: inout OutputBuffer
    ) {
        open("i", name, lane: lane, &out)
        out.write(everywhere ? ",\"s\":\"g\"" : ",\"s\":\"t\"")
        out.write(",\"ts\":")
        out.write(Self.micros(moment) + 1, decimals: 0)
        close(n, &out)
    }

    /// A value that changed, in units of 10^-decimals.
    mutating func counter(_ name: StaticString, at moment: Int64, value: Int64, decimals: Int, out: inout OutputBuffer)
    {
        out.write(isFirst ? "\n" : ",\n")
        isFirst = false
        out.write("{\"ph\":\"C\",\"name\":\"")
        out.write(name)
        out.write("\",\"pid\":")
        out.write(process, decimals: 0)
        time("ts", moment, &out)
        out.write(",\"args\":{\"value\":")
        out.write(value, decimals: decimals)
        out.write("}}")
    }

    // MARK: Parts

    private mutating func open(_ phase: StaticString, _ name: String, lane: Int?, _ out: inout OutputBuffer) {
        out.write(isFirst ? "\n" : ",\n")
        isFirst = false
        out.write("{\"ph\":\"")
        out.write(phase)
        out.write("\",\"name\":")
        JSON.append(name, to: &out.bytes)
        out.write(",\"pid\":")
        out.write(process, decimals: 0)
        guard let lane else { return }
        out.write(",\"tid\":")
        out.write(Int64(lane), decimals: 0)
    }

    private mutating func metadata(
        _ name: String, lane: Int?, _ out: inout OutputBuffer, _ text: (inout [UInt8]) -> Void
    ) {
        open("M", name, lane: lane, &out)
        out.write(",\"args\":{\"name\":")
        text(&out.bytes)
        out.write("}}")
    }

    private func time(_ key: StaticString, _ millis: Int64, _ out: inout OutputBuffer) {
        out.write(",\"")
        out.write(key)
        out.write("\":")
        out.write(Self.micros(millis), decimals: 0)
    }

    /// Readers count nanoseconds in 64 bits: what lies beyond the years they reach is moved to their edge.
    private static func micros(_ millis: Int64) -> Int64 {
        let edge: Int64 = 9_223_372_036_000
        return max(-edge, min(edge, millis)) * 1000
    }

    private func close(_ n: SequenceNumber?, _ out: inout OutputBuffer) {
        if let n {
            out.write(",\"args\":{\"n\":")
            out.write(Int64(clamping: n), decimals: 0)
            out.write("}")
        }
        out.write("}")
    }
}
