import CommandKit
import FieldModel
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
        let (source, window) = try options.sourceAndWindow()
        var progress = Progress("checking \(options.input)")
        let report = try CheckReport(
            of: source, gates: gates, window: window, now: WallTime(WallClock.milliseconds),
            progress: { progress.update($0) })
        let speech = options.speech
        try Listing(
            whole: report.value(in: speech.language), rows: "checks", text: { CheckText(report, speech).text }
        ).print(as: options.format)
        let status = try ReadOptions.status(report.report, speech)
        guard let level = call.text("fail-on") else { return status }
        return report.worst >= (level == "warn" ? .warn : .fail) ? .findings : status
    }
}

/// The checks for people: what is wrong first, with what to do; what is good in one line.
struct CheckText {
    /// How many lines of evidence are shown of each.
    static let shownEvidence = 3

    private let report: CheckReport
    private let speech: Speech
    private let terminal = Terminal.output

    init(_ report: CheckReport, _ speech: Speech) {
        self.report = report
        self.speech = speech
    }

    var text: String {
        let all = report.results + report.gates
        let bad = all.filter { $0.verdict >= .warn }.sorted { $0.verdict > $1.verdict }
        let head = bad.isEmpty ? speech(Self.nothingWrong) : speech.count(bad.count, Self.findings)
        var text = terminal.styled(head, .bold) + "\n"
        for result in bad { text += "\n" + card(result) }
        text += "\n"
        for (name, verdict) in Self.rest { text += line(speech(name), all, verdict) }
        return text
    }

    private func card(_ result: CheckResult) -> String {
        let verdict = terminal.styled(result.verdict.rawValue, result.verdict == .fail ? .red : .yellow)
        let limit = result.limit.map { ", " + speech(Self.limit, "limit", Self.plain($0)) } ?? ""
        let number = result.value.map { " (\(Self.plain($0))\(limit))" } ?? ""
        var lines = ["\(verdict)  \(result.check)\(number)"]
        lines += labelled(Self.why, [speech(result.why)])
        lines += labelled(Self.found, result.evidence.prefix(Self.shownEvidence).map(line))
        lines += labelled(Self.advice, [speech(result.advice)])
        return lines.map { $0 + "\n" }.joined()
    }

    private func line(_ evidence: Evidence) -> String {
        let said = evidence.sentence.text(in: speech.language)
        return evidence.at.map { "\(speech.time($0)) \(said)" } ?? said
    }

    /// Lines behind a word, the word before the first.
    private func labelled(_ word: Phrase, _ lines: [String]) -> [String] {
        let width = [Self.why, Self.found, Self.advice].map { Terminal.columns(of: speech($0)) }.max() ?? 0
        return lines.enumerated().map { index, line in
            let word = index == 0 ? speech(word) : ""
            return "  " + word + String(repeating: " ", count: width - Terminal.columns(of: word) + 1) + line
        }
    }

    private func line(_ name: String, _ all: [CheckResult], _ verdict: CheckResult.Verdict) -> String {
        let codes = all.filter { $0.verdict == verdict }.map(\.check)
        return codes.isEmpty ? "" : "\(name): \(codes.joined(separator: ", "))\n"
    }

    private static func plain(_ number: Double) -> String {
        let text = JSON.text(.number(number))
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static let nothingWrong = Phrase("nothing wrong was found", "rien d'anormal n'a été trouvé", "没有发现问题")
    private static let findings = Phrase("{count:finding|findings}", "{count:constat|constats}", "发现 {count} 项问题")
    private static let limit = Phrase("limit {limit}", "limite {limit}", "上限 {limit}")
    private static let why = Phrase("why", "pourquoi", "原因")
    private static let found = Phrase("found", "trouvé", "依据")
    private static let advice = Phrase("do", "à faire", "建议")
    private static let rest: [(Phrase, CheckResult.Verdict)] = [
        (Phrase("good", "bon", "良好"), .good), (Phrase("unknown", "inconnu", "未知"), .unknown),
        (Phrase("not applicable", "sans objet", "不适用"), .notApplicable),
    ]
}
