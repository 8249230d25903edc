import DecisionCore
import FieldModel

/// What the phases come to: how long the receiver ran, how often it was a mere look, how many trips.
public struct PhaseAccount: CoreAccount {
    private var since: Int64?
    private var last: Int64?
    private var phase = Phase.disabled
    private var times: [Phase: Int64] = [:]
    private var entered: [Phase: Int] = [:]
    private var unfed = 0
    private var accepted = 0
    private var refused = 0

    public init() {}

    public mutating func hear(
        _ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing PhaseCore
    ) {
        let clock = stamp.coreClock
        // A reboot starts the clock anew: what lies between is not this phase's.
        if let last, clock >= last { times[phase, default: 0] += clock - last }
        last = clock
        for decision in decisions {
            switch decision {
            case .ruled(let ruling): if ruling.verdict == .accepted { accepted += 1 } else { refused += 1 }
            case .stateChanged(let change): if let to = Phase(rawValue: change.to) { entered[to, default: 0] += 1 }
            default: break
            }
        }
        if core.lastRow == .movingUnfed { unfed += 1 }
        phase = core.machine.phase
    }

    public var figures: [Figure] {
        [
            Figure(
                "receiver_on", .time(Phase.allCases.filter(\.receiverIsOn).reduce(0) { $0 + times[$1, default: 0] })),
            Figure("looks", .count(entered[.probing, default: 0])),
            Figure("trips", .count(entered[.moving, default: 0])),
            Figure("stops", .count(entered[.stationary, default: 0] + entered[.settling, default: 0])),
            Figure("unfed_timers", .count(unfed)), Figure("accepted", .count(accepted)),
            Figure("refused", .count(refused)),
        ] + Phase.allCases.map { Figure("in_\($0.rawValue)", .time(times[$0, default: 0])) }
    }
}
