import FieldModel
import LogFormat

/// A card for each gap that matters and for each end of a run: what happened, how sure that is, what it rests on.
extension ReportPage {
    /// Cards of either kind; the tables have the rest.
    private static let mostCards = 24

    mutating func gapCards() {
        begin("gaps", ReportWords.gaps[language])
        let gaps = report.gaps
        // The first ones are those that cost most; they stand in the order of time.
        let chosen = gaps.indices.sorted { gaps[$0].weight > gaps[$1].weight }.prefix(Self.mostCards).sorted()
        if gaps.isEmpty { page.element("p", ReportWords.noGap[language]) }
        page.markup("<div class=\"cards\">\n")
        for index in chosen { card(gaps[index], number: index + 1) }
        page.markup("</div>\n")
        if gaps.count > chosen.count {
            page.element(
                "p", class: "more",
                ReportWords.others.text([.init("count", .whole(gaps.count - chosen.count))], in: language))
        }
        if !gaps.isEmpty { folded { $0.gapTable(gaps) } }
        end()
    }

    private mutating func card(_ gap: Gap, number: Int) {
        page.markup("<article")
        page.attribute("class", "card \(PageKind(gap.kind).rawValue)")
        page.attribute("id", "gap-\(number)")
        page.markup("><h3>")
        page.element("span", class: "badge", gap.kind.rawValue)
        page.markup(" ")
        page.text(Wording.duration(gap.duration))
        page.markup("</h3><p class=\"when\">")
        PageTable.write(Self.time(gap.from.wallTime), to: &page)
        page.text(" – ")
        PageTable.write(Self.time(gap.to.wallTime), to: &page)
        page.markup(" <a class=\"show\"")
        page.attribute("href", "#gap=\(number)")
        page.markup(">")
        page.text(ReportWords.inTimeline[language])
        page.markup("</a></p>")
        if let meaning = gap.kind.meaning { page.element("p", meaning[language]) }
        page.markup("<dl>")
        fact(ReportWords.moved, .text(movement(gap)))
        if let missed = gap.missed { fact(ReportWords.missed, .text("\(missed)")) }
        if let asleep = gap.asleep { fact(ReportWords.asleep, .text(Wording.duration(asleep))) }
        let before = gap.before.words
        if !before.isEmpty { fact(ReportWords.before, .foreign(before)) }
        fact(ReportWords.endedBy, .foreign(gap.endedBy))
        fact(ReportWords.sure, .text(gap.certainty.rawValue))
        fact(ReportWords.rests, .foreign(evidence(gap.evidence)))
        if gap.matters != false, let advice = gap.kind.advice { fact(ReportWords.toDo, .text(advice[language])) }
        page.markup("</dl></article>\n")
    }

    private mutating func fact(_ name: Phrase, _ cell: PageTable.Cell) {
        page.element("dt", name[language])
        page.markup("<dd>")
        PageTable.write(cell, to: &page)
        page.markup("</dd>")
    }

    private func movement(_ gap: Gap) -> String {
        guard let movement = gap.movement else { return ReportWords.movementUnknown[language] }
        let way = Wording.distance(movement.millimetres)
        if gap.kind.isIntended { return way }
        return movement.matters ? "\(way), \(ReportWords.matters[language])" : "\(way), \(ReportWords.still[language])"
    }

    private func evidence(_ codes: [String]) -> String {
        codes.map { EvidenceCode(rawValue: $0).text(in: language) }.joined(separator: "; ")
    }

    private mutating func gapTable(_ gaps: [Gap]) {
        let rows: [[PageTable.Cell]] = gaps.map { gap in
            [
                Self.time(gap.from.wallTime), Self.time(gap.to.wallTime), .text(Wording.duration(gap.duration)),
                .text(gap.missed.map(String.init) ?? "–"), .foreign(gap.kind.rawValue), .text(gap.certainty.rawValue),
                .text(movement(gap)), .foreign(gap.before.words), .foreign(gap.endedBy),
            ]
        }
        let head = [
            ReportWords.from, ReportWords.to, ReportWords.length, ReportWords.missed, ReportWords.kind,
            ReportWords.sure, ReportWords.moved, ReportWords.before, ReportWords.endedBy,
        ]
        table(ReportWords.gaps, head, rows, verb: "gaps")
    }

    // MARK: Ends of runs

    mutating func exitCards() {
        begin("exits", ReportWords.exits[language])
        let ends = report.ends
        if ends.isEmpty { page.element("p", ReportWords.noEnds[language]) }
        page.markup("<div class=\"cards\">\n")
        for end in ends.suffix(Self.mostCards) { card(end) }
        page.markup("</div>\n")
        if !ends.isEmpty { folded { $0.endTable(ends) } }
        end()
    }

    private mutating func card(_ end: RunEnd) {
        page.markup("<article")
        page.attribute("class", "card \(end.crashed ? PageKind.crash.rawValue : PageKind(end).rawValue)")
        page.markup("><h3>")
        page.element("span", class: "badge", end.cause)
        page.text(end.signal.map { " signal \($0)" } ?? "")
        page.markup("</h3><p class=\"when\">")
        PageTable.write(Self.time(end.at.wallTime), to: &page)
        page.markup("</p>")
        if let meaning = GapKind(rawValue: end.cause).meaning { page.element("p", meaning[language]) }
        page.markup("<dl>")
        if let until = end.untilLaunch {
            let reason = end.launchReason.map { " (\($0))" } ?? ""
            fact(ReportWords.unobserved, .foreign(Wording.duration(until) + reason))
        }
        fact(ReportWords.sure, .text(end.certainty.rawValue))
        fact(ReportWords.rests, .foreign(evidence(end.evidence)))
        if !end.context.words.isEmpty { fact(ReportWords.before, .foreign(end.context.words)) }
        for address in end.addresses.prefix(8) { fact(ReportWords.addresses, .code(PageText.clipped(address))) }
        page.markup("</dl>")
        lastRecords(end)
        page.markup("</article>\n")
    }

    private mutating func lastRecords(_ end: RunEnd) {
        guard !end.lastRecords.isEmpty else { return }
        page.markup("<details><summary>")
        page.text(ReportWords.lastRecords[language])
        page.markup("</summary><ol class=\"records\">")
        for record in end.lastRecords {
            page.markup("<li><code>")
            let fields = record.fields.prefix(8).map { "\($0.key)=\(Wording.plain($0.value).prefix(60))" }
            page.foreign(([Wording.time(record.stamp.wallTime), record.kind] + fields).joined(separator: " "))
            page.markup("</code></li>")
        }
        page.markup("</ol></details>")
    }

    private mutating func endTable(_ ends: [RunEnd]) {
        let rows: [[PageTable.Cell]] = ends.map { end in
            [
                Self.time(end.at.wallTime), .foreign(end.cause), .text(end.signal.map(String.init) ?? "–"),
                .text(end.certainty.rawValue), .text(end.untilLaunch.map(Wording.duration) ?? "–"),
            ]
        }
        let head = [
            ReportWords.at, ReportWords.cause, Phrase("signal", "signal", "信号"), ReportWords.sure,
            ReportWords.unobserved,
        ]
        table(ReportWords.exits, head, rows, verb: "exits")
    }
}

/// The families that kinds of gaps are drawn in: a colour and a pattern each, which no one has to tell apart by colour.
enum PageKind: String {
    /// The system let the app lie.
    case asleep
    /// The process died, and nobody of its own wanted it.
    case dead
    case crash
    /// The app was there, and nothing was written.
    case mute
    /// Somebody wanted it so.
    case meant

    init(_ kind: GapKind) {
        switch kind.rawValue {
        case GapKind.suspended.rawValue: self = .asleep
        case GapKind.stalled.rawValue, GapKind.unwritten.rawValue, GapKind.silence.rawValue: self = .mute
        case "crash": self = .crash
        case "off", "exit", "update", "debugger": self = .meant
        default: self = .dead
        }
    }

    init(_ end: RunEnd) { self = end.crashed ? .crash : end.clean ? .meant : PageKind(GapKind(rawValue: end.cause)) }
}

extension Gap {
    /// How much a card of it is worth: what matters first, then by length.
    fileprivate var weight: Int64 { duration / 1000 + (matters == true ? 1 << 40 : kind.isIntended ? 0 : 1 << 20) }
}

extension LifeContext {
    /// What was known, in a few words: `bg automotive best, no filter`.
    var words: String {
        [app?.rawValue, motion?.rawValue, profile.isEmpty ? nil : configuration].compactMap(\.self)
            .joined(separator: " ")
    }
}
