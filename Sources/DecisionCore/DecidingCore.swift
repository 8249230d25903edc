import FieldModel

/// What every core is: a value with rules and one function from a signal to the ordered decisions it leads to.
///
/// - No clock, timer, file or randomness: time comes in with each signal, and the same signals under the same rules give
///   the same decisions on any machine.
/// - A fix is decided before it has a number. The caller decides, records the sample, and tells the number it got:
///   `decide(.fixArrived(fix), at: fix.stamp, into: &decisions)`, then `recorded(as: n)`. Every other signal is recorded
///   first and decided with the stamp it got. A replay makes exactly the same calls.
/// - The whole state goes into a `Value` and comes back equal, so that a replay can start in the middle of a log. A
///   `core` record holds the state as it is after every input with a smaller number.
public protocol DecidingCore: Sendable {
    /// The thresholds of the core, by name.
    associatedtype Rules: RuleSet

    /// The stable code of the core: `--core NAME`, and `core` in a `core` record.
    static var name: String { get }
    /// Rises when the same rules and signals may lead to other decisions.
    static var version: Int { get }

    /// A core that has seen nothing.
    init(rules: Rules)
    /// A core in the state that `state` of another gave.
    init(rules: Rules, state: Value) throws(CoreError)

    /// May be changed between two signals.
    var rules: Rules { get set }
    /// Everything but the rules.
    var state: Value { get }

    /// Appends what `signal` leads to, in order, and tells `listener` of every check on the way.
    mutating func decide<Listener: CheckListener>(
        _ signal: Signal, at stamp: Stamp, into decisions: inout [Decision], heardBy listener: inout Listener)

    /// Appends what `signal` leads to, in order; nobody hears of the checks, which then cost nothing.
    mutating func decide(_ signal: Signal, at stamp: Stamp, into decisions: inout [Decision])

    /// The fix just decided was recorded as number `n`.
    mutating func recorded(as n: SequenceNumber)
}

extension DecidingCore {
    public mutating func decide(_ signal: Signal, at stamp: Stamp, into decisions: inout [Decision]) {
        var nobody = Unheard()
        decide(signal, at: stamp, into: &decisions, heardBy: &nobody)
    }

    /// The parameters of a `core` record: which core and version, every rule by name, the whole state.
    public var record: [Record.Field] {
        [
            Record.Field("core", .string(Self.name)), Record.Field("version", .integer(Int64(Self.version))),
            Record.Field("rules", rules.value), Record.Field("state", state),
        ]
    }

    /// The core that a `core` record holds. Rules the record does not name have their defaults.
    public init(record: Record) throws(CoreError) {
        guard record["core"]?.string == Self.name else {
            throw CoreError.unfit(wanted: "a record of core \(Self.name)", found: record["core"]?.string ?? "none")
        }
        let rules = try Rules(record["rules"] ?? .object([]))
        guard let state = record["state"] else { throw CoreError.unfit(wanted: "state", found: "none") }
        try self.init(rules: rules, state: state)
    }
}
