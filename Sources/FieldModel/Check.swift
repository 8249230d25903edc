/// One test that a core put a fix to: what it measured, against which limit, and how it came out. A core's verdict is
/// the fold of these (the first that failed decides), so that an account of the checks cannot disagree with it.
public struct Check: Hashable, Sendable {
    /// How a check came out.
    public enum Outcome: String, CaseIterable, Sendable {
        case passed, failed
        /// Not asked any more: an earlier one had failed.
        case skipped
        /// The source never carries the column that the rule asks for.
        case notApplicable = "not-applicable"
    }

    /// The check's stable code.
    public var name: String
    /// In the check's own unit (mm, cm, cm/s, 0.1 degree or ms), as `limit`.
    public var measured: Int64
    public var limit: Int64
    public var outcome: Outcome

    @inlinable
    public init(_ name: String, measured: Int64, limit: Int64, outcome: Outcome) {
        self.name = name
        self.measured = measured
        self.limit = limit
        self.outcome = outcome
    }

    /// Parameters of a `check` record about the fix numbered `of`.
    public func fields(of n: SequenceNumber) -> [Record.Field] {
        [
            Record.Field("of", .integer(Int64(clamping: n))), Record.Field("code", .string(name)),
            Record.Field("measured", .integer(measured)), Record.Field("limit", .integer(limit)),
            Record.Field("outcome", .string(outcome.rawValue)),
        ]
    }
}
