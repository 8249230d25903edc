import CommandKit
import DecisionCore
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze reduce`: the smallest log that still shows something.
enum ReduceVerb {
    static let command = Command(
        "reduce", summary: "the smallest log that still shows something, as a fixture with a ready test",
        details: [
            """
            Delta debugging: first over signals, then over time, then over fields. --keep names what has to stay, as \
            comparisons joined by and: divergence (an input decided otherwise under --set or --rules than under the \
            log's own rules, or --against), decision.code = jump, decision.n = 812, gap.kind = killed, \
            total.solid_m > 100.
            """,
            """
            The folder holds the log, now.json and then.json with the rules, and ReducedTest.swift.
            """,
        ],
        arguments: [ReadOptions.input],
        flags: KeyOptions.flags + [
            Flag("core", value: .choice(ReplayedCore.allCases.map(\.rawValue)), help: "the core (trail unless said)"),
            Flag("keep", value: .text(name: "EXPR"), help: "what the smaller log is to show (divergence unless said)"),
            Flag("set", value: .text(name: "RULE=VALUE"), repeatable: true, help: "another value of a rule"),
            Flag("rules", value: .file(name: "FILE"), help: "rules as JSON: {\"core\":…,\"rules\":{…}}"),
            Flag("against", value: .file(name: "FILE"), help: "the rules compared with; the log's own unless said"),
            Flag("pack", value: .file(name: "FILE"), help: "towns and streets of a walking game, for core walk"),
            Flag("max-trials", value: .text(name: "N"), help: "replays to make at most (20000 unless said)"),
            .output("the fixture to make"), .force,
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        switch ReplayedCore(rawValue: call.text("core") ?? "trail")! {
        case .trail: return try reduce(call) { LogReduction<TrailCore>($0) }
        case .phases: return try reduce(call) { LogReduction<PhaseCore>($0) }
        case .run: return try reduce(call) { LogReduction<RunCore>($0) }
        case .visits: return try reduce(call) { LogReduction<VisitCore>($0) }
        case .walk:
            let pack = try ReplayVerb.readPack(call.required("pack"))
            return try reduce(call) { LogReduction<WalkCore>($0, pack: pack) }
        }
    }

    private static func reduce<Core: DecidingCore>(
        _ call: Invocation, _ make: (LogReduction<Core>.Options) -> LogReduction<Core>
    ) throws -> ExitStatus {
        let path = try call.required("output")
        try Separation.check(output: path, inputs: call.arguments)
        if call.isOn("force") { try Separation.checkReplaceable(folder: path) }
        let input = call.arguments[0]
        let reduction = make(try options(call))
        let source = try LogSource.open(input, keyring: KeyOptions.keyring(call))
        var progress = Progress("reading \(input)")
        let summary = try reduction.reduce(source) { progress.update($0) }
        try LogOutput.write(to: path, force: call.isOn("force")) { folder in
            try reduction.write(summary, from: input, to: folder)
        }
        try Descriptor.standardError.write(text(summary, path))
        return .done
    }

    private static func options<Core>(_ call: Invocation) throws -> LogReduction<Core>.Options {
        let keep: KeepExpression
        do throws(KeepExpression.Mistake) { keep = try KeepExpression(call.text("keep") ?? "divergence") } catch {
            throw Complaint.usage("--keep: \(error)", hint: "divergence and decision.code = jump")
        }
        var options = LogReduction<Core>.Options(keep)
        if let path = call.text("rules") { options.overrides += try rules(path, Core.name) }
        for text in call.all("set") {
            guard let parts = RuleOverride.parts(text), parts.time == nil else {
                throw Complaint.usage(
                    "--set takes RULE=VALUE, not '\(text)'", hint: "analyze replay --list-rules shows the names")
            }
            _ = try Core.Rules.rule(parts.name)
            options.overrides.append(RuleOverride(parts.name, parts.value))
        }
        if let path = call.text("against") { options.against = try rules(path, Core.name) }
        if let most = try call.integer("max-trials", in: 1...10_000_000) { options.mostTrials = most }
        return options
    }

    private static func rules(_ path: String, _ core: String) throws -> [RuleOverride] {
        try RuleOverride.read(FileSystem.contents(of: path), path: path, core: core)
    }

    private static func text<Core>(_ summary: LogReduction<Core>.Summary, _ path: String) -> String {
        var text = "\(path): \(Wording.count(summary.records, "record")) of \(summary.recordsBefore), "
        text += "found with \(Wording.count(summary.trials, "replay"))"
        text += summary.isMinimal ? "\n" : "; --max-trials was reached, so it may not be the smallest\n"
        if let first = summary.first { text += "  record \(first.n): \(first.thenText) -> \(first.nowText)\n" }
        return text
    }
}
