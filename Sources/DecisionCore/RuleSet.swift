import FieldModel

/// The thresholds of a core as one table: name, unit, key path, source. It drives `--set`, `--rules`, `--sweep`, the
/// `core` record and the docs. A rule's default is its value in a fresh set.
public protocol RuleSet: Equatable, Sendable {
    /// The set with every rule at its default.
    init()
    /// Every rule, in the order it is asked.
    static var table: [Rule<Self>] { get }
    /// Names of the rules that a check asks, by the check's code: what an explanation names beside it.
    static func names(askedByCheck code: String) -> [String]
}

extension RuleSet {
    public static func names(askedByCheck code: String) -> [String] { [] }

    /// The same for a check that was made; none where there is none.
    public static func names(askedBy check: Check?) -> [String] {
        check.map { names(askedByCheck: $0.name) } ?? []
    }
}

/// One threshold of a core.
public struct Rule<Rules>: Sendable {
    /// Stable, dotted; a name of `--set`.
    public let name: String
    public let unit: RuleUnit
    /// Where the number comes from.
    public let source: RuleSource
    /// What it decides, in one line.
    public let meaning: String
    let path: WritableKeyPath<Rules, Int64> & Sendable

    /// `path` leads to the number itself, in whole units of the core (`RuleUnit.scale`).
    public init(
        _ name: String, _ unit: RuleUnit, _ path: WritableKeyPath<Rules, Int64> & Sendable, _ source: RuleSource,
        _ meaning: String
    ) {
        self.name = name
        self.unit = unit
        self.path = path
        self.source = source
        self.meaning = meaning
    }
}

/// Where a threshold comes from.
public enum RuleSource: String, CaseIterable, Sendable {
    /// Months of recordings of the rule set's author.
    case field
    /// Tried out on recordings and synthetic troubles.
    case tried
    /// A guess that no field log gave: to be swept on real logs.
    case guess
}

/// What a rule's number is read and written in, and the whole units that the core compares in.
public enum RuleUnit: String, CaseIterable, Sendable {
    case metre = "m"
    /// An accuracy: in metres too, but compared in cm, as a fix has it.
    case accuracyMetre = "m (accuracy)"
    case second = "s"
    case metrePerSecond = "m/s"
    case degree
    case factor
    case count

    /// Whole units of the core in one unit of the rule: mm, cm, ms, cm/s, 0.1 degree, thousandths.
    public var scale: Double {
        switch self {
        case .metre, .second, .factor: 1000
        case .accuracyMetre, .metrePerSecond: 100
        case .degree: 10
        case .count: 1
        }
    }
}

extension RuleSet {
    /// The rule called `name`.
    public static func rule(_ name: String) throws(CoreError) -> Rule<Self> {
        guard let rule = table.first(where: { $0.name == name }) else {
            throw CoreError.unknownRule(name, like: table.map(\.name).first { $0.hasSuffix(".\(name)") })
        }
        return rule
    }

    /// The value of a rule in its own unit.
    public subscript(_ rule: Rule<Self>) -> Double { Double(self[keyPath: rule.path]) / rule.unit.scale }

    /// Sets a rule in its own unit; the value is rounded to the core's whole units.
    public mutating func set(_ rule: Rule<Self>, to value: Double) throws(CoreError) {
        let whole = (value * rule.unit.scale).rounded(.toNearestOrAwayFromZero)
        // Beyond this a product of a rule and a time would no longer fit; no threshold is a million kilometres.
        guard whole.isFinite, whole >= 0, whole <= 1e12 else {
            throw CoreError.badRule(rule.name, value: "\(value)", wanted: "a number of \(rule.unit.rawValue) from 0 on")
        }
        self[keyPath: rule.path] = Int64(whole)
    }

    /// Sets the rule called `name`, in its own unit.
    public mutating func set(_ name: String, to value: Double) throws(CoreError) {
        try set(Self.rule(name), to: value)
    }

    /// Every rule by name, in its own unit.
    public var value: Value {
        .object(
            Self.table.map { rule in
                let whole = self[rule]
                return Record.Field(rule.name, Int64(exactly: whole).map(Value.integer) ?? .number(whole))
            })
    }

    /// The defaults, changed by what an object of names and numbers says.
    public init(_ value: Value) throws(CoreError) {
        self.init()
        for field in value.fields ?? [] {
            guard let number = field.value.double else {
                throw CoreError.badRule(field.key, value: "\(field.value)", wanted: "a number")
            }
            try set(field.key, to: number)
        }
    }
}
