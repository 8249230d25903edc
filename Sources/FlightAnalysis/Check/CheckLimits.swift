/// What the checks measure against, one table.
enum CheckLimits {
    /// A pulse is made of gaps of this length, at least three of them, with less life than this between; ms.
    static let pulseGap: ClosedRange<Int64> = 180_000...420_000
    static let pulseCount = 3
    static let pulseLife: Int64 = 30_000
    /// A suspension that begins so soon after the receiver was stopped comes of it; ms.
    static let stopReach: Int64 = 90_000
    /// A timer that fired so long after it was due tells a suspended app; ms.
    static let timerLateness: Int64 = 60_000
    /// What is started so soon after a wake was started in it; ms.
    static let wakeReach: Int64 = 30_000
    /// A fix older than this is no news while the receiver should be on; s.
    static let oldFix = 1_800.0
    /// So many changes of motion within this time are a classifier that flaps; ms.
    static let flaps = 6
    static let flapSpan: Int64 = 120_000
    /// 1,024 weeks: the receiver's week number begins anew; ms.
    static let rollover: Int64 = 619_315_200_000
    /// How near a difference has to be to a whole number of rollovers; ms.
    static let rolloverSlack: Int64 = 86_400_000
    /// A fix older than this at its arrival is late; ms.
    static let staleAge: Int64 = 30_000
    /// A position that comes again within this time is a repeat, among so many fixes without a satellite speed; ms.
    static let repeatReach: Int64 = 600_000
    static let repeatRing = 10
    /// A speed from this on has to come with its accuracies; cm/s.
    static let fakeSpeed: Int32 = 100
    /// After the last point of a trip an ordinary fix is to come within this time; ms.
    static let endReach: Int64 = 60_000
    /// A position of an event was taken together with the newest fix where that is no older; ms.
    static let gridEventReach: Int64 = 60_000
    /// Two fixes so near in time differ by the Chinese grid, not by the way gone; ms.
    static let gridFixReach: Int64 = 2_000
}
