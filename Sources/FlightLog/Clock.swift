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

/// Three clocks in memory, set by whoever drives a simulation or a test, while the threads of a recorder and its handler of
/// fatal signals read them. Each is read and written whole, and without a lock. The three together are not: a record that
/// another thread makes meanwhile may have one of them from before and one from after.
public final class ManualClock: Sendable {
    private static let wall = 0, boot = 1, up = 2

    let words: ClockWords

    /// All in milliseconds.
    public init(wallTime: WallTime, bootTime: BootTime = BootTime(0), uptime: Uptime = Uptime(0)) {
        words = ClockWords([wallTime.rawValue, bootTime.rawValue, uptime.rawValue])
    }

    /// What the clocks show; the number is 0.
    public var stamp: Stamp {
        Stamp(
            wallTime: WallTime(words[Self.wall]), bootTime: BootTime(words[Self.boot]), uptime: Uptime(words[Self.up]))
    }

    /// Sets all clocks that `stamp` has.
    public func set(_ stamp: Stamp) {
        words[Self.wall] = stamp.wallTime.rawValue
        if let boot = stamp.bootTime { words[Self.boot] = boot.rawValue }
        if let up = stamp.uptime { words[Self.up] = up.rawValue }
    }

    /// All three run on by `milliseconds`.
    public func advance(_ milliseconds: Int64) {
        sleep(milliseconds)
        words.add(milliseconds, to: Self.up)
    }

    /// The device sleeps: the wall clock and the time since boot run on, the uptime stands.
    public func sleep(_ milliseconds: Int64) {
        words.add(milliseconds, to: Self.wall)
        words.add(milliseconds, to: Self.boot)
    }
}
