/// What gaps and beats are measured against, one table. docs/analyze.md says what each is for.
enum GapLimits {
    /// A silence is a gap from so many heartbeat periods on.
    static let periods = 1.5
    /// In a log without beats: from this on at least, and from so many times the usual interval; ms.
    static let leastSilence: Int64 = 180_000
    static let silenceIntervals: Int64 = 5
    /// Process CPU time that may grow in a gap and still call the process idle, as a share of the gap.
    static let idleShare = 0.01
    /// Above this share nobody can say it was suspended.
    static let busyShare = 0.1
    /// A record of the writer's loss, or of a hole, has to cover this share of a gap to speak of it.
    static let coveredShare = 0.5
    /// From this share of a gap on the device itself is said to have slept.
    static let sleptShare = 0.5
    /// A wake within this time after a gap is what ended it; ms.
    static let wakeReach: Int64 = 10_000
    /// The boot clock may lie back so far in a record that was stamped before it was written; ms.
    static let clockSlack: Int64 = 60_000
    /// What counts as a step of the wall clock; ms. Below it lie the corrections that a system makes by itself.
    static let leastClockStep: Int64 = 2_000
    /// The least movement that matters, however good the fixes; mm.
    static let leastMovement: Int64 = 50_000
    /// A fix is ordinary up to this accuracy; cm.
    static let ordinaryAccuracy: Int32 = 10_000
    /// A fix older than this at its arrival says nothing of where the device is; ms.
    static let greatestAge: Int64 = 30_000
    /// Two fixes further apart in time do not record the way between them; ms.
    static let greatestPause: Int64 = 300_000
    /// A beat this long after it was due is late; ms.
    static let greatestLateness: Int64 = 5_000
    /// Beats running without a callback that make a silence.
    static let silentBeats = 2
    /// Callbacks a second that a receiver without a filter gives, the share below which it is starved, and the ms over
    /// which that is judged.
    static let usualRate = 1.0
    static let starvedShare = 0.1
    static let starvedSpan: Int64 = 600_000
    /// Records this near belong to one wake; ms.
    static let wakeTogetherness: Int64 = 5_000
    /// A fix is good up to this accuracy, for the time and way until it came; cm.
    static let goodAccuracy: Int32 = 5_000
}
