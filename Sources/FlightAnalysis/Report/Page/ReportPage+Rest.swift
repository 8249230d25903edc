import FieldModel
import LogFormat

/// What stands below the pictures: findings, decisions, battery, settings, comparison, and where each figure comes from.
extension ReportPage {
    mutating func findings() {
        begin("findings", ReportWords.findings[language])
        if report.findings.isEmpty { page.element("p", ReportWords.noFindings[language]) }
        page.markup("<div class=\"cards\">\n")
        for finding in report.findings { card(finding) }
        page.markup("</div>\n")
        end()
    }

    private mutating func card(_ finding: CheckResult) {
        page.markup("<article")
        page.attribute("class", "card \(finding.verdict == .fail ? "fail" : "warn")")
        page.markup("><h3>")
        page.element("span", class: "badge", finding.verdict.rawValue)
        page.markup(" ")
        page.text(finding.check)
        page.markup("</h3>")
        page.element("p", finding.why[language])
        page.markup("<ul>")
        for line in finding.evidence {
            page.markup("<li>")
            page.foreign(line.text(in: language))
            page.markup("</li>")
        }
        page.markup("</ul>")
        page.element("p", class: "advice", finding.advice[language])
        page.markup("</article>\n")
    }

    mutating func decisions() {
        begin("decisions", ReportWords.decisions[language])
        let replay = report.replay
        let sentence: String
        if replay.compared == 0 {
            sentence = ReportWords.nothingCompared[language]
        } else if let first = replay.firstChange {
            sentence = ReportWords.changedDecisions.text(
                [.init("count", .whole(replay.changes.count)), .init("n", .whole(first.n))], in: language)
        } else {
            sentence = ReportWords.sameDecisions.text([.init("count", .whole(replay.compared))], in: language)
        }
        page.element("p", sentence)
        let verdict = replay.replayability.verdict.rawValue
        let reasons = replay.replayability.reasons.map(\.detail).joined(separator: "; ")
        page.markup("<p class=\"help\">")
        page.text(ReportWords.replayable.text([.init("verdict", .string(verdict))], in: language) + " ")
        if !reasons.isEmpty { page.foreign("(\(reasons))") }
        page.markup("</p>\n")
        let rows: [[PageTable.Cell]] = replay.countsByOutcome.map { outcome, then, now in
            [
                .text(outcome.verdict.word), .foreign(outcome.reason), .text("\(then)"), .text("\(now)"),
                .text(now == then ? "" : now > then ? "+\(now - then)" : "−\(then - now)"),
            ]
        }
        let head = [ReportWords.verdict, ReportWords.reason, ReportWords.then, ReportWords.now, ReportWords.change]
        if !rows.isEmpty { table(ReportWords.decisions, head, rows, verb: "replay") }
        end()
    }

    mutating func battery() {
        begin("battery", ReportWords.battery[language])
        let points = report.scan.battery.points
        if let first = points.first, let last = points.last, last.time > first.time {
            let sentence = ReportWords.charge.text(
                [
                    .init("from", .string("\(first.a / 10) %")), .init("to", .string("\(last.a / 10) %")),
                    .init("length", .string(Wording.duration(last.time - first.time))),
                ], in: language)
            page.element("p", sentence)
            if points.contains(where: { $0.b == 1 }) {
                page.element("p", class: "help", ReportWords.chargeCharging[language])
            }
        } else {
            page.element("p", ReportWords.noBattery[language])
        }
        end()
    }

    mutating func settings() {
        begin("settings", ReportWords.settings[language])
        let changes = report.shownChanges
        if changes.isEmpty { page.element("p", ReportWords.noSettings[language]) }
        let rows: [[PageTable.Cell]] = changes.map { change in
            [
                Self.time(change.at), .text(change.group.rawValue), .foreign(change.key),
                .foreign(change.before.map { Wording.plain($0) } ?? "–"), .foreign(Wording.plain(change.after)),
            ]
        }
        let head = [
            ReportWords.at, ReportWords.group, ReportWords.kind, ReportWords.previous, ReportWords.after,
        ]
        if !rows.isEmpty { table(ReportWords.settings, head, rows, verb: "info") }
        end()
    }

    mutating func compare(_ comparison: ReportComparison) {
        let title = ReportWords.compared.text([.init("name", .string(PageText.clipped(comparison.name)))], in: language)
        begin("compare", title)
        let rows: [[PageTable.Cell]] = comparison.rows.map { row in
            [
                .foreign(row.name), .foreign(row.here ?? ReportWords.unknown[language]),
                .foreign(row.there ?? ReportWords.unknown[language]), .text(row.differs ? "≠" : ""),
            ]
        }
        let head = [ReportWords.figure, ReportWords.thisLog, ReportWords.otherLog, ReportWords.change]
        table(Phrase(title, title, title), head, rows, verb: "report")
        end()
    }

    mutating func reproduce() {
        begin("reproduce", ReportWords.reproduce[language])
        var rows: [[PageTable.Cell]] = ReportFigures(report, input: input, in: language).figures.map {
            [.text("\($0.amount) \($0.name)"), .code($0.command)]
        }
        let more: [(Phrase, String)] = [
            (ReportWords.timeline, "timeline"), (ReportWords.findings, "check"),
            (ReportWords.decisions, "replay --core trail"), (ReportWords.battery, "power"),
            (ReportWords.settings, "info"),
        ]
        rows += more.map { name, verb in [.text(name[language]), .code("analyze \(verb) \(input)")] }
        table(ReportWords.reproduce, [ReportWords.figure, ReportWords.command], rows, verb: "report")
        end()
    }
}
