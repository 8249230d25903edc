import CommandKit

/// The wall clock, read here and handed on: the library is told the time.
enum Clock {
    /// Since the Unix epoch.
    static var milliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
