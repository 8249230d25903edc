import CommandKit
import DecisionCore
import FieldModel
import FlightAnalysis
import LogFormat

/// A replay for people: can it be trusted, what changed first and why, what followed, what it all comes to.
struct ReplayText<Core: DecidingCore> {
    private let report: ReplayReport<Core>
    private let explanation: ReplayExplanation?
    private let totals: TrailTotals?
    private let terminal = Terminal.output

    init(_ report: ReplayReport<Core>, _ explanation: ReplayExplanation?, _ totals: TrailTotals?) {
        self.report = report
        self.explanation = explanation
        self.totals = totals
    }

    var text: String {
        [head, counts, divergence, consequences, trail].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var head: String {
        let verdict = report.replayability.verdict
        var text = terminal.styled("replayable: \(verdict.rawValue)", .bold) + "\n"
        for reason in report.replayability.reasons { text += "  \(reason.code.rawValue): \(reason.detail)\n" }
        text += "\(Wording.count(report.inputs, "input")), \(report.fixes) of them fixes, core \(Core.name)"
        if let first = report.first, let last = report.last {
            text += ", \(Wording.time(first)) to \(Wording.time(last, without: CivilDate(first))) UTC"
        }
        return text + "\n" + comparison + "\n"
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
            : (totals?.outcomes ?? [:]).map { ($0.key, "-", $0.value) }.sorted { $0.0.text < $1.0.text }
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
        } else {
            text += terminal.styled("record \(explanation.n)", .bold) + "\n"
        }
        text += "  input      \(JSON.text(explanation.inputValue))\n"
        if let deciding = explanation.deciding { text += "  decided by \(line(deciding))\n" }
        for decision in explanation.decisions {
            text += "  decision   \(JSON.text(decision.listed(by: explanation.n)))\n"
        }
        for check in explanation.checks { text += "  check      \(line(check))\n" }
        for change in explanation.stateChanges {
            text += "  state      \(change.path): \(short(change.before)) -> \(short(change.after))\n"
        }
        return text
    }

    private func line(_ check: Check) -> String {
        check.outcome == .notApplicable
            ? "\(check.name): does not apply, the source lacks the column"
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

    private var trail: String {
        guard let totals else { return "" }
        var table = TextTable([("", .left), ("", .left)])
        table.add(["points", "\(totals.ordinary) ordinary, \(totals.coarse) coarse, \(totals.spikes) marked as spikes"])
        table.add(["solid", Wording.distance(totals.solid)])
        table.add(["dashed", "\(Wording.distance(totals.dashed)), which count for nothing"])
        table.add(["stays", "\(totals.stays.count), \(Wording.duration(totals.stayTime))"])
        return "the trail\n" + table.text(indent: 2)
    }
}
