/// The lines of one file of a log as they stand there, each with the stamp of the record it holds: what takes records out
/// of a log leaves the rest of it byte for byte.
import FieldModel
import LogFormat
import SystemIO

struct RawLines {
    private let file: LogPart.File
    private var events = EventReader(wanted: [])
    private var samples = SampleReader()
    /// The beginning of a line, or of a row whose quoted cell reaches over line ends.
    private var open: [UInt8] = []
    private var sawHeader = false

    /// A line with its line end: the header of a samples file has no stamp.
    typealias Visitor = (_ line: [UInt8], _ stamp: Stamp?) throws(IOError) -> Void

    init(_ file: LogPart.File) { self.file = file }

    /// Gives every line that holds a record. Damaged lines are left out, and counted.
    consuming func read(_ visit: Visitor) throws(IOError) -> Damage {
        let source = ByteSource(file.origin)
        var chunk: [UInt8] = []
        while try source.next(into: &chunk) {
            var start = 0
            while let end = chunk[start...].firstIndex(of: 0x0A) {
                open += chunk[start...end]
                start = end + 1
                try takeLine(visit)
            }
            open += chunk[start...]
        }
        if !open.isEmpty { try takeLine(visit, isLast: true) }
        return file.isSamples ? samples.damage : events.damage
    }

    private mutating func takeLine(_ visit: Visitor, isLast: Bool = false) throws(IOError) {
        let line = file.isSamples ? sampleLine(isLast) : eventLine(isLast)
        guard let line else { return }
        var bytes = open
        if bytes.last != 0x0A { bytes.append(0x0A) }
        open.removeAll(keepingCapacity: true)
        try visit(bytes, line.stamp)
    }

    private mutating func eventLine(_ isLast: Bool) -> (stamp: Stamp?, Void)? {
        var found: [Event] = []
        let line = open
        events.feed(line.span, into: &found)
        if isLast { events.finish(into: &found) }
        guard let event = found.last else {
            open.removeAll(keepingCapacity: true)
            return nil
        }
        return (event.record.stamp, ())
    }

    private mutating func sampleLine(_ isLast: Bool) -> (stamp: Stamp?, Void)? {
        let before = samples.damage.linesSkipped
        // What is open already was given to the reader with the lines before.
        var found: [Sample] = []
        let fresh = Array(open[given...])
        samples.feed(fresh.span, into: &found)
        if isLast { samples.finish(into: &found) }
        if let sample = found.last {
            given = 0
            return (sample.stamp, ())
        }
        if !sawHeader, samples.header != nil {
            sawHeader = true
            given = 0
            return (nil, ())
        }
        // Nothing came of it: damaged, empty, or the beginning of a row that goes on.
        if samples.damage.linesSkipped > before || open.count < 3 {
            open.removeAll(keepingCapacity: true)
            given = 0
        } else {
            given = open.count
        }
        return nil
    }

    /// Bytes of `open` that the samples reader has seen.
    private var given = 0
}
