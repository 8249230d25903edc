import FieldModel
import LogFormat

/// What stands above everything: whose log it is, what is wrong at a glance, and the figures.
extension ReportPage {
    mutating func header() {
        page.markup("<header class=\"top\"><h1>")
        page.foreign(report.choice.name)
        page.markup("</h1>\n<p class=\"of\">")
        let facts = report.infoListing.devices + report.infoListing.apps
        for fact in facts {
            page.foreign(fact)
            page.markup("<span class=\"dot\"> · </span>")
        }
        if let span = report.span {
            PageTable.write(Self.time(span.lowerBound), to: &page)
            page.text(" – ")
            PageTable.write(Self.time(span.upperBound), to: &page)
            page.markup(" <button type=\"button\" id=\"zone\" hidden>UTC</button><span id=\"utc\">UTC</span>")
        }
        page.markup("</p></header>\n")
    }

    mutating func banners() {
        let crashes = report.ends.filter(\.crashed)
        if let last = crashes.last {
            page.markup("<p class=\"banner crash\"><strong aria-hidden=\"true\">✕</strong> <a href=\"#exits\">")
            page.text(
                ReportWords.crashed.text(
                    [
                        .init("count", .whole(crashes.count)), .init("at", .string(Wording.time(last.at.wallTime))),
                        .init("signal", last.signal.map { .whole($0) } ?? .string("?")),
                    ], in: language))
            page.markup("</a></p>\n")
        }
        guard report.life.isDamaged else { return }
        let total = report.life.totalDamage
        page.markup("<p class=\"banner damage\"><strong aria-hidden=\"true\">!</strong> ")
        page.text(
            ReportWords.damaged.text(
                [
                    .init("lines", .whole(total.linesSkipped)), .init("bytes", .whole(total.bytesSkipped)),
                    .init("records", .whole(report.life.recordsLost)),
                ], in: language))
        page.markup("</p>\n")
    }

    mutating func headline() {
        page.markup("<section id=\"headline\" aria-labelledby=\"headline-title\"><h2 id=\"headline-title\">")
        page.text(ReportWords.whyStopped[language])
        page.markup("</h2><p class=\"answer\">")
        page.text(answer)
        page.markup("</p>\n<ul class=\"tiles\">")
        for figure in ReportFigures(report, input: input, in: language).figures {
            page.markup("<li><a")
            if figure.isBad { page.markup(" class=\"bad\"") }
            page.attribute("href", "#\(figure.section)")
            page.markup(">")
            page.element("b", figure.amount)
            page.markup(" ")
            page.element("span", figure.name)
            page.markup("</a></li>")
        }
        page.markup("</ul></section>\n")
    }

    /// One or two sentences: the gap that cost most.
    private var answer: String {
        let gaps = report.gaps.filter { !$0.kind.isIntended }
        let mattering = gaps.filter { $0.matters == true }
        guard let worst = (mattering.isEmpty ? gaps : mattering).max(by: { $0.duration < $1.duration }) else {
            return ReportWords.noGap[language]
        }
        let day = CivilDate(worst.from.wallTime)
        var text = ReportWords.worstGap.text(
            [
                .init("from", .string(Wording.time(worst.from.wallTime) + " UTC")),
                .init("to", .string(Wording.time(worst.to.wallTime, without: day))),
                .init("length", .string(Wording.duration(worst.duration))),
                .init("meaning", .string(worst.meaning(in: language))),
            ], in: language)
        if let movement = worst.movement, movement.matters {
            text += " "
            text += ReportWords.worstMove.text(
                [.init("way", .string(Wording.distance(movement.millimetres)))], in: language)
        }
        return text
    }
}

extension Gap {
    /// Its kind with what that means: `suspended: the process was there and was not allowed to run`.
    func meaning(in language: Language) -> String {
        kind.rawValue + (kind.meaning.map { ", " + $0[language] } ?? "")
    }
}
