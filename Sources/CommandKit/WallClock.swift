/// The wall clock, read here and handed on: libraries are told the time.
public enum WallClock {
    /// Since the Unix epoch.
    public static var milliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
