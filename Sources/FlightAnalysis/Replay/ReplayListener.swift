import DecisionCore
import FieldModel

/// Hears of every input of a replay and what came of it, as a core tells a `CheckListener` of its checks.
public protocol ReplayListener<Core> {
    /// Whose replay it hears.
    associatedtype Core: DecidingCore

    /// - Parameters:
    ///   - signal: the input, or the timer that fired.
    ///   - stamp: with the input's number; the moment it was due of a timer that fired.
    ///   - decisions: what the core decided on it, in order.
    ///   - core: as it is after the input. Lent, since a copy for every input costs as much as deciding it.
    mutating func hear(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing Core)
}

/// Nobody.
struct UnheardReplay<Core: DecidingCore>: ReplayListener {
    mutating func hear(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing Core) {}
}

/// A listener that is a closure, which gets a copy of the core: where that does not matter.
public struct ReplayObserver<Core: DecidingCore>: ReplayListener {
    private let observe: (Signal, Stamp, [Decision], Core) -> Void

    public init(_ observe: @escaping (Signal, Stamp, [Decision], Core) -> Void) { self.observe = observe }

    public mutating func hear(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing Core) {
        observe(signal, stamp, decisions, copy core)
    }
}
