import SystemIO

/// The real clocks in ms since boot: with sleep, and without.
enum SystemClocks {
    static var now: (boot: Int64, up: Int64) {
        #if canImport(Darwin)
            (read(CLOCK_MONOTONIC), read(CLOCK_UPTIME_RAW))
        #else
            (read(CLOCK_BOOTTIME), read(CLOCK_MONOTONIC))
        #endif
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
