import DecisionCore
import FieldModel

/// The rules that a replay goes by as its log goes on: the log's own, changed by what was asked for, and those that are
/// compared with.
struct RuleCourse<Rules: RuleSet> {
    /// The rules that the log has at this point.
    var recorded = Rules()
    private let overrides: [RuleOverride]
    private let against: [RuleOverride]
    /// Times at which further rules begin to hold, in order.
    private var times: [WallTime]

    /// A rule that is not there is said before anything is read, whenever it is to hold.
    init(_ overrides: [RuleOverride], against: [RuleOverride]) throws(CoreError) {
        self.overrides = overrides
        self.against = against
        var rules = Rules()
        for override in overrides + against { try rules.set(override.name, to: override.value) }
        times = (overrides + against).compactMap(\.from).sorted()
    }

    /// Whether further rules began to hold by `time`; says so once.
    mutating func turns(by time: WallTime) -> Bool {
        guard let next = times.first, time >= next else { return false }
        times.removeAll { $0 <= time }
        return true
    }

    /// The rules of the log, changed by what holds at `time`.
    func rules(at time: WallTime) -> Rules {
        // Names were tried at the beginning, so nothing is left that could fail.
        (try? recorded.applying(overrides, at: time)) ?? recorded
    }

    /// The rules that are compared with, at `time`.
    func others(at time: WallTime) -> Rules {
        // As above.
        (try? Rules().applying(against, at: time)) ?? Rules()
    }
}
