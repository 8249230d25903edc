import DecisionCore
import FieldModel
import LogFormat

/// A rule that a replay sets otherwise than the log has it: `rule=value`, from the beginning or from a time on.
public struct RuleOverride: Hashable, Sendable {
    public var name: String
    public var value: Double
    /// Nil: from the beginning.
    public var from: WallTime?

    public init(_ name: String, _ value: Double, from: WallTime? = nil) {
        self.name = name
        self.value = value
        self.from = from
    }

    /// The parts of `rule=value[@TIME]`; the time is left as text, since only the log knows what `-15m` means.
    public static func parts(_ text: String) -> (name: String, value: Double, time: String?)? {
        let halves = text.split(separator: "=", maxSplits: 1)
        guard halves.count == 2 else { return nil }
        let value = halves[1].split(separator: "@", maxSplits: 1)
        guard let first = value.first, let number = Double(first), number.isFinite else { return nil }
        return (String(halves[0]), number, value.count == 2 ? String(value[1]) : nil)
    }

    /// What a `--rules` file says: `{"core":"trail","rules":{"accuracy.ordinary":100}}`. `path` is for messages;
    /// `core` nil: any will do.
    public static func read(_ bytes: [UInt8], path: String, core: String?) throws(AnalysisError) -> [RuleOverride] {
        let value: Value
        do throws(JSONError) { value = try JSON.parse(bytes) } catch {
            throw .options(path: path, reason: error.description)
        }
        if let core, let named = value["core"]?.string, named != core {
            throw .options(path: path, reason: "its rules are of core \"\(named)\", not \"\(core)\"")
        }
        for field in value.fields ?? [] where field.key != "core" && field.key != "rules" {
            throw .options(path: path, reason: "expected \"core\" and \"rules\", found \"\(field.key)\"")
        }
        guard let rules = value["rules"]?.fields else {
            throw .options(path: path, reason: "expected {\"rules\":{…}}, found no such object")
        }
        return try rules.map { field throws(AnalysisError) in
            guard let number = field.value.double else {
                throw .options(path: path, reason: "\(field.key): expected a number, found \(JSON.text(field.value))")
            }
            return RuleOverride(field.key, number)
        }
    }
}

extension RuleSet {
    /// The set changed by those that hold at `time`.
    func applying(_ overrides: [RuleOverride], at time: WallTime) throws(CoreError) -> Self {
        var rules = self
        for override in overrides where override.from.map({ time >= $0 }) ?? true {
            try rules.set(override.name, to: override.value)
        }
        return rules
    }
}
