import DecisionCore
import FieldModel

extension Replay {
    /// What a replay is to be like.
    public struct Options: Sendable {
        /// Rules set otherwise than the log has them.
        public var overrides: [RuleOverride] = []
        /// Compare with a replay under these rules instead of with what was recorded.
        public var against: [RuleOverride]?
        /// What is reported; the replay itself begins at the beginning.
        public var window = TimeWindow()
        /// The input to explain, by its number.
        public var explained: SequenceNumber?

        public init() {}
    }
}
