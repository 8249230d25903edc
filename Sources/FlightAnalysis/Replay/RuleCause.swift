import DecisionCore
import FieldModel

/// A rule that makes the first divergence: with this one set back, and all others left as they are, it does not come.
public struct RuleCause: Hashable, Sendable {
    public var rule: String
    /// In the rule's own unit.
    public var then: Double
    public var now: Double
    /// Whether the rule does it alone; if not, it takes all of those named together.
    public var isAlone: Bool

    public var value: Value {
        .object([
            .init("rule", .string(rule)), .init("then", .number(then)), .init("now", .number(now)),
            .init("alone", .bool(isAlone)),
        ])
    }
}

extension RuleCause {
    /// More changed rules than this are not tried one by one.
    static let mostTried = 100

    /// Finds the rules that make `first` by trying: a replay up to it for each rule that differs, with that one set back.
    public static func find<Core: DecidingCore>(
        _ first: ReplayChange, _ report: ReplayReport<Core>, _ options: Replay<Core>.Options, over source: LogSource,
        prepare: @escaping (inout Core) -> Void = { _ in }
    ) throws -> [RuleCause] {
        let changed = try changedRules(report, options)
        guard !changed.isEmpty, changed.count <= mostTried else { return [] }
        var alone: [RuleCause] = []
        for var rule in changed {
            var back = options
            back.explained = nil
            back.overrides.removeAll { $0.name == rule.rule }
            if options.against != nil { back.overrides.append(RuleOverride(rule.rule, rule.then)) }
            let changes = try Replay<Core>(back, prepare: prepare).run(over: source, upTo: first.n).changes
            guard !changes.contains(where: { $0.n == first.n && $0.isAlike(first) }) else { continue }
            rule.isAlone = true
            alone.append(rule)
        }
        return alone.isEmpty ? changed : alone
    }

    /// The rules that are others on the two sides of a comparison.
    private static func changedRules<Core: DecidingCore>(
        _ report: ReplayReport<Core>, _ options: Replay<Core>.Options
    ) throws(CoreError) -> [RuleCause] {
        let end = WallTime(.max)
        let now = try report.recordedRules.applying(options.overrides, at: end)
        let then =
            try options.against.map { against throws(CoreError) in
                try Core.Rules().applying(against, at: end)
            } ?? report.recordedRules
        return Core.Rules.table.compactMap { rule in
            then[rule] == now[rule]
                ? nil : RuleCause(rule: rule.name, then: then[rule], now: now[rule], isAlone: false)
        }
    }
}

extension ReplayChange {
    /// Whether the same became the same.
    func isAlike(_ other: ReplayChange) -> Bool { thenText == other.thenText && nowText == other.nowText }
}
