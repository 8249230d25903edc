import FieldModel

/// A point in the life of a log, with the clocks it was seen on.
public struct Moment: Hashable, Sendable {
    public var n: SequenceNumber
    /// As written, or worked out backwards where the clock was not set yet.
    public var wallTime: WallTime
    public var bootTime: BootTime?
    public var uptime: Uptime?
    /// Which start of the machine it lies in, counted from 0 in the order of the log.
    public var boot: Int
    /// The wall clock had not been set at the time.
    public var isUnset = false

    init(_ stamp: Stamp, boot: Int) {
        n = stamp.n
        wallTime = stamp.wallTime
        bootTime = stamp.bootTime
        uptime = stamp.uptime
        self.boot = boot
    }

    /// Milliseconds from `earlier` to here, never negative: on the clock that runs on through sleep within one start of
    /// the machine, else on the wall clock, and then that is said.
    func elapsed(since earlier: Moment) -> (millis: Int64, byWallClock: Bool) {
        if boot == earlier.boot, let to = bootTime, let from = earlier.bootTime { return (max(0, to - from), false) }
        return (max(0, wallTime - earlier.wallTime), true)
    }
}

/// A wall clock that was set: how far, and the first moment after it.
public struct ClockStep: Hashable, Sendable {
    public var at: Moment
    /// ms; negative where it was set back.
    public var by: Int64
}

/// Watches the wall clock against the clock that runs on through sleep: where their difference changes by more than two
/// seconds, somebody set the wall clock.
struct ClockWatch: Sendable {
    /// A wall clock before 2010-01-01 was never set: no device that runs such an app was made before.
    static let unsetBefore = WallTime(1_262_304_000_000)
    /// No clock of a log shows a time before 2000 or from 2100 on unless it is damaged or unset.
    static let plausible = WallTime(946_684_800_000)..<WallTime(4_102_444_800_000)

    private var difference: Int64?
    private(set) var boot = 0
    private(set) var steps: [ClockStep] = []
    /// Wall clock minus boot clock once it was set, for a start of the machine that began with it unset.
    private var setDifferences: [Int: Int64] = [:]
    /// Whether the current start of the machine has its difference.
    private var isSet = false

    /// A new start of the machine: the difference means nothing any more.
    mutating func machineStarted() {
        boot += 1
        difference = nil
        isSet = false
    }

    mutating func note(_ moment: Moment) {
        guard let bootTime = moment.bootTime else { return }
        let now = moment.wallTime - WallTime(bootTime.rawValue)
        if let before = difference, now.clamped(minus: before).magnitude > GapLimits.leastClockStep {
            steps.append(ClockStep(at: moment, by: now.clamped(minus: before)))
        }
        difference = now
        if !isSet, moment.wallTime >= Self.unsetBefore {
            setDifferences[boot] = now
            isSet = true
        }
    }

    /// The moment with its wall clock as it would have been, had it been set.
    func corrected(_ moment: Moment) -> Moment {
        guard moment.wallTime < Self.unsetBefore, let bootTime = moment.bootTime else { return moment }
        var moment = moment
        moment.isUnset = true
        if let difference = setDifferences[moment.boot] { moment.wallTime = WallTime(bootTime.rawValue) + difference }
        return moment
    }
}

extension Int64 {
    /// The sum, clamped.
    func adding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (self < 0 ? .min : .max) : sum
    }

    mutating func add(clamping other: Int64) { self = adding(other) }

    /// The whole part of a number, clamped: a log may hold any.
    init(clamping number: Double) { self = Int64(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max) }

    /// The difference, clamped: clocks of a damaged log may lie anywhere.
    func clamped(minus other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (self < 0 ? .min : .max) : difference
    }
}
