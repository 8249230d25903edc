import DecisionCore
import FieldModel

/// The timers that a core started in a replay of a log which cannot tell of them: when they are due, on the core clock.
struct ReplayTimers {
    private var due: [String: Int64] = [:]

    /// What a core decided about its timers.
    mutating func take(_ decisions: [Decision], at stamp: Stamp) {
        for case .effect(let effect) in decisions {
            switch effect {
            case .startTimer(let id, let milliseconds): due[id] = stamp.coreClock + milliseconds
            case .cancelTimer(let id): due[id] = nil
            default: break
            }
        }
    }

    /// The next timer due by `stamp`, which runs no more, with the moment it is due.
    mutating func fire(by stamp: Stamp) -> (id: String, at: Stamp)? {
        guard let next = due.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }), next.value <= stamp.coreClock else {
            return nil
        }
        due[next.key] = nil
        let early = next.value - stamp.coreClock
        return (
            next.key,
            Stamp(n: stamp.n, wallTime: stamp.wallTime + early, bootTime: stamp.bootTime.map { $0 + early })
        )
    }

    /// They die with the process.
    mutating func removeAll() { due.removeAll() }
}
