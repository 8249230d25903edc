import CommandKit
import DecisionCore
import FieldModel
import FlightAnalysis
import LogFormat
import SystemIO

/// `analyze replay`: the log through a core, compared with what the phone decided.
enum ReplayVerb {
    static let command = Command(
        "replay", summary: "the log through a core's rules, compared with what the phone decided",
        details: [
            """
            First it says whether the log can be replayed exactly (yes, best-effort, no, with the reasons), then what is \
            decided otherwise now, beginning with the first divergence and the check that decided it. --set, --rules \
            and --sweep ask what other rules would have made of the same log.
            """
        ],
        arguments: [Argument("INPUT", .optional, help: ReadOptions.input.help)],
        flags: ReadOptions.flags + [
            Flag("core", value: .choice(ReplayedCore.allCases.map(\.rawValue)), help: "the core (trail unless said)"),
            Flag(
                "exec", value: .text(name: "CMD"), help: "a program of your own in place of a core (docs/evidence.md)"),
            Flag(
                "exec-timeout", value: .text(name: "SECONDS"), help: "for each of its answers (10 unless said)"),
            Flag("pack", value: .file(name: "FILE"), help: "towns and streets of a walking game, for core walk"),
            Flag("explain", value: .text(name: "N"), help: "every check of the record numbered N, and what it changed"),
            Flag(
                "set", value: .text(name: "RULE=VALUE[@TIME]"), repeatable: true,
                help: "another value of a rule, from a time on if one is given"),
            Flag("rules", value: .file(name: "FILE"), help: "rules as JSON: {\"core\":…,\"rules\":{…}}"),
            Flag("list-rules", help: "show every rule with its default, and end"),
            Flag(
                "against", value: .text(name: "recorded|FILE"),
                help: "compare with what was recorded (unless said), or with a replay under these rules"),
            Flag(
                "decisions", value: .file(name: "FILE"), help: "write every decision of the replay as a JSON line"),
            Flag(
                "sweep", value: .text(name: "RULE=A,B,…"), repeatable: true,
                help: "a table of what the log comes to under each value"),
            Flag("fail-on", value: .choice(["changed", "best-effort"]), help: "end with status 4 where this is so"),
            .force,
        ], run: run)

    static func readPack(_ path: String) throws -> StreetPack {
        do {
            return try StreetPack(JSON.parse(FileSystem.contents(of: path)))
        } catch let error as JSONError {
            throw Complaint("\(path): \(error)", hint: "a pack is JSON: docs/formats.md has its shape")
        } catch let error as CoreError {
            throw Complaint("\(path): \(error)", hint: "a pack is JSON: docs/formats.md has its shape")
        }
    }

    private static func run(_ call: Invocation) throws -> ExitStatus {
        if call.isOn("exec") { return try ProgramReplayCommand(call).run() }
        let core = ReplayedCore(rawValue: call.text("core") ?? "trail")!
        switch core {
        case .trail: return try TrailReplayCommand(call).run()
        case .phases: return try ReplayCommand<PhaseCore>(call).run(PhaseAccount.self)
        case .run: return try ReplayCommand<RunCore>(call).run(RunAccount.self)
        case .visits: return try ReplayCommand<VisitCore>(call).run(VisitAccount.self)
        case .walk:
            let pack = try call.text("pack").map(readPack)
            if pack == nil, !call.isOn("list-rules") {
                throw Complaint.usage("core walk needs --pack FILE", hint: "the towns and streets that are walked")
            }
            return try ReplayCommand<WalkCore>(call).run(WalkReplayAccount.self) { $0.pack = pack ?? $0.pack }
        }
    }
}

/// The cores that a log can be run through.
enum ReplayedCore: String, CaseIterable { case trail, phases, run, visits, walk }

/// A replay as the command line asks for it, for any core.
struct ReplayCommand<Core: DecidingCore> {
    let call: Invocation

    init(_ call: Invocation) { self.call = call }

    /// Replays, gathers in `account` what it comes to, and prints. `prepare` gives a core what is no part of its state.
    func run<Account: CoreAccount<Core>>(
        _ account: Account.Type, prepare: @escaping (inout Core) -> Void = { _ in }
    ) throws -> ExitStatus {
        if call.isOn("list-rules") { return try listRules() }
        let read = try options()
        let source = try read.source().rereadable()
        let options = try replayOptions(read)
        if !call.all("sweep").isEmpty { return try sweep(account, read, source, options, prepare: prepare) }
        if let path = call.text("decisions") { try Separation.check(output: path, inputs: call.arguments) }
        let sink = try DecisionSink(call.text("decisions"), force: call.isOn("force"))
        var progress = Progress("replaying \(read.input)")
        var results = Gathered(Account(), options.window, sink)
        let report = try Replay<Core>(options, prepare: prepare)
            .run(over: source, progress: { progress.update($0) }, heardBy: &results)
        try sink.finish()
        let summary = FigureText(results.account.figures).text
        let outcome = ReplayResult(
            totals: results.account.value, outcomes: results.outcomes, summary: "core \(Core.name)\n" + summary)
        return try show(report, outcome, read, source, options, prepare: prepare)
    }

    /// Gathers while a replay runs.
    struct Gathered<Account: CoreAccount<Core>>: ReplayListener {
        var account: Account
        var outcomes: [ReplayOutcome: Int] = [:]
        private let window: TimeWindow
        private let sink: DecisionSink?

        init(_ account: Account, _ window: TimeWindow, _ sink: DecisionSink? = nil) {
            self.account = account
            self.window = window
            self.sink = sink
        }

        mutating func hear(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing Core) {
            sink?.write(decisions, stamp)
            guard window.contains(stamp.wallTime) else { return }
            account.hear(signal, stamp, decisions, core)
            for case .ruled(let ruling) in decisions { outcomes[ReplayOutcome(ruling), default: 0] += 1 }
        }
    }

    func options() throws -> ReadOptions {
        guard !call.arguments.isEmpty else {
            throw Complaint.usage("INPUT is missing", hint: "see analyze replay --help")
        }
        return try ReadOptions(call)
    }

    /// Prints a replay, its first divergence explained, and gives the status.
    func show(
        _ report: ReplayReport<Core>, _ result: ReplayResult, _ read: ReadOptions, _ source: LogSource,
        _ options: Replay<Core>.Options, prepare: @escaping (inout Core) -> Void = { _ in }
    ) throws -> ExitStatus {
        var explanation = report.explanation
        if let asked = options.explained, explanation == nil {
            throw Complaint(
                "record \(asked) is no input of core \(Core.name)",
                hint: "an input is a fix or an event that the core decides on")
        }
        var causes: [RuleCause] = []
        if let first = report.firstChange {
            var closer = options
            closer.explained = first.n
            if explanation == nil {
                explanation = try Replay<Core>(closer, prepare: prepare).run(over: source, upTo: first.n).explanation
            }
            causes = try RuleCause.find(first, report, options, over: source, prepare: prepare)
        }
        let listing = ReplayListing(
            read.input, report, totals: result.totals, explanation: explanation, causes: causes)
        let text = ReplayText(report, explanation, result, causes: causes, read.speech.language)
        try Listing(whole: listing.value, rows: "changes", text: { text.text }).print(as: read.format)
        if report.replayability.verdict == .no { return .failed }
        switch call.text("fail-on") {
        case "changed" where !report.changes.isEmpty: return .findings
        case "best-effort" where report.replayability.verdict != .yes: return .findings
        default: return report.replayability.reasons.contains { $0.code == .damage } ? .damaged : .done
        }
    }

    func replayOptions(_ read: ReadOptions) throws -> Replay<Core>.Options {
        var options = Replay<Core>.Options()
        let needsTimes =
            ["since", "until", "session"].contains(where: call.isOn) || call.all("set").contains { $0.contains("@") }
        let life = needsTimes ? try read.report() : nil
        if let life { options.window = try read.window(in: life) }
        if let path = call.text("rules") { options.overrides += try rules(in: path) }
        for text in call.all("set") { options.overrides.append(try override(text, life)) }
        if let against = call.text("against"), against != "recorded" { options.against = try rules(in: against) }
        if let text = call.text("explain") {
            guard let n = SequenceNumber(text) else {
                throw Complaint.usage("--explain takes the number of a record, not '\(text)'")
            }
            options.explained = n
        }
        for override in options.overrides { _ = try Core.Rules.rule(override.name) }
        return options
    }

    private func rules(in path: String) throws -> [RuleOverride] {
        try RuleOverride.read(FileSystem.contents(of: path), path: path, core: Core.name)
    }

    func override(_ text: String, _ life: LifeReport?) throws -> RuleOverride {
        guard let parts = RuleOverride.parts(text) else {
            throw Complaint.usage(
                "--set takes RULE=VALUE[@TIME] with a number for VALUE, not '\(text)'",
                hint: "--list-rules shows names, units and defaults")
        }
        var from: WallTime?
        if let time = parts.time {
            from = TimePoint(time).flatMap { point in life.flatMap { point.resolved(in: $0.lives) } }
            guard from != nil else {
                throw Complaint.usage("--set \(parts.name): '\(time)' is no time of this log")
            }
        }
        guard Core.Rules.table.contains(where: { $0.name == parts.name }) else {
            let near = Suggestion.nearest(to: parts.name, among: Core.Rules.table.map(\.name))
            throw Complaint.usage(
                "--set: core \(Core.name) has no rule '\(parts.name)'",
                hint: (near.map { "did you mean \($0)? " } ?? "") + "--list-rules shows them all")
        }
        return RuleOverride(parts.name, parts.value, from: from)
    }

    func listRules() throws -> ExitStatus {
        let defaults = Core.Rules()
        let rows = Core.Rules.table.map { rule in
            Value.object([
                .init("rule", .string(rule.name)), .init("default", .number(defaults[rule])),
                .init("unit", .string(rule.unit.rawValue)), .init("source", .string(rule.source.rawValue)),
                .init("meaning", .string(rule.meaning)),
            ])
        }
        let whole = Value.object([
            .init("schema", "flightlog.rules/1"), .init("core", .string(Core.name)), .init("rules", .array(rows)),
        ])
        let format = ListingFormat(rawValue: call.text("format") ?? "text")!
        try Listing(whole: whole, rows: "rules", text: { Self.ruleTable(rows) }).print(as: format)
        return .done
    }

    private static func ruleTable(_ rows: [Value]) -> String {
        var table = TextTable([
            ("rule", .left), ("default", .right), ("unit", .left), ("source", .left), ("meaning", .left),
        ])
        for row in rows { table.add(["rule", "default", "unit", "source", "meaning"].map { Wording.plain(row[$0]) }) }
        return table.text()
    }
}

/// Writes decisions as JSON lines, a file that appears whole or not at all. A class: the replay's observer holds it.
final class DecisionSink {
    private var lines: [UInt8] = []
    private let path: String?
    private let force: Bool

    init(_ path: String?, force: Bool) throws {
        self.path = path
        self.force = force
        if let path, path != "-", !force, try FileSystem.entry(at: path) != nil {
            throw Complaint("\(path) exists already", hint: "--force replaces it")
        }
    }

    func write(_ decisions: [Decision], _ stamp: Stamp) {
        guard path != nil else { return }
        for decision in decisions {
            JSON.append(decision.listed(by: stamp.n), to: &lines)
            lines.append(0x0A)
        }
    }

    /// A decision of a program, as it gave it.
    func write(_ decision: Value, by n: SequenceNumber) {
        guard path != nil else { return }
        JSON.append(.object((decision.fields ?? []) + [.init("by", .integer(Int64(clamping: n)))]), to: &lines)
        lines.append(0x0A)
    }

    func finish() throws {
        guard let path else { return }
        if path == "-" { return try Descriptor.standardOutput.write(lines) }
        let file = try OutputFile.create(path, replacing: force, mode: 0o600)
        try file.descriptor.write(lines)
        try file.commit()
    }
}
