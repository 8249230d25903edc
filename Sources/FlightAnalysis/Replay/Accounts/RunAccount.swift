import DecisionCore
import FieldModel

/// What a run comes to: metres counted, in how many segments, and what broke them.
public struct RunAccount: CoreAccount {
    /// mm
    private var distance: Int64 = 0
    private var segments: Int64 = 0
    private var status = RunCore.Status.recording
    private var breaks: [String: Int] = [:]
    private var dropped: [String: Int] = [:]

    public init() {}

    public mutating func hear(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing RunCore) {
        for decision in decisions {
            switch decision {
            case .stateChanged(let change) where change.machine == "segment": breaks[change.cause, default: 0] += 1
            case .ruled(let ruling):
                if let reason = ruling.reason, reason != .spacing { dropped[reason.rawValue, default: 0] += 1 }
            default: break
            }
        }
        (distance, segments, status) = (core.distance, core.segment, core.status)
    }

    public var figures: [Figure] {
        [
            Figure("counted", .distance(distance)), Figure("segments", .count(Int(segments))),
            Figure("dropped", .count(dropped.values.reduce(0, +))), Figure("status", .text(status.rawValue)),
        ]
    }

    public var lists: [Record.Field] {
        [.init("breaks", Self.counts(breaks)), .init("dropped_by", Self.counts(dropped))]
    }

    private static func counts(_ counts: [String: Int]) -> Value {
        .object(counts.sorted { $0.key < $1.key }.map { .init($0.key, .whole($0.value)) })
    }
}
