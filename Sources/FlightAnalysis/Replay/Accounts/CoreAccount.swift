import DecisionCore
import FieldModel

/// What a replay of a core comes to, beside its verdicts: gathered input by input.
public protocol CoreAccount<Core>: ReplayListener, Sendable {
    init()
    /// The figures, in the order they are shown.
    var figures: [Figure] { get }
    /// What is more than a figure: lists for JSON.
    var lists: [Record.Field] { get }
}

extension CoreAccount {
    public var lists: [Record.Field] { [] }

    /// As JSON has it.
    public var value: Value { .object(figures.map(\.field) + lists) }
}

/// One figure of an account; its key says the unit as well.
public struct Figure: Sendable {
    /// A number with its unit, or a text.
    public enum Amount: Sendable {
        case count(Int)
        /// mm
        case distance(Int64)
        /// ms
        case time(Int64)
        /// Percent an hour, milliwatts, a share: as it is.
        case number(Double, unit: String)
        case text(String)
        /// Not known, with the reason.
        case unknown(String)
    }

    public var key: String
    public var amount: Amount

    public init(_ key: String, _ amount: Amount) {
        self.key = key
        self.amount = amount
    }

    /// Whether it is one of a list, of which another log, or another rule, may have more or fewer.
    public var isListed: Bool { if case .text = amount { key.last?.isNumber ?? false } else { false } }

    /// The key with its unit, and the number.
    public var field: Record.Field {
        switch amount {
        case .count(let count): .init(key, .whole(count))
        case .distance(let distance): .init("\(key)_m", .metres(distance))
        case .time(let time): .init("\(key)_s", .seconds(time))
        case .number(let number, let unit): .init(unit.isEmpty ? key : "\(key)_\(unit)", .number(number))
        case .text(let text): .init(key, .string(text))
        case .unknown: .init(key, .null)
        }
    }
}
