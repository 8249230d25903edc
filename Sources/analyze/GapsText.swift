import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// The gaps for people: the sum first, then what matters, then the list, then what to do.
struct GapsText {
    private let listing: GapListing
    private let gaps: [Gap]
    private let day: CivilDate?
    private let terminal = Terminal.output

    init(_ listing: GapListing) {
        self.listing = listing
        gaps = listing.gaps
        let firsts = listing.report.lives.compactMap(\.first?.wallTime),
            lasts = listing.report.lives.compactMap(\.last?.wallTime)
        // One day's log needs no dates in its rows.
        day = firsts.min().flatMap { first in
            lasts.max().flatMap { CivilDate(first) == CivilDate($0) ? CivilDate(first) : nil }
        }
    }

    var text: String {
        var parts = [head]
        if !gaps.isEmpty { parts.append(table) }
        if listing.groupKey != nil { parts.append(groups) }
        parts += [observations, advice].filter { !$0.isEmpty }
        return parts.joined(separator: "\n")
    }

    private var head: String {
        guard let begin = listing.report.lives.compactMap(\.first?.wallTime).min(),
            let end = listing.report.lives.compactMap(\.last?.wallTime).max()
        else { return "\(listing.report.input): no record could be read\n" }
        let first = max(begin, listing.window.since ?? begin), last = min(end, listing.window.until ?? end)
        guard first <= last else { return "nothing was recorded between --since and --until\n" }
        let matter = gaps.filter { $0.matters == true }.count
        var text = terminal.styled(headline(matter), .bold) + "\n"
        let period = listing.report.lives.compactMap(\.period).last
        text += "\(Wording.time(first)) to \(Wording.time(last, without: CivilDate(first))) UTC"
        text += ", \(Wording.duration(listing.recorded)) recorded"
        text += period.map { ", a beat every \(Wording.duration($0))" } ?? ", no beats: silence is all that can be told"
        // Without beats a silence may be anything: nobody can say that the app was not alive.
        text += "\n\(period == nil ? "heard from" : "alive") \(Wording.share(listing.aliveShare)) of the time"
        if listing.intendedTime > 0 {
            text += " (\(Wording.duration(listing.intendedTime)) off on purpose not counted)"
        }
        return text + ", \(movement)\n"
    }

    private var movement: String {
        guard let moved = listing.moved else { return "movement is told of whole logs only" }
        guard moved > 0 else { return hasFixes ? "nobody moved" : "no fixes" }
        return "\(Wording.share(listing.movedShare)) of \(Wording.distance(moved)) moved is recorded"
    }

    private var hasFixes: Bool { listing.report.lives.contains { !$0.samplesByVerdict.isEmpty } }

    private func headline(_ matter: Int) -> String {
        guard !gaps.isEmpty else { return "no gap" }
        let longest = gaps.map(\.duration).max() ?? 0
        let unknown = gaps.filter { $0.matters == nil && !$0.kind.isIntended }.count
        var text = "\(Wording.count(gaps.count, "gap")), \(matter) that matter\(matter == 1 ? "s" : "")"
        if unknown > 0 { text += ", \(unknown) without a fix on both sides" }
        return text + ", longest \(Wording.duration(longest))"
    }

    private var table: String {
        var table = TextTable([
            ("", .left), ("from", .left), ("to", .left), ("length", .right), ("missed", .right), ("kind", .left),
            ("sure", .left), ("moved", .right), ("before", .left), ("ended by", .left),
        ])
        for gap in gaps {
            table.add([
                gap.matters == true ? "!" : "", Wording.time(gap.from.wallTime, without: day),
                Wording.time(gap.to.wallTime, without: day ?? CivilDate(gap.from.wallTime)),
                Wording.duration(gap.duration), gap.missed.map(String.init) ?? "-", gap.kind.rawValue,
                gap.certainty.rawValue, gap.movement.map { Wording.distance($0.millimetres) } ?? "?",
                before(gap.before), gap.endedBy,
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
            (key.rawValue, .left), ("alive", .right), ("gaps", .right), ("in gaps", .right), ("matter", .right),
            ("gaps an hour", .right),
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

    private var observations: String {
        let lives = listing.report.lives
        var lines: [String] = []
        for step in listing.clockSteps {
            lines.append(
                "clock     \(Wording.time(step.at.wallTime, without: day)) the wall clock was set "
                    + "\(step.by < 0 ? "back" : "forward") by \(Wording.duration(abs(step.by)))")
        }
        lines += stretches(
            "silent", listing.inWindow(lives.flatMap(\.silent)), "the receiver gave nothing, the app was alive")
        lines += stretches("starved", listing.inWindow(lives.flatMap(\.starved)), "under a tenth of the usual fixes")
        lines += stretches(
            "beats", listing.inWindow(lives.flatMap(\.missingBeats)), "no beat, though other records went on")
        let late = listing.late
        if let worst = late.max(by: { $0.late < $1.late }) {
            lines.append("late      \(Wording.count(late.count, "beat")), the worst by \(Wording.duration(worst.late))")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func stretches(_ word: String, _ stretches: [Stretch], _ meaning: String) -> [String] {
        stretches.prefix(5).map {
            let label = word + String(repeating: " ", count: 10 - word.count)
            return "\(label)\(Wording.time($0.from.wallTime, without: day)) to "
                + "\(Wording.time($0.to.wallTime, without: day)), \(Wording.duration($0.duration)): \(meaning)"
        } + (stretches.count > 5 ? ["          and \(stretches.count - 5) more"] : [])
    }

    /// What to do, a line a kind of gap that occurs.
    private var advice: String {
        let kinds = Set(gaps.filter { $0.matters != false }.map(\.kind.rawValue))
        let lines = Self.advice.filter { kinds.contains($0.kind) }.map { "\($0.kind): \($0.text)" }
        return lines.map { $0 + "\n" }.joined()
    }

    private static let advice: [(kind: String, text: String)] = [
        (
            "suspended",
            "the system put the app to sleep; look at --by config, the distance filter and the pausing setting"
        ),
        ("stalled", "the app ran but wrote nothing; look for a blocked main thread or a blocked writer"),
        (
            "killed",
            "system and user cannot be told apart from inside; look at memory use before it and at what relaunches the app"
        ),
        ("crash", "analyze exits has the signal and the addresses"),
        ("out-of-memory", "look at the memory in the last beats (analyze exits)"),
        ("unwritten", "the recorder could not write; look for a full disk"),
        ("silence", "a log without beats cannot tell sleep from a receiver that gave nothing; record heartbeats"),
    ]
}
