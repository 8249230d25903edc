import FieldModel
import LogFormat
import SystemIO

/// Exports a log in one pass over it: the entries go to whatever the format needs (the lanes, the rows, the core that says
/// what the track is, the scan that finds the gaps), and what is known only at the end is written at the end.
public struct LogExport: ~Copyable {
    private let format: ExportFormat
    private let choice: ExportChoice
    private var summary = ExportSummary()
    private var out: OutputBuffer
    private var failure: IOError?

    /// The forms that are written entry by entry; one of them is used.
    private var trace: TraceExport
    private var messages = MCAPExport()
    private var rows: any RowExport

    /// The kinds of event that the track is made of, and the scan for gaps needs.
    private static let drawn: Set<RecordKind> = LifeScan.wanted.union([
        .core, .steps, .region, .visit, .timer, .state, .dwell,
    ])

    /// Writes `source` to `sink`, in pieces. SQLite writes files of its own: see `writeDatabase`.
    public static func write(
        _ source: LogSource, as format: ExportFormat, _ choice: ExportChoice, progress: (Int64) -> Void = { _ in },
        to sink: (UnsafeRawBufferPointer) throws(IOError) -> Void
    ) throws(AnalysisError) -> ExportSummary {
        try withoutActuallyEscaping(sink) { (sink) throws(AnalysisError) in
            var export = LogExport(format, choice, sink)
            try export.write(source, progress)
            return export.summary
        }
    }

    private init(_ format: ExportFormat, _ choice: ExportChoice, _ sink: @escaping OutputBuffer.Sink) {
        precondition(format != .sqlite, "SQLite writes files of its own")
        self.format = format
        self.choice = choice
        out = OutputBuffer(sink)
        trace = TraceExport(window: choice.window)
        rows = format == .json ? JSONExport() : CSVExport()
    }

    private mutating func write(_ source: LogSource, _ progress: (Int64) -> Void) throws(AnalysisError) {
        begin()
        for part in source.parts { try write(part, progress) }
        try io { (export) throws(IOError) in
            export.end()
            try export.out.drain()
        }
        summary.rowsCut = rows.table?.rowsCut ?? 0
    }

    private mutating func write(_ part: LogPart, _ progress: (Int64) -> Void) throws(AnalysisError) {
        if format == .perfetto { trace.begin(part: choice.name + (part.name.isEmpty ? "" : " \(part.name)"), to: &out) }
        // The track is that of the log itself; a second process has none.
        var builder = (format.isDrawing || format == .mcap) && part.name.isEmpty ? DrawingBuilder() : nil
        var scan = LifeScan(cadence: format.tellsGaps ? try part.cadence() : Cadence())
        var annotations = Annotations()
        let account = try part.read(wanted: format.isDrawing ? Self.drawn : nil, progress: progress) { entry in
            if format.tellsGaps { scan.add(entry) }
            switch entry {
            case .event(let event):
                builder?.take(event.record)
                annotations.take(event.record)
                take(event.record)
            case .sample(let sample):
                builder?.take(sample)
                take(sample, annotations)
            case .tear: break
            }
        }
        summary.damage += account.damage
        try finish(builder, scan.finish(writer: part.state))
    }

    // MARK: Entry by entry

    private mutating func take(_ record: Record) {
        switch format {
        case .perfetto: trace.take(record.cut(by: choice.zones), to: &out)
        case .mcap where choice.includes(record.stamp):
            attempt { (export) throws(IOError) in
                try export.messages.take(record.cut(by: export.choice.zones), to: &export.out)
            }
        default: return
        }
        summary.events += 1
        attempt { (export) throws(IOError) in try export.out.drainIfFull() }
    }

    private mutating func take(_ sample: Sample, _ annotations: Annotations) {
        guard !format.isDrawing, choice.includes(sample.stamp) || format == .perfetto else { return }
        if choice.hides(sample) {
            summary.hidden += 1
            return
        }
        summary.samples += 1
        attempt { (export) throws(IOError) in
            switch export.format {
            case .perfetto: export.trace.take(sample, to: &export.out)
            case .mcap: try export.messages.take(sample, to: &export.out)
            default: export.rows.take(sample, annotations, to: &export.out)
            }
            try export.out.drainIfFull()
        }
    }

    // MARK: At the end

    private mutating func begin() {
        switch format {
        case .perfetto: trace.begin(to: &out)
        case .mcap: messages.begin(to: &out)
        case .csv, .json: rows.begin(to: &out)
        default: break
        }
    }

    private mutating func finish(_ builder: DrawingBuilder?, _ life: Life) throws(AnalysisError) {
        let gaps = life.gaps.filter { choice.window.touches($0.from.wallTime, $0.to.wallTime) }
        if format.tellsGaps { summary.gaps += gaps.count }
        if format == .perfetto { trace.end(gaps: gaps, to: &out) }
        var drawing: TrackDrawing?
        if var builder {
            // That a log stops is no end of a run that anything is known about.
            for end in life.ends where end.untilLaunch != nil || end.clean || end.crashed { builder.take(end) }
            drawing = builder.finished(name: choice.name, gaps: life.gaps.map(GapSpan.init))
                .within(choice.window).cut(by: choice.zones)
        }
        if let drawing {
            summary.lines = drawing.lines.count
            summary.points = drawing.lines.reduce(0) { $0 + $1.points.count }
        }
        try io { (export) throws(IOError) in try export.finish(drawing, gaps) }
    }

    private mutating func finish(_ drawing: TrackDrawing?, _ gaps: [Gap]) throws(IOError) {
        if format == .mcap {
            for gap in gaps { try messages.take(GapSpan(gap), to: &out) }
            if let drawing { try messages.take(drawing, to: &out) }
        }
        guard let drawing else { return }
        switch format {
        case .gpx:
            var writer = GPXWriter()
            try writer.write(drawing, to: &out)
        case .geojson:
            var writer = GeoJSONWriter()
            try writer.write(drawing, to: &out)
        case .kml:
            var writer = KMLWriter()
            try writer.write(drawing, to: &out)
        default: break
        }
    }

    private mutating func end() {
        switch format {
        case .perfetto: trace.end(to: &out)
        case .mcap: messages.end(to: &out)
        case .csv, .json: rows.end(to: &out)
        default: break
        }
    }

    // MARK: Failures

    /// Reading cannot be stopped from within: the first failure is kept, and nothing is written after it.
    private mutating func attempt(_ body: (inout LogExport) throws(IOError) -> Void) {
        guard failure == nil else { return }
        do throws(IOError) { try body(&self) } catch { failure = error }
    }

    private mutating func io(_ body: (inout LogExport) throws(IOError) -> Void) throws(AnalysisError) {
        attempt(body)
        if let failure { throw .system(failure) }
    }
}
