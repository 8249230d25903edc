import FieldModel
import LogFormat

/// The wakes of an input as data: the shape of `analyze wakes --format json`.
public struct WakeReport: Sendable {
    public var report: LifeReport
    public var wakes: [Wake]
    /// Radius of a departure fence to try, mm.
    public var fence: Int64?

    public init(
        of source: LogSource, fence: Int64? = nil, progress: (Int64) -> Void = { _ in }
    ) throws(AnalysisError) {
        var scans: [WakeScan] = []
        var current = WakeScan()
        report = try LifeReport(
            of: source, progress: progress,
            partEnded: {
                scans.append(current)
                current = WakeScan()
            }
        ) { current.add($0) }
        wakes = zip(scans, report.lives).flatMap { $0.finish($1) }
        self.fence = fence
    }

    /// Only what lies in the window.
    public mutating func limit(to window: TimeWindow) {
        wakes.removeAll { !window.contains($0.at.wallTime) }
    }

    /// How often each cause occurs, the most frequent first.
    public var causes: [(cause: String, count: Int)] {
        Dictionary(grouping: wakes, by: \.by).map { ($0.key, $0.value.count) }
            .sorted { ($1.count, $0.cause) < ($0.count, $1.cause) }
    }

    /// mm that the fence would have recorded, over all wakes by significant change, visit or region.
    public var saved: Int64? {
        guard let fence else { return nil }
        return wakes.reduce(0) { $0 + ($1.saved(byFence: fence) ?? 0) }
    }

    /// The middle one of the delays, ms; nil without any.
    public var medianDelay: Int64? {
        let delays = wakes.compactMap(\.delay).sorted()
        return delays.isEmpty ? nil : delays[(delays.count - 1) / 2]
    }

    /// The whole listing.
    public var value: Value {
        .object([
            .init("schema", "flightlog.wakes/1"), .init("input", .string(report.input)),
            .init("causes", .object(causes.map { .init($0.cause, .whole($0.count)) })),
            .init("median_delay_s", .seconds(medianDelay)),
            .init("fence_m", fence.map { .metres($0) } ?? .null),
            .init("saved_m", saved.map { .metres($0) } ?? .null),
            .init("wakes", .array(wakes.map { $0.row(fence) })), .init("damage", report.damageValue),
        ])
    }
}

extension Wake {
    /// A row of the listing.
    func row(_ fence: Int64?) -> Value {
        var fields: [Record.Field] = [
            .init("at", .time(at)), .init("by", .string(by)), .init("launch", .bool(isLaunch)),
            .init("run", .string(run)), .init("silence_s", .seconds(silence)), .init("life_s", .seconds(life)),
        ]
        fields += [
            .init("moved_at", .text(movedAt?.description)), .init("good_fix_at", .text(goodFixAt?.description)),
            .init("delay_s", .seconds(delay)), .init("distance_m", distance.map { .metres($0) } ?? .null),
            .init("accuracy_m", accuracy.map { .number(Double($0) / 100) } ?? .null),
        ]
        if let fence { fields.append(.init("saved_m", saved(byFence: fence).map { .metres($0) } ?? .null)) }
        return .object(fields)
    }
}
