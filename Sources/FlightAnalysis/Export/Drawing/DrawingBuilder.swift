import DecisionCore
import FieldModel

/// Makes the drawing of a log: the log goes through the core, which says what becomes a point, and then before the judge,
/// which says what joins what. A log that the phone's own core recorded decides the same again, and one without
/// decisions is decided here; so what is exported is what every report shows.
public struct DrawingBuilder {
    private var core = TrailCore()
    private var ledger = TrailLedger()
    private var hasInput = false
    private var decisions: [Decision] = []
    private var annotations = Annotations()
    private var notes = PointNotes()
    /// The last fix that was a place, for what happens without one.
    private var place: (latitude: Int32, longitude: Int32)?
    /// The last place before each launch: where the run before it ended.
    private var launches: [(n: SequenceNumber, place: (latitude: Int32, longitude: Int32)?)] = []
    private var marks: [TrackDrawing.Mark] = []
    /// Marks that came before there was any place.
    private var unplaced: [TrackDrawing.Mark] = []

    public init() {}

    /// Takes the next fix of the log, in its order among the records.
    public mutating func take(_ sample: Sample) {
        hasInput = true
        notes.take(
            PointNote(annotations: annotations, verdict: sample.verdict, reason: sample.reason), at: sample.n)
        decide(sample.signal, at: sample.stamp, number: sample.n)
        guard case .ruled(let ruling)? = decisions.last, ruling.reason?.isFault != true else { return }
        place = (sample.fix.latitude, sample.fix.longitude)
        guard !unplaced.isEmpty else { return }
        for var mark in unplaced {
            (mark.latitude, mark.longitude) = (sample.fix.latitude, sample.fix.longitude)
            marks.append(mark)
        }
        unplaced = []
    }

    /// Takes the next record of the log.
    public mutating func take(_ record: Record) {
        annotations.take(record)
        switch record.knownKind {
        case .launch: launches.append((record.stamp.n, place))
        case .core: adopt(record)
        case .mark: mark(.mark, at: record.stamp.wallTime, record["text"]?.string ?? "")
        default: break
        }
        // What a core decided is no input; what happened is.
        guard record["by"]?.integer == nil, let signal = Signal(record) else { return }
        hasInput = true
        decide(signal, at: record.stamp, number: nil)
    }

    /// Adds the end of a run, at the last place before it.
    mutating func take(_ end: RunEnd) {
        guard let place = launches.first(where: { $0.n > end.at.n })?.place ?? place else { return }
        marks.append(
            .init(
                kind: .exit, time: end.at.wallTime, text: end.cause, latitude: place.latitude,
                longitude: place.longitude))
    }

    /// The drawing of all that was taken in. `gaps` break its lines, and give connectors their cause.
    public func finished(name: String, gaps: [GapSpan] = []) -> TrackDrawing {
        let points = ledger.line(of: core)
        let judgement = ledger.judgement(of: core)
        var drawing = TrackDrawing(name: name, marks: marks)
        drawing.notes = notes.table
        var line: [TrackDrawing.Point] = []
        var joins = judgement.joins.makeIterator()
        var causes = GapCauses(gaps)
        for (index, point) in points.enumerated() where !point.isCoarse && !judgement.isSpike[index] {
            let point = TrackDrawing.Point(point, note: notes.place(of: point.held.n))
            if let last = line.last {
                // The judge bridges what is short; a line that is drawn breaks off wherever nobody recorded.
                let judged = joins.next()?.gap
                if let cause = causes.cause(from: last, to: point) ?? judged?.rawValue {
                    drawing.lines.append(.init(points: line))
                    drawing.connectors.append(.init(from: last, to: point, cause: cause))
                    line = []
                }
            }
            line.append(point)
        }
        if !line.isEmpty { drawing.lines.append(.init(points: line)) }
        for stay in ledger.stays(of: core) {
            drawing.marks.append(
                .init(
                    kind: .stay, time: stay.span.from, until: stay.span.to, text: "", latitude: stay.latitude,
                    longitude: stay.longitude))
        }
        drawing.marks.sort { $0.time < $1.time }
        return drawing
    }

    private mutating func decide(_ signal: Signal, at stamp: Stamp, number: SequenceNumber?) {
        decisions.removeAll(keepingCapacity: true)
        core.decide(signal, at: stamp, into: &decisions)
        if let number { core.recorded(as: number) }
        ledger.take(signal, at: stamp, decisions, of: core)
    }

    /// The log's own rules, and before its first input the state it began with.
    private mutating func adopt(_ record: Record) {
        // A record of another core or version says nothing here: then the rules stay as they are.
        guard let recorded = try? TrailCore(record: record) else { return }
        if hasInput { core.rules = recorded.rules } else { core = recorded }
    }

    private mutating func mark(_ kind: TrackDrawing.Mark.Kind, at time: WallTime, _ text: String) {
        let mark = TrackDrawing.Mark(
            kind: kind, time: time, text: text, latitude: place?.latitude ?? 0, longitude: place?.longitude ?? 0)
        if place == nil { unplaced.append(mark) } else { marks.append(mark) }
    }
}

extension TrackDrawing.Point {
    fileprivate init(_ point: TrailPoint, note: Int32?) {
        self.init(n: point.held.n, fix: point.fix, note: note)
        // The meridian has two names; only one of them has a place in every format.
        if fix.longitude == 1_800_000_000 { fix.longitude = -1_800_000_000 }
    }
}

/// Finds the gap that lies between two points; both in order of time.
private struct GapCauses {
    private let gaps: [GapSpan]
    private var first = 0

    init(_ gaps: [GapSpan]) { self.gaps = gaps.sorted { $0.from < $1.from } }

    /// The kind of the longest gap within the pause; nil where none takes up a half of it.
    mutating func cause(from: TrackDrawing.Point, to: TrackDrawing.Point) -> String? {
        let pause = from.fix.sampleTime..<max(from.fix.sampleTime, to.fix.sampleTime)
        while first < gaps.count, gaps[first].to <= pause.lowerBound { first += 1 }
        var longest: (kind: String, shared: Int64)?
        for gap in gaps[first...].prefix(while: { $0.from < pause.upperBound }) {
            let shared = min(gap.to, pause.upperBound) - max(gap.from, pause.lowerBound)
            if shared > longest?.shared ?? 0 { longest = (gap.kind, shared) }
        }
        guard let longest, longest.shared * 2 >= pause.upperBound - pause.lowerBound else { return nil }
        return longest.kind
    }
}
