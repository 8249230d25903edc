import DecisionCore
import SimulatedDay

/// What becomes of a set of days when one threshold is moved.
public struct TruthSweep: Sendable {
    public struct Row: Sendable {
        public var rule: String
        /// Of the threshold's default.
        public var factor: Double
        public var truth: TrailTruth
    }

    /// As the rules are.
    public let standard: TrailTruth
    /// Each threshold in the order of the table, by each factor.
    public let rows: [Row]

    /// - Parameters:
    ///   - rules: the thresholds to move, all unless said.
    ///   - factors: what each is multiplied by.
    public init(_ days: [SimulatedDay], rules: [Rule<TrailRules>] = TrailRules.table, factors: [Double] = [0.8, 1.2]) {
        standard = Self.sum(days, TrailRules())
        rows = rules.flatMap { rule in
            factors.map { factor in
                var moved = TrailRules()
                // A fifth of a threshold more or less is within what any rule takes.
                try? moved.set(rule, to: moved[rule] * factor)
                return Row(rule: rule.name, factor: factor, truth: Self.sum(days, moved))
            }
        }
    }

    /// Every day under the same rules.
    public static func sum(_ days: [SimulatedDay], _ rules: TrailRules = TrailRules()) -> TrailTruth {
        days.reduce(into: TrailTruth()) { $0.add(TrailTruth(of: $1, rules)) }
    }
}
