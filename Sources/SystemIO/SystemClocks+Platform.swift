/// The system's clocks, in ms.
public enum SystemClocks {
    /// Since boot: with sleep, and without.
    public static var now: (boot: Int64, up: Int64) {
        #if canImport(Darwin)
            (read(CLOCK_MONOTONIC_RAW), read(CLOCK_UPTIME_RAW))
        #else
            (read(CLOCK_BOOTTIME), read(CLOCK_MONOTONIC))
        #endif
    }

    /// Since the Unix epoch.
    public static var wall: Int64 { read(CLOCK_REALTIME) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
