#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import Dispatch

extension Main {
    /// Seconds that `threads` threads take for `work` each.
    static func measure(_ threads: Int, _ work: @escaping @Sendable () -> Void) -> Double {
        let start = seconds()
        DispatchQueue.concurrentPerform(iterations: threads) { _ in work() }
        return seconds() - start
    }

    private static func seconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
