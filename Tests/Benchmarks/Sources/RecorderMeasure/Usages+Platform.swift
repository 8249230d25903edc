#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Seconds of the processor and of the clock on the wall that this process has used.
public struct Usages: Sendable {
    public var cpu: Double
    public var wall: Double

    public static var now: Usages {
        var use = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &use)
        #else
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &use)
        #endif
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Usages(
            cpu: seconds(use.ru_utime) + seconds(use.ru_stime), wall: Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9)
    }

    public static func - (a: Usages, b: Usages) -> Usages { Usages(cpu: a.cpu - b.cpu, wall: a.wall - b.wall) }

    public static func endByKill() { kill(getpid(), SIGKILL) }
}

/// The three clocks of a record, really read; ms.
public struct Clocks: Sendable {
    public var wall: Int64
    public var boot: Int64
    public var up: Int64

    public init() {
        wall = Self.milliseconds(CLOCK_REALTIME)
        #if canImport(Darwin)
            boot = Self.milliseconds(CLOCK_MONOTONIC)
            up = Self.milliseconds(CLOCK_UPTIME_RAW)
        #else
            boot = Self.milliseconds(CLOCK_BOOTTIME)
            up = Self.milliseconds(CLOCK_MONOTONIC)
        #endif
    }

    private static func milliseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// A fault, and how long it takes until the handler that was there before is called.
public enum FaultClock {
    nonisolated(unsafe) private static var began = 0.0

    /// Prints `marker.latency` in µs when a fatal signal comes through to it, and ends the process. Call it before the
    /// recorder installs its own handler.
    public static func install() {
        var action = sigaction()
        let handler: @convention(c) (Int32) -> Void = { _ in FaultClock.tell() }
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #else
            action.__sigaction_handler.sa_handler = handler
        #endif
        sigaction(SIGSEGV, &action, nil)
    }

    private static func tell() {
        print("marker.latency \((Usages.now.wall - began) * 1e6)")
        exit(0)
    }

    public static func fault() {
        began = Usages.now.wall
        UnsafeMutablePointer<Int>(bitPattern: 8)!.pointee = 1
    }

    /// From here on no file of this process grows: what is pending stays pending.
    public static func forbidGrowth() {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        #if canImport(Darwin)
            setrlimit(RLIMIT_FSIZE, &limit)
        #else
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #endif
    }
}
