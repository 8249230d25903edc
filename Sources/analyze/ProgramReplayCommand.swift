import CommandKit
import DecisionCore
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze replay --exec CMD`: the log through a program of the user's own.
struct ProgramReplayCommand {
    private let call: Invocation
    private let command: String

    init(_ call: Invocation) throws {
        self.call = call
        command = try call.required("exec")
        for flag in ["core", "pack", "against", "list-rules"] where call.isOn(flag) && call.text(flag) != "recorded" {
            throw Complaint.usage("--\(flag) does not go with --exec", hint: "a program brings rules of its own")
        }
    }

    func run() throws -> ExitStatus {
        guard !call.arguments.isEmpty else {
            throw Complaint.usage("INPUT is missing", hint: "see analyze replay --help")
        }
        let read = try ReadOptions(call)
        let source = try read.source().rereadable()
        var options = ProgramReplay.Options(command)
        options.window = try read.window(of: source)
        options.rules = try rules()
        options.limit = Int((try call.number("exec-timeout", atLeast: 0.01).map { min($0, 86_400) } ?? 10) * 1000)
        if let text = call.text("explain") {
            guard let n = SequenceNumber(text) else {
                throw Complaint.usage("--explain takes the number of a record, not '\(text)'")
            }
            options.explained = n
        }
        if !call.all("sweep").isEmpty { return try sweep(read, source, options) }
        return try replay(read, source, options)
    }

    private func replay(
        _ read: ReadOptions, _ source: LogSource, _ options: ProgramReplay.Options
    ) throws -> ExitStatus {
        if let path = call.text("decisions") { try Separation.check(output: path, inputs: call.arguments) }
        let sink = try DecisionSink(call.text("decisions"), force: call.isOn("force"))
        var progress = Progress("replaying \(read.input)")
        var report = try ProgramReplay(options) { value, n in sink.write(value, by: n) }
            .run(over: source) { progress.update($0) }
        try sink.finish()
        if let asked = options.explained, report.explanation == nil {
            throw Complaint("record \(asked) is no input", hint: "an input is a fix or an event that a core decides on")
        }
        // The first divergence is looked at closely in a second conversation.
        if report.explanation == nil, let first = report.changes.first {
            var closer = options
            closer.explained = first.n
            let second = try ProgramReplay(closer).run(over: source)
            report = second
        }
        try Listing(whole: report.value(input: read.input), rows: "changes", text: { text(report) })
            .print(as: read.format)
        if report.replayability.verdict == .no { return .failed }
        switch call.text("fail-on") {
        case "changed" where !report.changes.isEmpty: return .findings
        case "best-effort" where report.replayability.verdict != .yes: return .findings
        default: return report.replayability.reasons.contains { $0.code == .damage } ? .damaged : .done
        }
    }

    /// What the program is to set: it knows best which rules it has.
    private func rules() throws -> [RuleOverride] {
        var rules: [RuleOverride] = []
        if let path = call.text("rules") {
            rules += try RuleOverride.read(FileSystem.contents(of: path), path: path, core: nil)
        }
        for text in call.all("set") {
            guard let parts = RuleOverride.parts(text), parts.time == nil else {
                throw Complaint.usage("--set takes RULE=VALUE with --exec, not '\(text)'")
            }
            rules.append(RuleOverride(parts.name, parts.value))
        }
        return rules
    }

    private func sweep(
        _ read: ReadOptions, _ source: LogSource, _ options: ProgramReplay.Options
    ) throws -> ExitStatus {
        var table = SweepText("program", read, columns: ["accepted", "others", "changed"])
        for text in call.all("sweep") {
            let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
            let values = halves.count == 2 ? halves[1].split(separator: ",").map { Double($0) } : []
            let numbers = values.compactMap(\.self)
            guard !numbers.isEmpty, numbers.count == values.count else {
                throw Complaint.usage("--sweep takes RULE=A,B,…, not '\(text)'")
            }
            for value in numbers {
                var swept = options
                swept.rules.append(RuleOverride(halves[0], value))
                var accepted = 0
                let report = try ProgramReplay(swept) { decision, _ in
                    if decision["verdict"]?.string == Verdict.accepted.rawValue { accepted += 1 }
                }.run(over: source)
                let others = report.fixes - accepted
                let totals: Value = .object([
                    .init("accepted", .integer(Int64(accepted))), .init("others", .integer(Int64(others))),
                    .init("changed", .integer(Int64(report.changes.count))),
                ])
                table.add(
                    halves[0], value, totals, ["\(accepted)", "\(others)", "\(report.changes.count)"],
                    inputs: report.inputs)
            }
        }
        return try table.print()
    }

    private func text(_ report: ProgramReport) -> String {
        var text = Terminal.output.styled("replayable: \(report.replayability.verdict.rawValue)", .bold) + "\n"
        for reason in report.replayability.reasons { text += "  \(reason.code.rawValue): \(reason.detail)\n" }
        text += "\(Wording.count(report.inputs, "input")), \(report.fixes) of them fixes, core \(report.core)\n"
        text +=
            report.compared == 0
            ? "no verdict of this core was recorded: there is nothing to compare with\n"
            : "\(report.compared) verdicts and \(report.recordedDecisions) further decisions compared: "
                + (report.changes.isEmpty
                    ? "all as before\n" : "\(Wording.count(report.changes.count, "input")) changed\n")
        if let explanation = report.explanation { text += "\n" + self.text(explanation, report) }
        guard !report.consequences.isEmpty else { return text }
        var table = TextTable([("", .right), ("then", .left), ("now", .left)])
        for row in report.consequences.prefix(12) { table.add(["\(row.count)", row.then, row.now]) }
        return text + "\nwhat follows\n" + table.text(indent: 2)
    }

    private func text(_ explanation: ProgramReport.Explanation, _ report: ProgramReport) -> String {
        var text = ""
        if let first = report.changes.first, first.n == explanation.n {
            text += "first divergence: record \(first.n), \(Wording.time(first.time)) UTC\n"
            text += "  then       \(first.then)\n  now        \(first.now)\n"
        } else {
            text += "record \(explanation.n)\n"
        }
        text += "  input      \(JSON.text(explanation.input))\n"
        for decision in explanation.decisions { text += "  decision   \(JSON.text(decision))\n" }
        for check in explanation.checks { text += "  check      \(JSON.text(check))\n" }
        for change in explanation.stateChanges {
            text += "  state      \(change.path): \(JSON.text(change.before)) -> \(JSON.text(change.after))\n"
        }
        return text
    }
}

extension ProgramError: HintedError {}
