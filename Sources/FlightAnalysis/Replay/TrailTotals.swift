import DecisionCore
import FieldModel

/// What a trail comes to: points, lengths, stays.
public struct TrailTotals: Sendable {
    public var points: [TrailPoint]
    public var judgement: Judgement
    public var stays: [Stay]
    /// Fixes by what became of them at once.
    public var outcomes: [ReplayOutcome: Int]
    private let joinTime: Int64

    /// What `ledger` gathered from `core`, as far as it lies in `window`.
    init(_ ledger: TrailLedger, _ core: TrailCore, _ outcomes: [ReplayOutcome: Int], _ window: TimeWindow) {
        let line = ledger.line(of: core)
        points = window.isEverything ? line : line.filter { window.contains($0.time) }
        judgement = ledger.judge(core.rules).judge(points)
        stays = ledger.stays(of: core).filter { window.touches($0.span.from, $0.span.to) }
        joinTime = core.rules.joinTime
        self.outcomes = outcomes
    }

    public var ordinary: Int { points.count { !$0.isCoarse } }
    public var coarse: Int { points.count { $0.isCoarse } }
    public var spikes: Int { judgement.isSpike.count { $0 } }
    /// mm
    public var solid: Int64 { judgement.solid }
    /// mm between the ends of connectors.
    public var dashed: Int64 { judgement.dashed }
    /// Pauses longer than `join.time` that a solid line bridges.
    public var bridged: Int {
        judgement.joins.count { $0.isSolid && points[$0.to].time - points[$0.from].time > joinTime }
    }
    /// ms in stays.
    public var stayTime: Int64 { stays.reduce(0) { $0 + $1.span.length } }

    /// How many fixes were refused for that reason.
    public func count(_ reason: Reason) -> Int {
        outcomes.reduce(0) { $0 + ($1.key.reason == reason.rawValue ? $1.value : 0) }
    }

    /// As JSON has it.
    public var value: Value {
        let gaps = Join.Gap.allCases.map { gap in (gap, judgement.joins.count { $0.gap == gap }) }
        var fields: [Record.Field] = [
            .init("points", .whole(ordinary)), .init("coarse", .whole(coarse)), .init("spikes", .whole(spikes)),
            .init("solid_m", .metres(solid)), .init("dashed_m", .metres(dashed)), .init("bridged", .whole(bridged)),
            .init("connectors", .object(gaps.filter { $0.1 > 0 }.map { .init($0.0.rawValue, .whole($0.1)) })),
        ]
        fields.append(.init("stays", .array(stays.map(\.listed))))
        return .object(fields)
    }
}

extension Stay {
    /// A row of a listing, times as RFC 3339.
    var listed: Value {
        .object([
            .init("from", .string(span.from.description)), .init("to", .string(span.to.description)),
            .init("seconds", .seconds(span.length)), .init("lat", .number(Double(latitude) / 1e7)),
            .init("lon", .number(Double(longitude) / 1e7)),
            .init("unobserved_s", .seconds(unobserved.reduce(0) { $0 + $1.length })),
        ])
    }
}
