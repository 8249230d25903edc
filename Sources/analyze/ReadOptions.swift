import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// Options and manners that the verbs share which read a log: what to read, which part of it, what to say about damage.
struct ReadOptions {
    static let input = Argument("INPUT", help: "a log folder, a bundle, a single file, or - for standard input")

    /// Of a verb that prints a listing.
    static let flags: [Flag] = reading + [.format]

    /// Of a verb whose output has a form of its own.
    static let reading: [Flag] =
        KeyOptions.flags + [
            Flag(
                "since", value: .text(name: "TIME"),
                help: "only from here on: RFC 3339, HH:MM, -15m from the end, mark:NAME"),
            Flag("until", value: .text(name: "TIME"), help: "only up to here; as --since"),
        ]

    let input: String
    let format: ListingFormat
    private let call: Invocation
    private let since: TimePoint?
    private let until: TimePoint?

    init(_ call: Invocation) throws {
        input = call.arguments[0]
        let lists = call.command.flags.contains { $0.name == Flag.format.name }
        format = lists ? ListingFormat(rawValue: call.text("format") ?? "text")! : .text
        self.call = call
        since = try Self.point(call, "since")
        until = try Self.point(call, "until")
    }

    private static func point(_ call: Invocation, _ flag: String) throws -> TimePoint? {
        guard let text = call.text(flag) else { return nil }
        guard let point = TimePoint(text) else {
            throw Complaint.usage(
                "--\(flag) takes a time, not '\(text)'",
                hint: "2026-05-04T08:00:00Z, 08:00 on the log's first day, -15m before its end, or mark:NAME")
        }
        return point
    }

    /// Opens the input, with the keys that were given.
    func source() throws -> LogSource {
        let keyring = try KeyOptions.keyring(call)
        return try LogSource.open(input, keyring: keyring)
    }

    /// Opens the input and reads its life.
    func report(threshold: Int64? = nil, wanted: Set<RecordKind> = []) throws -> LifeReport {
        let source = try source()
        var progress = Progress("reading \(input)")
        return try LifeReport(of: source, threshold: threshold, wanted: wanted) { progress.update($0) }
    }

    /// The part of the log that was asked for.
    func window(in report: LifeReport) throws -> TimeWindow {
        try window(in: report.lives)
    }

    /// The same of a source that is about to be read: what only the log itself can tell is looked up in it first.
    func window(of source: LogSource) throws -> TimeWindow {
        guard since != nil || until != nil else { return TimeWindow() }
        let isKnown = [since, until].allSatisfy { point in point.map { $0.resolved(in: []) != nil } ?? true }
        if !isKnown, input == "-" {
            throw Complaint.usage(
                "this time has to be looked up in the log, and standard input can be read only once",
                hint: "give --since and --until as RFC 3339")
        }
        let lives = isKnown ? [] : try LifeReport(of: source).lives
        return try window(in: lives)
    }

    private func window(in lives: [Life]) throws -> TimeWindow {
        let window = TimeWindow(
            since: try resolve(since, "since", in: lives), until: try resolve(until, "until", in: lives))
        if let since = window.since, let until = window.until, until < since {
            throw Complaint.usage("--until \(until) lies before --since \(since)", hint: "exchange them")
        }
        return window
    }

    private func resolve(_ point: TimePoint?, _ flag: String, in lives: [Life]) throws -> WallTime? {
        guard let point else { return nil }
        if let time = point.resolved(in: lives) { return time }
        let marks = lives.flatMap(\.marks).map(\.text).filter { !$0.isEmpty }
        throw Complaint.usage(
            "--\(flag) names a time that the log does not have",
            hint: marks.isEmpty ? "the log has no marks" : "its marks are: \(marks.joined(separator: ", "))")
    }

    /// Says on standard error what of the input was lost, and gives the status that goes with it.
    static func status(_ report: LifeReport) throws -> ExitStatus {
        guard report.isDamaged else { return .done }
        let total = report.totalDamage
        var parts: [String] = []
        if total.isLoss {
            parts.append("\(total.linesSkipped) lines and \(ByteCount.text(total.bytesSkipped)) skipped")
        }
        if report.recordsLost > 0 { parts.append("\(report.recordsLost) records lost by the recorder") }
        let times = report.lives.reduce(0) { $0 + $1.damagedTimes }
        if times > 0 { parts.append("\(times) records with an impossible time") }
        var text = "analyze: the input is damaged: \(parts.joined(separator: ", "))\n"
        var shown = 0
        for file in report.damage {
            for finding in file.damage.findings where finding.kind.isLoss && shown < 8 {
                let place = finding.line > 0 ? "line \(finding.line), byte \(finding.offset)" : "byte \(finding.offset)"
                text += "  \(file.path), \(place): \(finding.detail)\n"
                shown += 1
            }
        }
        let all = report.damage.reduce(0) { $0 + $1.damage.findings.filter(\.kind.isLoss).count }
        if all > shown { text += "  and \(all - shown) more; --format json lists them\n" }
        try Descriptor.standardError.write(text)
        return .damaged
    }
}
