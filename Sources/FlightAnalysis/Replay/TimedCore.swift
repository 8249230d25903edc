import DecisionCore
import FieldModel

/// A core on its way through a log, with what it decided last and the timers that it started.
struct TimedCore<Core: DecidingCore> {
    var core: Core
    /// What the last signal led to.
    private(set) var decisions: [Decision] = []
    private var timers = ReplayTimers()

    init(_ core: Core) { self.core = core }

    mutating func decide(_ signal: Signal, at stamp: Stamp) {
        forgetDecisions()
        core.decide(signal, at: stamp, into: &decisions)
    }

    /// The same, with every check that is made.
    mutating func decide(_ signal: Signal, at stamp: Stamp, heardBy listener: inout CheckAccount) {
        forgetDecisions()
        core.decide(signal, at: stamp, into: &decisions, heardBy: &listener)
    }

    /// Most signals lead to one decision: to take that away costs a third of emptying the array.
    private mutating func forgetDecisions() { while !decisions.isEmpty { decisions.removeLast() } }

    /// Lets run what the last decisions say of timers: where the log cannot tell when they fired.
    mutating func startTimers(at stamp: Stamp) { timers.take(decisions, at: stamp) }

    /// Timers die with the process.
    mutating func dropTimers() { timers.removeAll() }

    /// Lets the next timer fire that is due by `stamp`, and says what came in with that, and when; nil where none is due.
    mutating func fireTimer(by stamp: Stamp) -> (signal: Signal, at: Stamp)? {
        guard let (id, due) = timers.fire(by: stamp) else { return nil }
        decide(.timerFired(id: id), at: due)
        startTimers(at: due)
        return (.timerFired(id: id), due)
    }
}
