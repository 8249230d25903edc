#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

enum Processor {
    /// Processor time of this process, which other processes do not disturb.
    static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
