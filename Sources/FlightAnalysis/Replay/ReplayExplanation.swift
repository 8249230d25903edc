import DecisionCore
import FieldModel

/// One input of a replay, looked at closely: every check it met, what was decided, and how the core's state changed.
public struct ReplayExplanation: Sendable {
    public var n: SequenceNumber
    public var signal: Signal
    public var stamp: Stamp
    public var checks: [Check]
    public var decisions: [Decision]
    public var stateBefore: Value
    public var stateAfter: Value
    /// Names of the rules that the deciding check asked.
    public var rules: [String]

    /// The check that decided; nil where none failed.
    public var deciding: Check? { checks.first { $0.outcome == .failed } }

    /// A part of the state that changed.
    public struct StateChange: Hashable, Sendable {
        /// Keys from the root, joined by dots.
        public var path: String
        public var before: Value
        public var after: Value
    }

    /// The parts of the state that the input changed.
    public var stateChanges: [StateChange] { Self.changes("", stateBefore, stateAfter) }

    static func changes(_ path: String, _ before: Value, _ after: Value) -> [StateChange] {
        guard before != after else { return [] }
        guard let old = before.fields, let new = after.fields else {
            return [StateChange(path: path, before: before, after: after)]
        }
        let keys = new.map(\.key) + old.map(\.key).filter { key in !new.contains { $0.key == key } }
        return keys.flatMap { key in
            changes(path.isEmpty ? key : "\(path).\(key)", before[key] ?? .null, after[key] ?? .null)
        }
    }
}
