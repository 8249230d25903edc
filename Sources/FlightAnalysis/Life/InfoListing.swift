import FieldModel
import LogFormat

/// What a log holds as data: the shape of `analyze info --format json`. Of a part of a log: its runs cut to that part,
/// with what was received in it.
public struct InfoListing: Sendable {
    /// Has to have counted what lies in `window`.
    public var report: LifeReport
    public var window: TimeWindow

    public init(_ report: LifeReport, window: TimeWindow = TimeWindow()) {
        self.report = report
        self.window = window
    }

    public var runs: [Run] { report.lives.flatMap { life in life.runs.compactMap { cut($0, life.gaps) } } }

    /// The part of a run that lies in the window; nil where none does.
    private func cut(_ run: Run, _ gaps: [Gap]) -> Run? {
        guard !window.isEverything else { return run }
        guard window.touches(run.start.wallTime, run.end.wallTime) else { return nil }
        var part = run
        part.start.wallTime = max(run.start.wallTime, window.since ?? run.start.wallTime)
        part.end.wallTime = min(run.end.wallTime, window.until ?? run.end.wallTime)
        part.duration = min(run.duration, window.common(run.start.wallTime, run.end.wallTime))
        let inside = gaps.filter { $0.run == run.id && $0.from.n >= run.start.n && $0.to.n <= run.end.n }
        part.gaps = inside.reduce(0) { $0.adding(window.common($1.from.wallTime, $1.to.wallTime)) }
        return part
    }

    public var first: WallTime? {
        bound(report.lives.compactMap(\.first?.wallTime).min()) { max($0, window.since ?? $0) }
    }
    public var last: WallTime? {
        bound(report.lives.compactMap(\.last?.wallTime).max()) { min($0, window.until ?? $0) }
    }

    private func bound(_ time: WallTime?, _ cut: (WallTime) -> WallTime) -> WallTime? {
        runs.isEmpty ? nil : time.map(cut)
    }

    /// ms of life: all runs without the gaps in them.
    public var active: Int64 { runs.reduce(0) { $0.adding(max(0, $1.duration - $1.gaps)) } }
    public var events: Int { runs.reduce(0) { $0 + $1.events } }
    public var samples: Int { runs.reduce(0) { $0 + $1.samples } }
    public var ending: String? { report.lives.last?.ending }
    public var marks: [Life.Mark] { report.lives.flatMap(\.marks).filter { window.contains($0.at.wallTime) } }
    /// With their numbers from 1, as `--session` takes them.
    public var sessions: [(number: Int, session: Life.Session)] {
        let all = report.lives.first { !$0.sessions.isEmpty }?.sessions ?? []
        return all.enumerated().map { ($0.offset + 1, $0.element) }.filter {
            window.touches($0.session.from.wallTime, $0.session.to.wallTime)
        }
    }
    public var devices: [String] { distinct { run in run.device.map { "\($0)\(run.os.map { ", \($0)" } ?? "")" } } }
    public var apps: [String] { distinct { run in run.app.map { "\($0)\(run.build.map { " (\($0))" } ?? "")" } } }
    public var settings: [Record.Field] { report.lives.last?.endContext.settings ?? [] }
    public var permissions: [Record.Field] { report.lives.last?.endContext.authorization ?? [] }

    private func distinct(_ text: (Run) -> String?) -> [String] {
        var seen: Set<String> = []
        return runs.compactMap(text).filter { seen.insert($0).inserted }
    }

    /// How often each kind of event and each verdict occurs, the most frequent first.
    public var kinds: [(String, Int)] {
        var counts: [String: Int] = [:]
        for life in report.lives {
            counts.merge(life.eventsByKind) { $0 + $1 }
            for (verdict, count) in life.samplesByVerdict {
                let name = verdict.isEmpty ? "sample" : "sample (\(Verdict(rawValue: verdict)?.word ?? verdict))"
                counts[name, default: 0] += count
            }
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }

    /// Whether there is something, nothing of it is damaged, and no number is missing.
    public var isWhole: Bool {
        !report.isDamaged && report.recordsMissing == 0 && report.lives.contains { $0.first != nil }
    }

    /// The whole listing.
    public var value: Value {
        var fields: [Record.Field] = [
            .init("schema", "flightlog.info/1"), .init("input", .string(report.input)),
            .init("first", .text(first?.description)), .init("last", .text(last?.description)),
            // Unknown where the wall clock was set back in between: a length is never negative.
            .init("span_s", .seconds(first.flatMap { first in last.flatMap { $0 < first ? nil : $0 - first } })),
            .init("active_s", .seconds(active)), .init("events", .whole(events)), .init("samples", .whole(samples)),
        ]
        fields += [
            .init("ending", .text(ending)), .init("devices", .texts(devices)), .init("apps", .texts(apps)),
            .init("settings", .object(settings)), .init("permissions", .object(permissions)),
            .init("counts", .object(kinds.map { .init($0.0, .whole($0.1)) })),
            .init("marks", .array(marks.map(\.value))),
            .init("sessions", .array(sessions.map { $0.session.value($0.number) })),
            .init("runs", .array(runs.map(\.value))),
        ]
        fields += [
            .init("whole", .bool(isWhole)), .init("files", .whole(report.files)),
            .init("empty_files", .texts(report.emptyFiles)),
            .init("sequences", .array(report.lives.compactMap(Self.sequence))), .init("damage", report.damageValue),
        ]
        return .object(fields)
    }

    private static func sequence(_ life: Life) -> Value? {
        life.sequence.map { $0.value(of: life.part, explained: life.numbersExplained) }
    }
}

extension Life.Mark {
    var value: Value { .object([.init("at", .time(at)), .init("text", .string(text))]) }
}

extension Life.Session {
    func value(_ number: Int) -> Value {
        .object([.init("session", .whole(number)), .init("from", .time(from)), .init("to", .time(to))])
    }
}

extension Verdict {
    /// The verdict as a word.
    public var word: String {
        switch self {
        case .accepted: "accepted"
        case .coarse: "coarse"
        case .candidate: "candidate"
        case .rejected: "rejected"
        case .dwelling: "dwelling"
        }
    }
}

extension Run {
    /// A row of the listing.
    public var value: Value {
        var fields: [Record.Field] = [
            .init("run", .string(id)), .init("from", .time(start)), .init("to", .time(end)),
            .init("seconds", .seconds(duration)), .init("gap_s", .seconds(gaps)), .init("events", .whole(events)),
            .init("samples", .whole(samples)), .init("beats", .whole(beats)),
        ]
        fields += [
            .init("period_s", .seconds(period)), .init("app", .text(app)), .init("build", .text(build)),
            .init("os", .text(os)), .init("device", .text(device)), .init("reason", .text(reason)),
        ]
        return .object(fields)
    }
}
