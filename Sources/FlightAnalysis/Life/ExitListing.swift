import FieldModel
import LogFormat

/// The ends of runs as data: the shape of `analyze exits --format json`.
public struct ExitListing: Sendable {
    public var report: LifeReport
    public var window: TimeWindow
    /// What explained the addresses, where it was asked for.
    public private(set) var symbols: Symbols?

    public init(_ report: LifeReport, window: TimeWindow = TimeWindow()) {
        self.report = report
        self.window = window
    }

    public var ends: [RunEnd] {
        report.lives.flatMap(\.ends).filter { window.contains($0.at.wallTime) }
    }

    /// Whether the last run had not ended when the log was read.
    public var isRunning: Bool { report.lives.contains { $0.ending == "running" } }

    /// How often each cause occurs, the most frequent first.
    public var causes: [(cause: String, count: Int)] {
        Dictionary(grouping: ends, by: \.cause).map { ($0.key, $0.value.count) }
            .sorted { ($1.count, $0.cause) < ($0.count, $1.cause) }
    }

    /// Turns the addresses of all crashes in it into functions and lines.
    public mutating func explain(by folders: Symbols) {
        var symbols = folders
        for life in report.lives.indices {
            for end in report.lives[life].ends.indices
            where window.contains(report.lives[life].ends[end].at.wallTime) {
                let frames = report.lives[life].ends[end].frames
                report.lives[life].ends[end].frames = symbols.explained(frames)
            }
        }
        self.symbols = symbols
    }

    /// The whole listing.
    public var value: Value {
        .object([
            .init("schema", "flightlog.exits/1"), .init("input", .string(report.input)),
            .init("running", .bool(isRunning)),
            .init("causes", .object(causes.map { .init($0.cause, .integer(Int64($0.count))) })),
            .init("exits", .array(ends.map(\.value))), .init("symbols", symbols?.value ?? .null),
            .init("damage", report.damageValue),
        ])
    }
}

extension RunEnd {
    /// A row of the listing.
    public var value: Value {
        var fields: [Record.Field] = [
            .init("run", .string(run)), .init("at", .time(at)), .init("cause", .string(cause)),
            .init("last", .string(last.rawValue)), .init("clean", .bool(clean)), .init("crashed", .bool(crashed)),
            .init("confidence", .string(certainty.rawValue)), .init("evidence", .texts(evidence)),
            .init("signal", signal.map { .whole($0) } ?? .null),
            .init("judged_by", .string(isRecorded ? "launch" : "desk")),
        ]
        fields += [
            .init("unobserved_s", .seconds(untilLaunch)), .init("launch_reason", .text(launchReason)),
            .init("binary", .text(binary)), .init("addresses", .texts(addresses)),
            .init("frames", .array(frames.map(\.value))), .init("before", context.value),
            .init("last_records", .array(lastRecords.map(\.value))),
        ]
        return .object(fields)
    }
}
