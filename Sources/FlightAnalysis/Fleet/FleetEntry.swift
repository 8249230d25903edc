import FieldModel
import LogFormat

/// What one input says, in one line: the row that a fleet is made of.
public struct FleetEntry: Sendable {
    /// What the time of life and its gaps are told apart by.
    public struct Conditions: Hashable, Comparable, Sendable {
        public var device: String
        public var os: String
        public var build: String
        /// The receiver's configuration, with its distance filter.
        public var config: String

        init(_ group: LifeGroup) {
            (device, os, build, config) = (group.device, group.os, group.build, group.config)
        }

        public static func < (a: Self, b: Self) -> Bool {
            (a.device, a.os, a.build, a.config) < (b.device, b.os, b.build, b.config)
        }

        var fields: [Record.Field] {
            [
                .init("device", .string(device)), .init("os", .string(os)), .init("build", .string(build)),
                .init("config", .string(config)),
            ]
        }
    }

    /// Life and gaps under the same conditions.
    public struct Share: Hashable, Sendable {
        /// ms
        public var alive: Int64 = 0
        public var gaps = 0
        public var matter = 0
    }

    public let input: String
    /// Nil where the input could not be read; then `failure` says why.
    public let report: LifeReport?
    public let failure: String?

    public init(_ report: LifeReport) {
        input = report.input
        self.report = report
        failure = nil
    }

    public init(input: String, failure: String) {
        self.input = input
        report = nil
        self.failure = failure
    }

    /// `whole`, `damaged` (read, and something was lost) or `unreadable`.
    public var status: String { report.map { $0.isDamaged ? "damaged" : "whole" } ?? "unreadable" }

    /// The least life under conditions without a gap that is told, ms.
    private static let leastShare: Int64 = 1000

    /// Life, and gaps that nobody wanted, by conditions. The moments of a launch before the settings are recorded are no
    /// condition of their own.
    public var shares: [Conditions: Share] {
        guard let report else { return [:] }
        var shares: [Conditions: Share] = [:]
        for (group, millis) in report.lives.flatMap(\.aliveTime) where millis > 0 {
            shares[Conditions(group), default: Share()].alive += millis
        }
        for gap in report.lives.flatMap(\.gaps) where !gap.kind.isIntended {
            let conditions = Conditions(LifeGroup(gap.before, at: gap.from))
            shares[conditions, default: Share()].gaps += 1
            shares[conditions, default: Share()].matter += gap.matters == true ? 1 : 0
        }
        let lasting = shares.filter { $0.value.gaps > 0 || $0.value.alive >= Self.leastShare }
        return lasting.isEmpty ? shares : lasting
    }

    /// The line. A run's own facts stand in `groups`, since an app may be updated within one log.
    public var value: Value {
        var fields: [Record.Field] = [
            .init("schema", "flightlog.fleet/1"), .init("input", .string(input)), .init("status", .string(status)),
        ]
        guard let report else { return .object(fields + [.init("error", .text(failure))]) }
        let info = InfoListing(report), gaps = GapListing(report), exits = ExitListing(report)
        fields += [
            .init("first", .text(info.first?.description)), .init("last", .text(info.last?.description)),
            .init("runs", .whole(info.runs.count)), .init("recorded_s", .seconds(gaps.recorded)),
            .init("alive_s", .seconds(gaps.aliveTime)), .init("alive", .share(gaps.aliveShare)),
            .init("moved_m", gaps.moved.map { .metres($0) } ?? .null),
            .init("moved_recorded", .share(gaps.movedShare)),
        ]
        fields += [
            .init("gaps", .whole(gaps.gaps.count)), .init("matter", .whole(gaps.gaps.count { $0.matters == true })),
            .init("longest_s", .seconds(gaps.gaps.map(\.duration).max())),
            .init("gap_kinds", Self.counts(gaps.gaps.map(\.kind.rawValue))),
            .init("ends", Self.counts(exits.ends.map(\.cause))),
            .init("lines_skipped", .whole(report.totalDamage.linesSkipped)),
            .init("records_lost", .whole(report.recordsLost)), .init("groups", .array(groups)),
        ]
        return .object(fields)
    }

    private var groups: [Value] {
        shares.sorted { $0.key < $1.key }.map { conditions, share in
            .object(
                conditions.fields + [
                    .init("alive_s", .seconds(share.alive)), .init("gaps", .whole(share.gaps)),
                    .init("matter", .whole(share.matter)),
                ])
        }
    }

    private static func counts(_ names: [String]) -> Value {
        let counts = Dictionary(grouping: names) { $0 }.mapValues(\.count)
        return .object(counts.sorted { $0.key < $1.key }.map { .init($0.key, .whole($0.value)) })
    }
}
