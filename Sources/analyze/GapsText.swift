import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// The gaps for people: the sum first, then what matters, then the list, then why, then what to do.
struct GapsText {
    /// How many gaps are explained one by one, and stretches of a kind listed.
    static let explained = 3, listedStretches = 5

    private let listing: GapListing
    private let speech: Speech
    private let gaps: [Gap]
    private let day: CivilDate?
    private let terminal = Terminal.output

    init(_ listing: GapListing, _ speech: Speech = Speech()) {
        self.listing = listing
        self.speech = speech
        gaps = listing.gaps
        let firsts = listing.report.lives.compactMap(\.first?.wallTime),
            lasts = listing.report.lives.compactMap(\.last?.wallTime)
        // One day's log needs no dates in its rows.
        day = firsts.min().flatMap { first in
            lasts.max().flatMap { speech.day(first) == speech.day($0) ? speech.day(first) : nil }
        }
    }

    var text: String {
        var parts = [head]
        if !gaps.isEmpty { parts.append(table) }
        if listing.groupKey != nil { parts.append(groups) }
        parts += [why, observations, advice].filter { !$0.isEmpty }
        return parts.joined(separator: "\n")
    }

    private var head: String {
        guard let begin = listing.report.lives.compactMap(\.first?.wallTime).min(),
            let end = listing.report.lives.compactMap(\.last?.wallTime).max()
        else { return speech(Words.nothingRead, "input", listing.report.input) + "\n" }
        let first = max(begin, listing.window.since ?? begin), last = min(end, listing.window.until ?? end)
        guard first <= last else { return speech(GapWords.nothingInPart) + "\n" }
        return terminal.styled(headline, .bold) + "\n" + span(first, last) + "\n" + alive + speech(GapWords.comma)
            + movement + "\n"
    }

    private func span(_ first: WallTime, _ last: WallTime) -> String {
        let period = listing.report.lives.compactMap(\.period).last
        return [
            speech(
                Words.span,
                [
                    .init("from", .string(speech.time(first))),
                    .init("to", .string(speech.time(last, without: speech.day(first)))),
                    .init("zone", .string(speech.zoneName)),
                ]), speech(GapWords.recorded, "length", Wording.duration(listing.recorded)),
            period.map { speech(GapWords.period, "length", Wording.duration($0)) } ?? speech(GapWords.noBeats),
        ].joined(separator: speech(GapWords.comma))
    }

    private var alive: String {
        // Without beats a silence may be anything: nobody can say that the app was not alive.
        let hasPeriod = listing.report.lives.contains { $0.period != nil }
        let share = speech(hasPeriod ? GapWords.alive : GapWords.heard, "share", speech.share(listing.aliveShare))
        guard listing.intendedTime > 0 else { return share }
        return share + speech(GapWords.intended, "length", Wording.duration(listing.intendedTime))
    }

    private var movement: String {
        if let why = listing.unknownMovement { return speech(why) }
        let moved = listing.moved ?? 0
        guard moved > 0 else { return speech(hasFixes ? GapWords.nobodyMoved : GapWords.noFixes) }
        return speech(
            GapWords.moved,
            [
                .init("share", .string(speech.share(listing.movedShare))),
                .init("way", .string(Wording.distance(moved))),
            ])
    }

    private var hasFixes: Bool { listing.report.lives.contains { !$0.samplesByVerdict.isEmpty } }

    private var headline: String {
        guard !gaps.isEmpty else { return speech(GapWords.none) }
        let unknown = gaps.filter { $0.matters == nil && !$0.kind.isIntended }.count
        var parts = [
            speech.count(gaps.count, GapWords.count),
            speech.count(gaps.filter { $0.matters == true }.count, GapWords.matter),
        ]
        if unknown > 0 { parts.append(speech.count(unknown, GapWords.withoutFix)) }
        parts.append(speech(GapWords.longest, "length", Wording.duration(gaps.map(\.duration).max() ?? 0)))
        return parts.joined(separator: speech(GapWords.comma))
    }

    private var table: String {
        var table = TextTable([
            ("", .left), (speech(Words.from), .left), (speech(Words.to), .left), (speech(GapWords.length), .right),
            (speech(GapWords.missed), .right), (speech(GapWords.kind), .left), (speech(GapWords.sure), .left),
            (speech(GapWords.way), .right), (speech(GapWords.before), .left), (speech(GapWords.endedBy), .left),
        ])
        for gap in gaps {
            table.add([
                gap.matters == true ? "!" : "", speech.time(gap.from.wallTime, without: day),
                speech.time(gap.to.wallTime, without: day ?? speech.day(gap.from.wallTime)),
                gap.hasLength ? Wording.duration(gap.duration) : "?", gap.missed.map(String.init) ?? "-",
                gap.kind.rawValue, gap.certainty.rawValue,
                gap.movement.map { Wording.distance($0.millimetres) } ?? "?", before(gap.before), gap.endedBy,
            ])
        }
        return table.text()
    }

    private func before(_ context: LifeContext) -> String {
        let words = [
            context.app?.rawValue, context.motion?.rawValue, context.profile.isEmpty ? nil : context.configuration,
        ]
        return words.compactMap(\.self).joined(separator: " ")
    }

    private var groups: String {
        guard let key = listing.groupKey else { return "" }
        var table = TextTable([
            (key.rawValue, .left), (speech(Words.alive), .right), (speech(Words.gaps), .right),
            (speech(GapWords.inGaps), .right), (speech(GapWords.mattering), .right), (speech(GapWords.anHour), .right),
        ])
        for group in listing.groups(key) {
            table.add([
                group.name, Wording.duration(group.alive), "\(group.gaps)", Wording.duration(group.gapTime),
                "\(group.matter)",
                group.perHour.map { "\((Int($0 * 10 + 0.5)) / 10).\(Int($0 * 10 + 0.5) % 10)" } ?? "-",
            ])
        }
        return table.text()
    }

    /// What the verdicts rest on: of the gaps that matter, else of the longest.
    private var why: String {
        let matter = gaps.filter { $0.matters == true }
        let chosen = (matter.isEmpty ? gaps.filter { !$0.kind.isIntended } : matter).enumerated()
            .sorted { ($1.element.duration, $0.offset) < ($0.element.duration, $1.offset) }.prefix(Self.explained)
        return chosen.map { _, gap in
            let reasons = gap.evidence.map { EvidenceCode(rawValue: $0).text(in: speech.language) }
            let meaning = gap.kind.meaning.map { speech($0) } ?? gap.kind.rawValue
            return "\(speech.time(gap.from.wallTime, without: day))  \(gap.kind.rawValue): \(meaning)\n"
                + "          " + reasons.joined(separator: "; ") + "\n"
        }.joined()
    }

    private var observations: String {
        let lives = listing.report.lives
        var lines: [String] = []
        for step in listing.clockSteps {
            let said = speech(
                step.by < 0 ? GapWords.setBack : GapWords.setForward, "length",
                Wording.duration(Int64(clamping: step.by.magnitude)))
            lines.append("clock     \(speech.time(step.at.wallTime, without: day)) \(said)")
        }
        lines += stretches("silent", listing.inWindow(lives.flatMap(\.silent)), GapWords.silent)
        lines += stretches("starved", listing.inWindow(lives.flatMap(\.starved)), GapWords.starved)
        lines += stretches("beats", listing.inWindow(lives.flatMap(\.missingBeats)), GapWords.missingBeats)
        let late = listing.late
        if let worst = late.max(by: { $0.late < $1.late }) {
            lines.append(
                "late      " + speech.count(late.count, GapWords.beats) + speech(GapWords.comma)
                    + speech(GapWords.worst, "length", Wording.duration(worst.late)))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func stretches(_ word: String, _ stretches: [Stretch], _ meaning: Phrase) -> [String] {
        let label = word + String(repeating: " ", count: 10 - word.count)
        let lines = stretches.prefix(Self.listedStretches).map { stretch in
            let span = speech(
                GapWords.stretch,
                [
                    .init("from", .string(speech.time(stretch.from.wallTime, without: day))),
                    .init("to", .string(speech.time(stretch.to.wallTime, without: day))),
                    .init("length", .string(Wording.duration(stretch.duration))),
                ])
            return label + span + ": " + speech(meaning)
        }
        let rest = stretches.count - Self.listedStretches
        return rest > 0 ? lines + ["          " + speech.count(rest, Words.more)] : lines
    }

    /// What to do, a line a kind of gap that occurs, the most frequent first.
    private var advice: String {
        let kinds = Dictionary(grouping: gaps.filter { $0.matters != false }, by: \.kind)
        return kinds.sorted { ($1.value.count, $0.key.rawValue) < ($0.value.count, $1.key.rawValue) }.compactMap {
            kind, _ in kind.advice.map { "\(kind.rawValue): \(speech($0))\n" }
        }.joined()
    }
}
