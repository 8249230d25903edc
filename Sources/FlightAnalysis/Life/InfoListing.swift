import FieldModel
import LogFormat

/// What a log holds as data: the shape of `analyze info --format json`.
public struct InfoListing: Sendable {
    public var report: LifeReport
    public var window: TimeWindow

    public init(_ report: LifeReport, window: TimeWindow = TimeWindow()) {
        self.report = report
        self.window = window
    }

    public var runs: [Run] {
        report.lives.flatMap(\.runs).filter { window.touches($0.start.wallTime, $0.end.wallTime) }
    }
    public var first: WallTime? { report.lives.compactMap(\.first?.wallTime).min() }
    public var last: WallTime? { report.lives.compactMap(\.last?.wallTime).max() }
    /// ms of life: all runs without the gaps in them.
    public var active: Int64 { runs.reduce(0) { $0 + max(0, $1.duration - $1.gaps) } }
    public var events: Int { runs.reduce(0) { $0 + $1.events } }
    public var samples: Int { runs.reduce(0) { $0 + $1.samples } }
    public var ending: String? { report.lives.last?.ending }
    public var marks: [Life.Mark] { report.lives.flatMap(\.marks).filter { window.contains($0.at.wallTime) } }
    public var devices: [String] { distinct { run in run.device.map { "\($0)\(run.os.map { ", \($0)" } ?? "")" } } }
    public var apps: [String] { distinct { run in run.app.map { "\($0)\(run.build.map { " (\($0))" } ?? "")" } } }
    public var settings: [Record.Field] { report.lives.last?.endContext.settings ?? [] }
    public var permissions: [Record.Field] { report.lives.last?.endContext.authorization ?? [] }

    private func distinct(_ text: (Run) -> String?) -> [String] {
        var seen: Set<String> = []
        return runs.compactMap(text).filter { seen.insert($0).inserted }
    }

    /// How often each kind of event and each verdict occurs in the whole log, the most frequent first.
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

    /// One line on what was lost.
    public var integrity: String {
        guard report.isDamaged else { return "whole" }
        let total = report.totalDamage
        return "\(total.linesSkipped) lines and \(total.bytesSkipped) bytes skipped, \(report.recordsLost) records lost"
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
            .init("marks", .array(marks.map(\.value))), .init("runs", .array(runs.map(\.value))),
            .init("damage", report.damageValue),
        ]
        return .object(fields)
    }
}

extension Life.Mark {
    var value: Value { .object([.init("at", .time(at)), .init("text", .string(text))]) }
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
