/// What became of a dot of a walking game that a fix came near to.
public struct DotRuling: Hashable, Sendable {
    /// Collected, or why not; the code of the record.
    public enum Outcome: String, CaseIterable, Sendable {
        case collected = "dot.collected"
        /// Refused: the session is paused.
        case paused = "dot.paused"
        /// Refused: the fix is too inaccurate.
        case accuracy = "dot.accuracy"
        /// Refused: nobody plays.
        case notPlaying = "dot.not-playing"
        /// Refused: it was collected before.
        case already = "dot.already"
    }

    /// The dot's number in its pack.
    public var dot: Int
    public var outcome: Outcome
    /// mm from the fix to the dot; for `accuracy` the fix's accuracy in cm.
    public var measured: Int64
    /// In the unit of `measured`.
    public var limit: Int64

    @inlinable
    public init(dot: Int, _ outcome: Outcome, measured: Int64, limit: Int64) {
        self.dot = dot
        self.outcome = outcome
        self.measured = measured
        self.limit = limit
    }
}

/// How a report of the platform was filed among the visits.
public struct VisitFiling: Hashable, Sendable {
    /// Whether it is a new visit; the code of the record.
    public enum Way: String, CaseIterable, Sendable {
        /// A visit not told of before.
        case added = "visit.added"
        /// A later report of a visit told of before: it counts from now on.
        case superseded = "visit.superseded"
    }

    /// The visit's place in the order they were first told of, from 0.
    public var visit: Int
    public var way: Way

    @inlinable
    public init(visit: Int, _ way: Way) {
        self.visit = visit
        self.way = way
    }
}

/// A way of doing something that depends on what the user allows.
public struct PathChoice: Hashable, Sendable {
    /// The capability's name in the matrix.
    public var capability: String
    /// The code of what runs.
    public var path: String

    @inlinable
    public init(_ capability: String, path: String) {
        self.capability = capability
        self.path = path
    }
}
