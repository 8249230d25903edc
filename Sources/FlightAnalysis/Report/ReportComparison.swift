import DecisionCore
import FieldModel
import LogFormat

/// Two logs side by side: what is another one in device, build, settings and rules, and what came of it. Rates are an
/// hour of life, so that logs of different lengths compare.
public struct ReportComparison: Sendable {
    /// One line of the comparison.
    public struct Row: Hashable, Sendable {
        public var name: String
        /// Nil where it is not known.
        public var here: String?
        public var there: String?

        public var differs: Bool { here != there }
    }

    /// What the other log is called.
    public let name: String
    /// Figures first, then versions, settings, rules; of the last two only what differs.
    public let rows: [Row]

    public init(_ report: LogReport, with other: LogReport) {
        name = other.choice.name
        rows =
            Self.join(Self.figures(report), Self.figures(other))
            + Self.join(Self.versions(report), Self.versions(other))
            + Self.join(Self.settings(report), Self.settings(other)).filter(\.differs)
            + Self.join(Self.rules(report), Self.rules(other)).filter(\.differs)
    }

    private typealias Entry = (name: String, value: String?)

    /// Names in the order in which either log first has them.
    private static func join(_ here: [Entry], _ there: [Entry]) -> [Row] {
        let names = here.map(\.name) + there.map(\.name).filter { name in !here.contains { $0.name == name } }
        return names.map { name in
            Row(
                name: name, here: here.first { $0.name == name }?.value,
                there: there.first { $0.name == name }?.value)
        }
    }

    private static func figures(_ report: LogReport) -> [Entry] {
        let listing = report.gapListing, gaps = report.gaps
        let hours = Double(listing.aliveTime) / 3_600_000
        func rate(_ count: Int) -> String? { hours > 0 ? decimal(Double(count) / hours) : nil }
        let points = report.drawing.lines.reduce(0) { $0 + $1.points.count }
        var entries: [Entry] = [
            ("recorded", Wording.duration(listing.recorded)),
            ("alive", listing.aliveShare.map { Wording.share($0) }), ("gaps", "\(gaps.count)"),
            ("gaps an hour", rate(gaps.count)), ("gaps that matter", "\(gaps.count { $0.matters == true })"),
            ("gaps that matter an hour", rate(gaps.count { $0.matters == true })),
            ("moved distance recorded", listing.movedShare.map { Wording.share($0) }), ("fixes", "\(report.fixes)"),
            ("kept points", "\(points)"),
        ]
        if report.fixes > 0 {
            entries.append(("kept of the fixes", Wording.share(Double(points) / Double(report.fixes))))
        }
        entries += report.exitListing.causes.map { ("ends: \($0.cause)", "\($0.count)") }
        entries += report.scan.verdicts.filter { $0.key.verdict == .rejected }
            .sorted { ($1.value, $0.key.reason) < ($0.value, $1.key.reason) }
            .map { ("dropped: \($0.key.reason)", Wording.share(Double($0.value) / Double(max(1, report.fixes)))) }
        return entries
    }

    private static func versions(_ report: LogReport) -> [Entry] {
        let run = report.infoListing.runs.last
        return [
            ("device", run?.device), ("os", run?.os), ("app", run?.app), ("build", run?.build),
            ("heartbeat", run?.period.map(Wording.duration)),
        ]
    }

    private static func settings(_ report: LogReport) -> [Entry] {
        let context = report.life.lives.last?.endContext
        func entries(_ group: String, _ fields: [Record.Field]) -> [Entry] {
            fields.map { ("\(group): \($0.key)", Wording.plain($0.value)) }
        }
        return entries("permission", context?.authorization ?? []) + entries("setting", context?.settings ?? [])
            + entries("profile", context?.profile ?? [])
    }

    private static func rules(_ report: LogReport) -> [Entry] {
        guard report.replay.coreRecords > 0 else { return [] }
        return TrailRules.table.map { ("rule: \($0.name)", Wording.plain(.number(report.replay.rules[$0]))) }
    }

    private static func decimal(_ number: Double) -> String {
        let hundredths = Int64((number * 100).rounded())
        return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    }
}
