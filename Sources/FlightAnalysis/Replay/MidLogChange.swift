import DecisionCore
import FieldModel

/// Numbers that no record has: something was lost between its two neighbours.
public struct MissingNumbers: Hashable, Sendable {
    /// The last number before the hole.
    public var after: SequenceNumber
    /// The first number behind it.
    public var before: SequenceNumber

    public var count: UInt64 { before - after - 1 }

    var value: Value {
        .object([.init("from_n", .whole(after + 1)), .init("to_n", .whole(before - 1)), .init("count", .whole(count))])
    }
}

/// Settings or rules that became others while a log went on.
public struct SettingsChange: Hashable, Sendable {
    public var n: SequenceNumber
    public var time: WallTime
    /// Name, and the values before and after; null for none.
    public var changes: [Change]

    /// One setting that became another one.
    public struct Change: Hashable, Sendable {
        public var name: String
        public var then: Value
        public var now: Value
    }

    init(_ stamp: Stamp, from old: [Record.Field], to new: [Record.Field]) {
        (n, time) = (stamp.n, stamp.wallTime)
        let (before, after) = (Value.object(old), Value.object(new))
        let names = new.map(\.key) + old.map(\.key).filter { after[$0] == nil }
        changes = names.compactMap { name in
            let (then, now) = (before[name] ?? .null, after[name] ?? .null)
            return then == now ? nil : Change(name: name, then: then, now: now)
        }
    }

    init<Rules: RuleSet>(_ stamp: Stamp, from old: Rules, to new: Rules) {
        self.init(stamp, from: old.value.fields ?? [], to: new.value.fields ?? [])
    }

    var value: Value {
        .object([
            .init("n", .whole(n)), .init("time", .string(time.description)),
            .init(
                "changes",
                .object(changes.map { .init($0.name, .object([.init("then", $0.then), .init("now", $0.now)])) })),
        ])
    }
}
