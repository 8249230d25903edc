import DecisionCore
import FieldModel
import LogFormat

/// What a log says about power: the shape of `analyze power --format json`, schema `flightlog.power/1`.
public struct PowerListing: Sendable {
    public var input: String
    public var leg: BatteryLeg
    public var control: BatteryLeg?
    public var gates: PowerGates

    public init(input: String, leg: BatteryLeg, control: BatteryLeg?, battery: PowerGates.Battery?) {
        self.input = input
        self.leg = leg
        self.control = control
        gates = PowerGates(leg, control: control, battery: battery)
    }

    /// The battery readings of a log: its `battery` events and its heartbeats; and whether lines could not be read.
    public static func leg(
        _ source: LogSource, window: TimeWindow = TimeWindow(), progress: (Int64) -> Void = { _ in }
    ) throws(AnalysisError) -> (leg: BatteryLeg, isDamaged: Bool) {
        var leg = BatteryLeg()
        var clock = JoinedClock()
        let read = try source.parts.first?.read(wanted: [.battery, .heartbeat], progress: progress) { entry in
            guard case .event(let event) = entry, window.contains(event.record.stamp.wallTime) else { return }
            let record = event.record
            let level: Value?
            switch event.kind {
            case .battery: level = record["level"]
            case .heartbeat: level = record["bat"]
            default: return
            }
            guard level != nil || record["plugged"] != nil else { return }
            leg.read(level: level?.double, plugged: record["plugged"]?.bool, at: clock.joined(record.stamp))
        }
        return (leg, read?.total.isLoss ?? false)
    }

    public var value: Value {
        .object([
            .init("schema", "flightlog.power/1"), .init("input", .string(input)),
            .init("duration_s", .seconds(leg.duration)),
            .init("percent_per_hour", Self.interval(gates.rate.map { ($0.least, $0.most) })),
            .init("milliwatts", Self.interval(gates.milliwatts.map { ($0.least, $0.most) })),
            .init("added_milliwatts", Self.interval(gates.added.map { ($0.least, $0.most) })),
            .init(
                "gates",
                .array([
                    Self.gate("player", PowerGates.player, gates.player),
                    Self.gate("developer", PowerGates.developer, gates.developer),
                ])),
        ])
    }

    private static func interval(_ bounds: (least: Double, most: Double)?) -> Value {
        guard let bounds else { return .null }
        return .array([.number(bounds.least), .number(bounds.most)])
    }

    private static func gate(_ name: String, _ limit: Double, _ verdict: PowerGates.Verdict) -> Value {
        .object([
            .init("gate", .string(name)), .init("limit_mw", .number(limit)), .init("verdict", .string(verdict.code)),
            .init("reason", .text(verdict.missing?.rawValue)),
        ])
    }
}

extension PowerGates.Verdict {
    /// `passes`, `fails`, `none`.
    public var code: String {
        switch self {
        case .passes: "passes"
        case .fails: "fails"
        case .none: "none"
        }
    }

    /// Why there is no verdict.
    public var missing: PowerGates.Missing? { if case .none(let missing) = self { missing } else { nil } }
}

/// One clock over reboots: time since boot where it runs on, the wall clock where it began anew.
private struct JoinedClock {
    private var last: Stamp?
    private var elapsed: Int64 = 0

    mutating func joined(_ stamp: Stamp) -> Stamp {
        if let last {
            let wall = stamp.wallTime - last.wallTime
            let boot = stamp.bootTime.flatMap { now in last.bootTime.map { now - $0 } } ?? -1
            elapsed += boot >= 0 ? boot : max(0, wall)
        }
        last = stamp
        return Stamp(wallTime: stamp.wallTime, bootTime: BootTime(elapsed))
    }
}
