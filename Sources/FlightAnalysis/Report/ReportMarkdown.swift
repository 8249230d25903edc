import FieldModel
import LogFormat

/// The report for an issue tracker: findings, versions, how to reproduce. Nothing private is in it: no place, no free
/// text, no id, no name of a file, no date; times count from the beginning of the log.
public struct ReportMarkdown {
    private let report: LogReport
    private let language: Language
    private let start: WallTime
    private var lines: [String] = []
    private static let mostRows = 30
    /// What stands for the log in commands.
    private static let input = "LOG"

    /// The report as Markdown for a tracker.
    public static func text(_ report: LogReport, in language: Language) -> String {
        var writer = ReportMarkdown(report, language)
        writer.write()
        return writer.lines.joined(separator: "\n") + "\n"
    }

    private init(_ report: LogReport, _ language: Language) {
        self.report = report
        self.language = language
        start = report.span?.lowerBound ?? WallTime(0)
    }

    private mutating func write() {
        lines.append("### \(ReportWords.whyStopped[language])\n")
        for figure in ReportFigures(report, input: Self.input, in: language).figures {
            lines.append("- **\(figure.amount)** \(Self.safe(figure.name))")
        }
        if report.life.isDamaged {
            let total = report.life.totalDamage
            lines.append(
                "- "
                    + ReportWords.damaged.text(
                        [
                            .init("lines", .whole(total.linesSkipped)), .init("bytes", .whole(total.bytesSkipped)),
                            .init("records", .whole(report.life.recordsLost)),
                        ], in: language))
        }
        versions()
        gaps()
        ends()
        findings()
        decisions()
        reproduce()
    }

    private mutating func heading(_ phrase: Phrase) { lines.append("\n#### \(phrase[language])\n") }

    private mutating func versions() {
        let known = report.infoListing.devices + report.infoListing.apps
        guard !known.isEmpty else { return }
        lines.append("")
        lines += known.map { "- \(Self.safe($0))" }
        lines += SettingChange.between(LifeContext(), report.life.lives.last?.endContext ?? LifeContext(), at: start)
            .filter { $0.key != "label" }.map { "- \($0.group.rawValue) \(Self.safe($0.key)): \(Self.code($0.after))" }
    }

    private mutating func gaps() {
        let gaps = report.gaps
        guard !gaps.isEmpty else { return }
        heading(ReportWords.gaps)
        row([
            ReportWords.from, ReportWords.length, ReportWords.kind, ReportWords.sure, ReportWords.moved,
            ReportWords.before, ReportWords.endedBy,
        ])
        for gap in gaps.prefix(Self.mostRows) {
            row([
                since(gap.from.wallTime), Wording.duration(gap.duration), gap.kind.rawValue, gap.certainty.rawValue,
                gap.movement.map { Wording.distance($0.millimetres) } ?? "?", gap.before.words, gap.endedBy,
            ])
        }
        more(gaps.count, "gaps")
    }

    private mutating func ends() {
        guard !report.ends.isEmpty else { return }
        heading(ReportWords.exits)
        row([ReportWords.at, ReportWords.cause, ReportWords.sure, ReportWords.rests])
        for end in report.ends.prefix(Self.mostRows) {
            let signal = end.signal.map { " (signal \($0))" } ?? ""
            row([
                since(end.at.wallTime), end.cause + signal, end.certainty.rawValue,
                end.evidence.joined(separator: ", "),
            ])
        }
        more(report.ends.count, "exits")
    }

    /// The codes and what to do: the evidence may hold times and places.
    private mutating func findings() {
        guard !report.findings.isEmpty else { return }
        heading(ReportWords.findings)
        for finding in report.findings {
            lines.append(
                "- **\(finding.verdict.rawValue)** `\(finding.check)`: \(finding.why[language]) \(finding.advice[language])"
            )
        }
    }

    private mutating func decisions() {
        let changed = report.replay.countsByOutcome.filter { $0.then != $0.now }
        guard !changed.isEmpty else { return }
        heading(ReportWords.decisions)
        row([ReportWords.verdict, ReportWords.then, ReportWords.now])
        for (outcome, then, now) in changed { row([outcome.text, "\(then)", "\(now)"]) }
    }

    private mutating func reproduce() {
        heading(ReportWords.reproduce)
        lines.append("```sh")
        var seen: Set<String> = []
        for figure in ReportFigures(report, input: Self.input, in: language).figures
        where seen.insert(figure.command).inserted { lines.append(figure.command) }
        lines.append("analyze check \(Self.input)\nanalyze replay \(Self.input) --core trail\n```")
    }

    // MARK: Rows

    private mutating func row(_ head: [Phrase]) {
        row(head.map { $0[language] })
        lines.append("|" + head.map { _ in "---|" }.joined())
    }

    private mutating func row(_ cells: [String]) {
        lines.append("| " + cells.map(Self.safe).joined(separator: " | ") + " |")
    }

    private mutating func more(_ count: Int, _ verb: String) {
        guard count > Self.mostRows else { return }
        lines.append(
            "\n"
                + ReportWords.moreRows.text(
                    [
                        .init("count", .whole(count - Self.mostRows)),
                        .init("command", .string("`analyze \(verb) \(Self.input)`")),
                    ], in: language))
    }

    /// `+1 h 3 min` from the beginning of the log.
    private func since(_ time: WallTime) -> String { Wording.signed(time - start) }

    private static func code(_ value: Value) -> String { "`\(safe(Wording.plain(value)).filter { $0 != "`" })`" }

    /// One line without a meaning for Markdown or HTML: what could make a link, an image, a mention or a tag is escaped.
    private static func safe(_ text: String) -> String {
        var safe = ""
        for scalar in PageText.clipped(text).unicodeScalars {
            switch scalar {
            case "<": safe += "&lt;"
            case "&": safe += "&amp;"
            case "\\", "|", "`", "*", "[", "]", "@", "#": safe += "\\\(scalar)"
            case "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": continue
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): safe += " "
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}
