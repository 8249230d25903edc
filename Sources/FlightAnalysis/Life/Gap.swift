import FieldModel
import LogFormat

/// What a gap was: a stable code. Between runs it is the cause of the end, letter for letter.
public struct GapKind: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The process was there, and did not run.
    public static let suspended = GapKind(rawValue: "suspended")
    /// The process ran, and something kept it silent.
    public static let stalled = GapKind(rawValue: "stalled")
    /// Tracking or beats were off: intended.
    public static let off = GapKind(rawValue: "off")
    /// The recorder could not write.
    public static let unwritten = GapKind(rawValue: "unwritten")
    /// Nothing came, in a log without beats, which cannot say more.
    public static let silence = GapKind(rawValue: "silence")

    /// Whether somebody wanted it so.
    public var isIntended: Bool { self == .off || rawValue == ExitCause.exit.rawValue }
}

/// How far a person got while nothing was recorded.
public struct Movement: Hashable, Sendable {
    /// Between the last ordinary fix before and the first after; mm.
    public var millimetres: Int64
    /// Horizontal accuracy of the fix before; cm.
    public var accuracyBefore: Int32
    /// Horizontal accuracy of the fix after; cm.
    public var accuracyAfter: Int32

    /// Further than the larger of 50 m and both accuracies together.
    public var matters: Bool {
        millimetres > max(GapLimits.leastMovement, (Int64(accuracyBefore) + Int64(accuracyAfter)) * 10)
    }
}

/// A stretch without any sign of life.
public struct Gap: Hashable, Sendable {
    public var kind: GapKind
    /// The last sign of life before it.
    public var from: Moment
    /// The first sign of life after it.
    public var to: Moment
    /// ms; 0 where it has no length that anybody could tell.
    public var duration: Int64
    /// False where only the wall clock could tell and it was set back, or was never set.
    public var hasLength = true
    /// Beats that were due inside; nil where none are to be expected in this log.
    public var missed: Int?
    /// How much of it the device itself slept; ms. Nil where the log lacks one of the clocks.
    public var asleep: Int64?
    /// Nil where there is no ordinary fix on one side of it.
    public var movement: Movement?
    public var run: String
    public var certainty: Certainty
    /// Codes of what the kind rests on.
    public var evidence: [String]
    /// The records it rests on.
    public var records: [SequenceNumber]
    /// What was known before it.
    public var before: LifeContext
    /// What ended it: a kind, with its cause where it has one (`wake:significant-change`).
    public var endedBy: String

    /// Whether somebody moved in it who was to be recorded; nil where that is not known.
    public var matters: Bool? { kind.isIntended ? false : movement?.matters }
}
