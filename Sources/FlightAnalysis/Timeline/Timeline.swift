import FieldModel
import LogFormat

/// A log as lanes of a given number of columns: what was the case in each stretch of time. For a terminal, a page, or
/// any other reader; no colour and no drawing in it.
public struct Timeline: Sendable {
    /// One column of time.
    public struct Column: Hashable, Sendable {
        /// ms of it in gaps; more than the column is long where processes overlap.
        public var gapTime: Int64 = 0
        /// The gap that takes most of it.
        public var gap: GapKind?
        /// A run ended in it, by this cause.
        public var end: String?
        public var app: AppState?
        public var motion: MotionKind?
        /// Nil where nothing says whether the receiver was on.
        public var receiverOn: Bool?
        public var filter: Double?
        /// Samples received in it.
        public var fixes = 0
        public var accepted = 0
        /// 0-1
        public var battery: Double?
        public var wakes: [String] = []
        public var marks: [String] = []
        var longestGap: Int64 = 0
    }

    public var from: WallTime
    public var to: WallTime
    public var columns: [Column]
    public var report: LifeReport
    /// The marks of the log and the notes added to it that fall into the span, in order of time.
    public private(set) var marks: [SpokenNotes.Note] = []

    /// ms a column.
    public var step: Double { Double(max(1, to - from)) / Double(max(1, columns.count)) }

    /// Reads an input twice: for its span and gaps, then for its lanes.
    public init(
        of source: LogSource, width: Int, window: (LifeReport) throws -> TimeWindow,
        progress: (Int64) -> Void = { _ in }
    ) throws {
        report = try LifeReport(of: source, progress: progress)
        let asked = try window(report)
        let first = report.lives.compactMap(\.first?.wallTime).min() ?? WallTime(0)
        let last = report.lives.compactMap(\.last?.wallTime).max() ?? WallTime(0)
        from = asked.since ?? first
        to = max(asked.until ?? last, from)
        columns = [Column](repeating: Column(), count: max(1, width))
        for part in source.parts {
            var lanes = LaneScan()
            try part.read(wanted: LaneScan.wanted) { lanes.add($0, to: &self) }
            lanes.finish(&self)
        }
        for life in report.lives { drawGaps(life) }
        put(report.lives.flatMap(\.marks).map { SpokenNotes.Note(time: $0.at.wallTime, text: $0.text) })
    }

    /// The column of a time; nil outside the span.
    func index(_ time: WallTime) -> Int? {
        guard time >= from, time <= to else { return nil }
        return min(columns.count - 1, Int(Double(time - from) / step))
    }

    private mutating func drawGaps(_ life: Life) {
        for gap in life.gaps {
            for index in columns.indices {
                let start = from + Int64(clamping: Double(index) * step),
                    end = from + Int64(clamping: Double(index + 1) * step)
                let common = max(0, min(end, gap.to.wallTime) - max(start, gap.from.wallTime))
                guard common > 0 else { continue }
                columns[index].gapTime += common
                if common > columns[index].longestGap {
                    columns[index].longestGap = common
                    columns[index].gap = gap.kind
                }
            }
        }
        for end in life.ends { if let index = index(end.at.wallTime) { columns[index].end = end.cause } }
    }

    /// What somebody said on the way stands where the marks of the log do.
    public mutating func add(_ notes: SpokenNotes) { put(notes.notes) }

    private mutating func put(_ more: [SpokenNotes.Note]) {
        for mark in more {
            guard let index = index(mark.time) else { continue }
            columns[index].marks.append(mark.text)
            marks.append(mark)
        }
        marks.sort { $0.time < $1.time }
    }

    /// The whole as data: a row a column.
    public var value: Value {
        let rows = columns.indices.map { index -> Value in
            let column = columns[index]
            var fields: [Record.Field] = [
                .init("from", .string((from + Int64(clamping: Double(index) * step)).description)),
                .init("alive", .share(1 - min(1, Double(column.gapTime) / step))),
                .init("gap", .text(column.gap?.rawValue)), .init("end", .text(column.end)),
                .init("app", .text(column.app?.rawValue)), .init("motion", .text(column.motion?.rawValue)),
            ]
            fields += [
                .init("receiver", column.receiverOn.map { .bool($0) } ?? .null),
                .init("filter_m", column.filter.map { .number($0) } ?? .null), .init("fixes", .whole(column.fixes)),
                .init("accepted", .whole(column.accepted)),
                .init("battery", column.battery.map { .number($0) } ?? .null),
                .init("wakes", .texts(column.wakes)), .init("marks", .texts(column.marks)),
            ]
            return .object(fields)
        }
        return .object([
            .init("schema", "flightlog.timeline/1"), .init("input", .string(report.input)),
            .init("from", .string(from.description)), .init("to", .string(to.description)),
            .init("step_s", .number(step / 1000)), .init("columns", .array(rows)), .init("damage", report.damageValue),
        ])
    }
}

/// Paints what the events say into the columns: each state holds until the next one.
struct LaneScan: Sendable {
    static let wanted: Set<RecordKind> = [
        .launch, .heartbeat, .app, .motion, .profile, .battery, .wake, .track, .heartbeatsOff, .heartbeatsOn,
    ]

    private var context = LifeContext()
    private var battery: Double?
    private var painted = 0

    mutating func add(_ entry: LogEntry, to timeline: inout Timeline) {
        switch entry {
        case .event(let event):
            let time = event.record.stamp.wallTime
            paint(upTo: time, &timeline)
            context.note(event)
            battery = event.record[event.kind == .battery ? "level" : "bat"]?.double ?? battery
            guard let index = timeline.index(time) else { return }
            if event.kind == .wake { timeline.columns[index].wakes.append(event.record["by"]?.string ?? "unknown") }
            apply(to: &timeline.columns[index])
        case .sample(let sample):
            guard let index = timeline.index(sample.fix.receiveTime) else { return }
            timeline.columns[index].fixes += 1
            if sample.verdict == .accepted { timeline.columns[index].accepted += 1 }
        case .tear: break
        }
    }

    /// The columns that passed since the last event keep what was the case.
    private mutating func paint(upTo time: WallTime, _ timeline: inout Timeline) {
        guard let index = timeline.index(time) ?? (time > timeline.to ? timeline.columns.count : nil) else { return }
        while painted < index {
            apply(to: &timeline.columns[painted])
            painted += 1
        }
    }

    private func apply(to column: inout Timeline.Column) {
        column.app = context.app ?? column.app
        column.motion = context.motion ?? column.motion
        column.battery = battery ?? column.battery
        column.receiverOn = context.profile.first { $0.key == "receiver" }?.value.bool ?? column.receiverOn
        column.filter = context.profile.first { $0.key == "filter" }?.value.double ?? column.filter
    }

    mutating func finish(_ timeline: inout Timeline) {
        while painted < timeline.columns.count {
            apply(to: &timeline.columns[painted])
            painted += 1
        }
    }
}
