import CommandKit
import FlightAnalysis
import LogFormat

/// `analyze check`: what is known to go wrong in the field, looked for in a log.
enum CheckVerb {
    static let command = Command(
        "check", summary: "what is known to go wrong in the field, looked for in a log",
        details: [
            """
            Each check is GOOD, WARN, FAIL, UNKNOWN (the log lacks what it needs) or NA (it does not apply). A file of \
            gates sets limits of your own: {"gates":[{"of":"gaps.matter","max":0},{"of":"alive","min":0.99},\
            {"check":"pulse","fail":"warn"}]}.
            """,
            "Figures for gates: \(Gate.figures.joined(separator: ", ")).",
        ],
        arguments: [ReadOptions.input],
        flags: ReadOptions.flags + [
            Flag("gates", value: .file(name: "FILE"), help: "limits of your own"),
            Flag("fail-on", value: .choice(["warn", "fail"]), help: "end with status 4 from this verdict on"),
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let options = try ReadOptions(call)
        let gates = try call.text("gates").map { try Gate.read(FileSystem.contents(of: $0), path: $0) } ?? []
        let source = try options.source()
        var progress = Progress("checking \(options.input)")
        let report = try CheckReport(of: source, gates: gates, progress: { progress.update($0) })
        try Listing(whole: report.value, rows: "checks", text: { CheckText(report: report).text })
            .print(as: options.format)
        let status = try ReadOptions.status(report.report)
        guard let level = call.text("fail-on") else { return status }
        return report.worst >= (level == "warn" ? .warn : .fail) ? .findings : status
    }
}

/// The checks for people: what is wrong first, with what to do; what is good in one line.
struct CheckText {
    let report: CheckReport
    private let terminal = Terminal.output

    init(report: CheckReport) { self.report = report }

    var text: String {
        let all = report.results + report.gates
        let bad = all.filter { $0.verdict >= .warn }.sorted { $0.verdict > $1.verdict }
        let head = bad.isEmpty ? "nothing wrong was found" : "\(Wording.count(bad.count, "finding"))"
        var text = terminal.styled(head, .bold) + "\n"
        for result in bad { text += "\n" + card(result) }
        text +=
            "\n" + line("good", all, .good) + line("unknown", all, .unknown)
            + line("not applicable", all, .notApplicable)
        return text
    }

    private func card(_ result: CheckResult) -> String {
        let verdict = terminal.styled(result.verdict.rawValue, result.verdict == .fail ? .red : .yellow)
        let number =
            result.value.map { " (\(Self.plain($0))\(result.limit.map { ", limit \(Self.plain($0))" } ?? ""))" } ?? ""
        var lines = ["\(verdict)  \(result.check)\(number)", "  why   \(result.why)"]
        lines += result.evidence.prefix(3).enumerated().map { "  \($0.offset == 0 ? "found" : "     ") \($0.element)" }
        lines.append("  do    \(result.advice)")
        return lines.map { $0 + "\n" }.joined()
    }

    private func line(_ name: String, _ all: [CheckResult], _ verdict: CheckResult.Verdict) -> String {
        let codes = all.filter { $0.verdict == verdict }.map(\.check)
        return codes.isEmpty ? "" : "\(name): \(codes.joined(separator: ", "))\n"
    }

    private static func plain(_ number: Double) -> String {
        let text = JSON.text(.number(number))
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
