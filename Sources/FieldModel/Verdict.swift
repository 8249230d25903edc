/// What was decided about a fix at the moment it came; the letter of a sample's `verdict` column.
public enum Verdict: String, CaseIterable, Sendable {
    case accepted = "a"
    case coarse = "c"
    case candidate = "k"
    case rejected = "r"
    case dwelling = "d"
}

/// Why a fix got its verdict: stable codes, the `reason` column of a sample and the `code` of a later decision.
public enum Reason: String, CaseIterable, Sendable {
    // A reading that was invalid on entry; the column is in the code.
    case invalidTime = "invalid.t"
    case invalidReceiveTime = "invalid.recv"
    case invalidBootTime = "invalid.m"
    case invalidLatitude = "invalid.lat"
    case invalidLongitude = "invalid.lon"
    case invalidHorizontalAccuracy = "invalid.hacc"
    case invalidAltitude = "invalid.alt"
    case invalidVerticalAccuracy = "invalid.vacc"
    case invalidSpeed = "invalid.speed"
    case invalidSpeedAccuracy = "invalid.sacc"
    case invalidCourse = "invalid.course"
    case invalidCourseAccuracy = "invalid.cacc"

    // Certain faults.
    case invalidCoordinate, invalidAccuracy, duplicateTime, future, stale, outOfOrder, cachedRepeat
    // Plausible by itself?
    case accuracy, underground, fakeSpeed, deadReckoned
    // Moved?
    case spacing, drift, jump
    /// In the very place of the last accepted fix.
    case duplicatePosition
    /// Faster than anybody runs.
    case tooFast
    /// Nothing is being recorded: paused, or interrupted.
    case notRecording
    // Not a point by its source.
    case wake

    /// The reason for a reading whose column `column` was invalid on entry; nil for a column that is no measurement.
    public init?(invalid column: FixColumn) { self.init(rawValue: "invalid.\(column.rawValue)") }

    /// The column, where the reading was invalid on entry.
    public var invalidColumn: FixColumn? {
        rawValue.hasPrefix("invalid.") ? FixColumn(rawValue: String(rawValue.dropFirst(8))) : nil
    }
}

/// A verdict with what decided it: the failing check is the reason, `measured` and `limit` are in the check's own unit.
public struct Ruling: Hashable, Sendable {
    public var verdict: Verdict
    /// Nil where nothing stood against the fix.
    public var reason: Reason?
    /// In the check's unit (mm, cm, cm/s, 0.1 degree or ms).
    public var measured: Int64
    /// In the check's unit.
    public var limit: Int64

    @inlinable
    public init(_ verdict: Verdict, _ reason: Reason? = nil, measured: Int64 = 0, limit: Int64 = 0) {
        self.verdict = verdict
        self.reason = reason
        self.measured = measured
        self.limit = limit
    }
}
