import DecisionCore
import FieldModel

/// The timers that a core started in a replay of a log which cannot tell of them: when they are due, on the core clock.
struct ReplayTimers {
    private var due: [String: Int64] = [:]
    /// When the first of them is due; beyond all where there is none.
    private var soonest = Int64.max

    /// What a core decided about its timers.
    mutating func take(_ decisions: [Decision], at stamp: Stamp) {
        for case .effect(let effect) in decisions {
            switch effect {
            case .startTimer(let id, let milliseconds): due[id] = stamp.coreClock + milliseconds
            case .cancelTimer(let id): due[id] = nil
            default: continue
            }
            soonest = due.values.min() ?? .max
        }
    }

    /// The next timer due by `stamp`, which runs no more, with the moment it is due.
    mutating func fire(by stamp: Stamp) -> (id: String, at: Stamp)? {
        guard soonest <= stamp.coreClock, let next = due.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else {
            return nil
        }
        due[next.key] = nil
        soonest = due.values.min() ?? .max
        let early = next.value - stamp.coreClock
        return (
            next.key,
            Stamp(n: stamp.n, wallTime: stamp.wallTime + early, bootTime: stamp.bootTime.map { $0 + early })
        )
    }

    /// They die with the process.
    mutating func removeAll() { (due, soonest) = ([:], .max) }
}
