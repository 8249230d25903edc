import FieldModel

/// Hears every check a core makes, in order.
public protocol CheckListener {
    /// False lets the compiler remove every trace of listening.
    static var isListening: Bool { get }
    /// Takes the next check.
    mutating func hear(_ check: Check)
}

/// Nobody.
public struct Unheard: CheckListener {
    public static var isListening: Bool { false }
    public init() {}
    /// Does nothing.
    @inlinable public mutating func hear(_ check: Check) {}
}

/// Keeps the checks of one signal.
public struct CheckAccount: CheckListener {
    public static var isListening: Bool { true }
    public private(set) var checks: [Check] = []

    public init() {}
    /// Keeps the check behind those before it.
    public mutating func hear(_ check: Check) { checks.append(check) }
    /// Forgets all of them and keeps their room.
    public mutating func removeAll() { checks.removeAll(keepingCapacity: true) }
}

extension CheckListener {
    /// Makes a check: tells of it, and where it failed gives the ruling that follows, with the very same numbers.
    @inline(__always)
    mutating func check(
        _ name: TrailCheck, _ reason: Reason, measured: Int64, limit: Int64, fails: Bool
    ) -> Ruling? {
        check(code: name.rawValue, reason, measured: measured, limit: limit, fails: fails)
    }

    /// The same for a check of another core, by its code.
    @inline(__always)
    mutating func check(
        code: @autoclosure () -> String, _ reason: Reason, measured: Int64, limit: Int64, fails: Bool
    ) -> Ruling? {
        if Self.isListening {
            hear(Check(code(), measured: measured, limit: limit, outcome: fails ? .failed : .passed))
        }
        return fails ? Ruling(.rejected, reason, measured: measured, limit: limit) : nil
    }

    /// Tells that a rule could not be asked, since the source lacks a column it needs.
    @inline(__always)
    mutating func skip(_ name: TrailCheck) {
        if Self.isListening { hear(Check(name.rawValue, measured: 0, limit: 0, outcome: .notApplicable)) }
    }
}
