import FieldModel
import LogFormat

/// The figures of a report that stand in its headline, each with the command that prints it.
public struct ReportFigures: Sendable {
    /// One figure of the headline.
    public struct Figure: Sendable {
        /// `93.4 %`, `3`.
        public var amount: String
        /// What it is an amount of.
        public var name: String
        /// Where in the page there is more.
        public var section: String
        public var command: String
        /// Whether it tells of something that went wrong.
        public var isBad: Bool
    }

    public let figures: [Figure]

    /// `input` is the log as a command line names it, with its keys and the part of it.
    public init(_ report: LogReport, input: String, in language: Language) {
        let gaps = report.gaps, listing = report.gapListing
        let matter = gaps.count { $0.matters == true }
        let hasBeats = report.life.lives.contains { $0.period != nil }
        var figures = [
            Figure(
                amount: listing.aliveShare.map { Wording.share($0) } ?? ReportWords.unknown[language],
                name: (hasBeats ? ReportWords.alive : ReportWords.heard)[language], section: "timeline",
                command: "analyze gaps \(input)", isBad: (listing.aliveShare ?? 1) < 0.99),
            Self.movement(listing, input, language),
            Figure(
                amount: "\(matter)",
                name: ReportWords.mattering.text([.init("count", .whole(gaps.count))], in: language), section: "gaps",
                command: "analyze gaps \(input)", isBad: matter > 0),
        ]
        figures.append(Self.ends(report, input, language))
        figures.append(
            Figure(
                amount: "\(report.drawing.lines.reduce(0) { $0 + $1.points.count })",
                name: ReportWords.kept.text([.init("count", .whole(report.fixes))], in: language), section: "track",
                command: "analyze export \(input) --to gpx -o track.gpx", isBad: false))
        self.figures = figures
    }

    private static func movement(_ listing: GapListing, _ input: String, _ language: Language) -> Figure {
        let command = "analyze gaps \(input)"
        guard let moved = listing.moved, moved > 0, let share = listing.movedShare else {
            let why = listing.unknownMovement ?? ReportWords.nobodyMoved
            return Figure(amount: "–", name: why[language], section: "gaps", command: command, isBad: false)
        }
        return Figure(
            amount: Wording.share(share),
            name: ReportWords.recorded.text([.init("way", .string(Wording.distance(moved)))], in: language),
            section: "track", command: command, isBad: share < 0.99)
    }

    private static func ends(_ report: LogReport, _ input: String, _ language: Language) -> Figure {
        let causes = report.exitListing.causes
        let detail = causes.map { "\($0.count) \($0.cause)" }.joined(separator: ", ")
        let name =
            causes.isEmpty
            ? ReportWords.noEnds[language]
            : "\((report.ends.count == 1 ? ReportWords.end : ReportWords.ends)[language]): \(detail)"
        return Figure(
            amount: "\(report.ends.count)", name: name, section: "exits", command: "analyze exits \(input)",
            isBad: report.ends.contains { !$0.clean && $0.untilLaunch != nil || $0.crashed })
    }
}

extension LogReport {
    /// Fixes in what is shown.
    var fixes: Int { scan.counts.counts.values.reduce(0) { $0 + $1.accepted + $1.other } }
}
