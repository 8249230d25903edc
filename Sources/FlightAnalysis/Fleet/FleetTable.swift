import FieldModel
import LogFormat

/// Many inputs as one table: gaps that matter an hour of life, by device, system, build and receiver configuration. Takes
/// one entry after the other and keeps sums only.
public struct FleetTable: Sendable {
    /// One line of it.
    public struct Row: Sendable {
        public var conditions: FleetEntry.Conditions
        /// Gaps that matter, by bundle.
        public var matter = RateInterval()
        public var gaps = 0
        /// ms
        public var alive: Int64 = 0

        var value: Value {
            let limits = matter.limits
            return .object(
                conditions.fields + [
                    .init("bundles", .whole(matter.bundles)), .init("alive_s", .seconds(alive)),
                    .init("gaps", .whole(gaps)), .init("matter", .whole(Int(matter.events))),
                    .init("matter_per_hour", Self.rate(matter.rate)), .init("low", Self.rate(limits?.low)),
                    .init("high", Self.rate(limits?.high)),
                ])
        }

        private static func rate(_ rate: Double?) -> Value {
            rate.map { .number(($0 * 10_000).rounded(.toNearestOrAwayFromZero) / 10_000) } ?? .null
        }
    }

    private var rowsByConditions: [FleetEntry.Conditions: Row] = [:]
    /// How many inputs were `whole`, `damaged`, `unreadable`.
    public private(set) var statuses: [String: Int] = [:]

    public init() {}

    /// Counts one more log.
    public mutating func add(_ entry: FleetEntry) {
        statuses[entry.status, default: 0] += 1
        for (conditions, share) in entry.shares {
            var row = rowsByConditions[conditions] ?? Row(conditions: conditions)
            row.matter.add(events: share.matter, hours: Double(share.alive) / 3_600_000)
            row.gaps += share.gaps
            row.alive += share.alive
            rowsByConditions[conditions] = row
        }
    }

    /// The worst first; among equals in the order of their names.
    public var rows: [Row] {
        rowsByConditions.values.sorted {
            ($1.matter.rate ?? -1, $0.conditions) < ($0.matter.rate ?? -1, $1.conditions)
        }
    }

    /// The whole table.
    public var value: Value {
        let counts = ["whole", "damaged", "unreadable"].map { Record.Field($0, .whole(statuses[$0] ?? 0)) }
        return .object([
            .init("schema", "flightlog.fleet-table/1"), .init("inputs", .object(counts)),
            .init("rows", .array(rows.map(\.value))),
        ])
    }
}
