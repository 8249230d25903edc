import CommandKit
import DecisionCore
import FieldModel
import FlightAnalysis
import LogFormat

/// What a replay comes to beside its verdicts.
struct ReplayResult {
    /// For JSON.
    var totals: Value
    /// Fixes by what became of them at once.
    var outcomes: [ReplayOutcome: Int]
    /// For people.
    var summary: String
}

/// A replay for people: can it be trusted, what changed first and why, what followed, what it all comes to.
struct ReplayText<Core: DecidingCore> {
    private let report: ReplayReport<Core>
    private let explanation: ReplayExplanation?
    private let result: ReplayResult
    private let causes: [RuleCause]
    private let language: Language
    private let terminal = Terminal.output

    init(
        _ report: ReplayReport<Core>, _ explanation: ReplayExplanation?, _ result: ReplayResult,
        causes: [RuleCause], _ language: Language
    ) {
        self.causes = causes
        self.report = report
        self.explanation = explanation
        self.result = result
        self.language = language
    }

    var text: String {
        [head, counts, divergence, consequences, result.summary].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var head: String {
        let verdict = report.replayability.verdict
        var text = terminal.styled("replayable: \(verdict.rawValue)", .bold) + "\n"
        for reason in report.replayability.reasons { text += "  \(reason.code.rawValue): \(reason.detail)\n" }
        text += "\(Wording.count(report.inputs, "input")), \(report.fixes) of them fixes, core \(Core.name)"
        if let first = report.first, let last = report.last {
            text += ", \(Wording.time(first)) to \(Wording.time(last, without: CivilDate(first))) UTC"
        }
        return text + "\n" + midLogChanges + comparison + "\n"
    }

    /// Settings and rules that changed while the log went on.
    private var midLogChanges: String {
        let changes = report.settingsChanges.map { ("settings", $0) } + report.ruleChanges.map { ("rules", $0) }
        var text = ""
        for (what, change) in changes.prefix(8) {
            let list = change.changes.map { "\($0.name) \(Wording.plain($0.then)) -> \(Wording.plain($0.now))" }
            text += "  \(what) changed at record \(change.n): \(list.joined(separator: ", "))\n"
        }
        if changes.count > 8 { text += "  and \(changes.count - 8) more; --format json lists them\n" }
        return text
    }

    private var comparison: String {
        guard report.compared > 0 else { return "no verdict was recorded: there is nothing to compare with" }
        let changed = report.changes.count
        let recorded = "\(report.compared) verdicts and \(report.recordedDecisions) further decisions"
        return changed == 0
            ? "\(recorded) compared: all as before" : "\(recorded) compared: \(Wording.count(changed, "input")) changed"
    }

    private var counts: String {
        let rows: [(outcome: ReplayOutcome, then: String, now: Int)] =
            report.compared > 0
            ? report.countsByOutcome.map { ($0.outcome, "\($0.then)", $0.now) }
            : result.outcomes.map { ($0.key, "-", $0.value) }.sorted { $0.0.text < $1.0.text }
        guard !rows.isEmpty else { return "" }
        var table = TextTable([("verdict", .left), ("reason", .left), ("then", .right), ("now", .right)])
        for row in rows {
            table.add([row.outcome.verdict.word, row.outcome.reason, row.then, "\(row.now)"])
        }
        return table.text()
    }

    private var divergence: String {
        guard let explanation else { return "" }
        var text = ""
        if let first = report.firstChange, first.n == explanation.n {
            text +=
                terminal.styled("first divergence: record \(first.n), \(Wording.time(first.time)) UTC", .bold) + "\n"
            text += "  then       \(first.thenText)\n  now        \(first.nowText)\n"
            text += because
        } else {
            text += terminal.styled("record \(explanation.n)", .bold) + "\n"
        }
        text += "  input      \(JSON.text(explanation.inputValue))\n"
        if let deciding = explanation.deciding {
            text += "  decided by \(line(deciding))\n"
            if !explanation.rules.isEmpty { text += "  rules      \(rules(explanation.rules))\n" }
        }
        for decision in explanation.decisions {
            text += "  decision   \(JSON.text(decision.listed(by: explanation.n)))\n"
        }
        for check in explanation.checks { text += "  check      \(line(check))\n" }
        let audit = AuditLine.lines(
            explanation.signal, checks: explanation.checks, decisions: explanation.decisions)
        for said in audit { text += "  audit      \(said.text(in: language))\n" }
        for change in explanation.stateChanges {
            text += "  state      \(change.path): \(short(change.before)) -> \(short(change.after))\n"
        }
        return text
    }

    /// The rules whose change makes the first divergence.
    private var because: String {
        let list = causes.map { "\($0.rule) \(Wording.plain(.number($0.then))) -> \(Wording.plain(.number($0.now)))" }
        guard let first = causes.first else { return "" }
        return "  because of \(list.joined(separator: ", "))\(first.isAlone ? "" : " (only together)")\n"
    }

    /// Rules with the values they have in the replay.
    private func rules(_ names: [String]) -> String {
        let table = Core.Rules.table.filter { names.contains($0.name) }
        return table.map { "\($0.name) \(Wording.plain(.number(report.rules[$0]))) \($0.unit.rawValue)" }
            .joined(separator: ", ")
    }

    private func line(_ check: Check) -> String {
        check.outcome == .notApplicable
            ? "\(check.name): does not apply"
            : "\(check.name): measured \(number(check.measured)), limit \(number(check.limit)), \(check.outcome.rawValue)"
    }

    private func number(_ number: Int64) -> String { number == .max || number == .min ? "none" : "\(number)" }

    private func short(_ value: Value) -> String {
        let text = JSON.text(value)
        return text.count > 60 ? text.prefix(57) + "..." : text
    }

    private var consequences: String {
        let rows = report.consequences
        guard !rows.isEmpty else { return "" }
        var table = TextTable([("", .right), ("then", .left), ("now", .left), ("from", .right), ("to", .right)])
        for row in rows.prefix(12) {
            table.add(["\(row.count)", row.then, row.now, "\(row.firstNumber)", "\(row.lastNumber)"])
        }
        let more = rows.count > 12 ? "  and \(rows.count - 12) more kinds; --format json lists them\n" : ""
        return "what follows\n" + table.text(indent: 2) + more
    }
}
