import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// Options and manners that the verbs share which read a log: what to read, which part of it, what to say about damage.
struct ReadOptions {
    static let input = Argument("INPUT", help: "a log folder, a bundle, a single file, or - for standard input")

    /// Of a verb that prints a listing.
    static let flags: [Flag] = reading + [.language, .format]

    /// Of a verb whose output has a form of its own.
    static let reading: [Flag] =
        KeyOptions.flags + [
            Flag(
                "since", value: .text(name: "TIME"),
                help: "only from here on: RFC 3339, HH:MM, -15m from the end, mark:NAME"),
            Flag("until", value: .text(name: "TIME"), help: "only up to here; as --since"),
            Flag(
                "session", value: .text(name: "N"),
                help: "only this session, from tracking on to off: 1 is the first one, last the last"),
            Flag(
                "tz", value: .text(name: "ZONE"),
                help: "the reader's zone, as Europe/Paris: for HH:MM, for days, and for times in text (UTC unless said)"
            ),
        ]

    let input: String
    let format: ListingFormat
    private let call: Invocation
    private let since: TimePoint?
    private let until: TimePoint?
    private let session: SessionChoice?
    /// The reader's zone; nil where none was named.
    let zone: LocalDays?

    init(_ call: Invocation) throws {
        input = call.arguments[0]
        let lists = call.command.flags.contains { $0.name == Flag.format.name }
        format = lists ? ListingFormat(rawValue: call.text("format") ?? "text")! : .text
        self.call = call
        since = try Self.point(call, "since")
        until = try Self.point(call, "until")
        session = try call.text("session").map(Self.session)
        zone = try call.text("tz").map(Self.zone)
    }

    /// Language and zone of the text form.
    var speech: Speech {
        Speech(
            language: call.text("lang").flatMap(Language.init(rawValue:)) ?? .en, zone: zone,
            zoneName: call.text("tz") ?? "UTC")
    }

    private static func session(_ text: String) throws -> SessionChoice {
        guard let choice = SessionChoice(text) else {
            throw Complaint.usage(
                "--session takes the number of a session, or last, not '\(text)'", hint: "analyze info lists them")
        }
        return choice
    }

    private static func zone(_ name: String) throws -> LocalDays {
        guard let zone = LocalDays(zone: name) else {
            throw Complaint.usage("--tz: no zone '\(name)' on this machine", hint: "as Europe/Paris or UTC")
        }
        return zone
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
        let source = try LogSource.open(input, keyring: keyring)
        if let manifest = source.manifest { try Expiry.warn(manifest, of: input) }
        return source
    }

    /// Opens the input and reads its life.
    func report(threshold: Int64? = nil, wanted: Set<RecordKind> = []) throws -> LifeReport {
        try report(of: source(), threshold: threshold, wanted: wanted)
    }

    /// Reads the life of a source.
    func report(
        of source: LogSource, threshold: Int64? = nil, wanted: Set<RecordKind> = [],
        counted: TimeWindow = TimeWindow()
    ) throws -> LifeReport {
        var progress = Progress("reading \(input)")
        return try LifeReport(of: source, threshold: threshold, wanted: wanted, counted: counted) {
            progress.update($0)
        }
    }

    /// The part of the log that was asked for.
    func window(in report: LifeReport) throws -> TimeWindow {
        try window(in: report.lives)
    }

    /// The same of a source that is about to be read: what only the log itself can tell is looked up in it first.
    func window(of source: LogSource) throws -> TimeWindow {
        guard !isEverything else { return TimeWindow() }
        if !isKnown, input == "-" {
            throw Complaint.usage(
                "this time has to be looked up in the log, and standard input can be read only once",
                hint: "give --since and --until as RFC 3339")
        }
        return try window(in: isKnown ? [] : LifeReport(of: source).lives)
    }

    /// Opens the input and resolves the part of it; standard input is kept in memory where it has to be read twice.
    func sourceAndWindow() throws -> (LogSource, TimeWindow) {
        var source = try source()
        guard !isEverything else { return (source, TimeWindow()) }
        if !isKnown { source = try source.rereadable() }
        return (source, try window(in: isKnown ? [] : LifeReport(of: source).lives))
    }

    private var isEverything: Bool { since == nil && until == nil && session == nil }

    /// Whether the part can be told without the log.
    private var isKnown: Bool {
        session == nil
            && [since, until].allSatisfy { point in point.map { $0.resolved(in: [], zone: zone) != nil } ?? true }
    }

    private func window(in lives: [Life]) throws -> TimeWindow {
        var window = TimeWindow(
            since: try resolve(since, "since", in: lives), until: try resolve(until, "until", in: lives))
        if let since = window.since, let until = window.until, until < since {
            throw Complaint.usage("--until \(until) lies before --since \(since)", hint: "exchange them")
        }
        if let session { window = try window.common(with: resolve(session, in: lives)) }
        return window
    }

    private func resolve(_ session: SessionChoice, in lives: [Life]) throws -> TimeWindow {
        if let window = session.resolved(in: lives) { return window }
        let count = lives.first { !$0.sessions.isEmpty }?.sessions.count ?? 0
        throw Complaint.usage(
            "--session \(call.text("session") ?? ""): the log has \(Wording.count(count, "session"))",
            hint: "analyze info lists them")
    }

    private func resolve(_ point: TimePoint?, _ flag: String, in lives: [Life]) throws -> WallTime? {
        guard let point else { return nil }
        if let time = point.resolved(in: lives, zone: zone) { return time }
        let marks = lives.flatMap(\.marks).map(\.text).filter { !$0.isEmpty }
        throw Complaint.usage(
            "--\(flag) names a time that the log does not have",
            hint: marks.isEmpty ? "the log has no marks" : "its marks are: \(marks.joined(separator: ", "))")
    }

    /// Says on standard error what of the input was lost, and gives the status that goes with it.
    static func status(_ report: LifeReport, _ speech: Speech = Speech()) throws -> ExitStatus {
        guard report.isDamaged else { return .done }
        let text = DamageText(report, speech).text
        try Descriptor.standardError.write(Terminal.visible(text, keeping: ["\n"]))
        return .damaged
    }
}
