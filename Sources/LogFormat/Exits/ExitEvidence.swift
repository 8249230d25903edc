import FieldModel

/// What is known about how a run ended: read from its state file at the next launch, or gathered from its log at the
/// desk. What nobody could observe stays at its default, and no rule fires on it.
public struct EndedRun: Hashable, Sendable {
    /// What the earlier run left to look at.
    public enum Trace: Hashable, Sendable {
        /// Neither state nor log: there was no earlier run.
        case none
        /// Logs, but no usable state: missing, unreadable or empty. Never guessed to be a kill.
        case stateLost(StateLoss)
        /// A state, or at the desk the log itself.
        case kept
    }

    /// What had become of the state file.
    public enum StateLoss: String, CaseIterable, Sendable {
        case missing = "state-missing"
        case unreadable = "state-unreadable"
        case empty = "state-empty"
    }

    /// A fatal signal that the handler saw.
    public struct Crash: Hashable, Sendable {
        /// Nil where the marker was cut off before it.
        public var signal: Int?
        /// Whether a sign of life follows: then the signal was survived.
        public var lifeAfter: Bool

        public init(signal: Int?, lifeAfter: Bool) {
            self.signal = signal
            self.lifeAfter = lifeAfter
        }
    }

    /// A clean end that the run announced.
    public struct CleanExit: Hashable, Sendable {
        /// `user`, `signal` or `api`.
        public var reason: String
        /// Whether a sign of life follows: then it did not end there.
        public var lifeAfter: Bool

        public init(reason: String, lifeAfter: Bool) {
            self.reason = reason
            self.lifeAfter = lifeAfter
        }
    }

    public var trace: Trace
    /// Its process is there still, with the same start time.
    public var isRunning = false
    public var crash: Crash?
    public var exit: CleanExit?
    /// Where the app stood last; nil where it never said.
    public var lastState: AppState?
    /// A debugger was attached at the last beat.
    public var debugger = false
    public var boot: String?
    public var app: String?
    public var build: String?
    public var binary: String?
    public var os: String?
    /// How long the main thread had not answered at the end, ms; nil where nobody watched it.
    public var mainThreadHung: Int64?
    /// How long before the last sign of life the system warned of low memory, ms; nil where it did not.
    public var lowMemoryBeforeEnd: Int64?
    /// A background task ran past its limit.
    public var taskPastLimit = false
    /// The system complained of CPU use in the background.
    public var cpuPastLimit = false
    public var thermalCritical = false
    /// Started ahead of need by the system, and never launched.
    public var prewarmedOnly = false
    /// 0-1, at the last reading.
    public var batteryLevel: Double?
    public var plugged: Bool?

    public init(trace: Trace) { self.trace = trace }
}

/// The launch that found the ended run.
public struct NextLaunch: Hashable, Sendable {
    public var boot: String?
    public var app: String?
    public var build: String?
    public var binary: String?
    public var os: String?
    /// The boot clock stands lower than at the last sign of life: another boot, even where no id says so.
    public var bootClockWentBack = false
    /// Linux: the count of processes that the kernel ended for memory in this cgroup rose since.
    public var memoryKillsRose = false

    public init() {}
}
