import FieldModel

/// The clocks a recorder stamps its records with. The crash handler reads the same ones.
public enum Clock: Sendable {
    /// Wall clock, time since boot with and without sleep, of the system. Costs nothing beyond reading them.
    case system
    /// Clocks that begin at `from` when the recorder opens and run `scale` times as fast as the system's: a day in
    /// minutes. A real suspension of the process is a suspension there, stretched alike.
    case scaled(from: Stamp, scale: Double)
    /// Clocks that only move when told to.
    case manual(ManualClock)
}

/// Three clocks in memory, set by whoever drives a simulation or a test. All are read and written one by one, without a
/// lock: the one who sets them also records.
public final class ManualClock: @unchecked Sendable {
    /// wall, boot, up; read by the recorder, also from a signal handler.
    let words: UnsafeMutablePointer<Int64>

    /// All in milliseconds.
    public init(wallTime: WallTime, bootTime: BootTime = BootTime(0), uptime: Uptime = Uptime(0)) {
        words = .allocate(capacity: 3)
        words[0] = wallTime.rawValue
        words[1] = bootTime.rawValue
        words[2] = uptime.rawValue
    }

    deinit { words.deallocate() }

    /// What the clocks show; the number is 0.
    public var stamp: Stamp {
        Stamp(wallTime: WallTime(words[0]), bootTime: BootTime(words[1]), uptime: Uptime(words[2]))
    }

    /// Sets all clocks that `stamp` has.
    public func set(_ stamp: Stamp) {
        words[0] = stamp.wallTime.rawValue
        if let boot = stamp.bootTime { words[1] = boot.rawValue }
        if let up = stamp.uptime { words[2] = up.rawValue }
    }

    /// All three run on by `milliseconds`.
    public func advance(_ milliseconds: Int64) {
        for index in 0..<3 { words[index] += milliseconds }
    }

    /// The device sleeps: the wall clock and the time since boot run on, the uptime stands.
    public func sleep(_ milliseconds: Int64) {
        for index in 0..<2 { words[index] += milliseconds }
    }
}
