import FieldModel

/// How the run before this one ended, as far as it can be told.
public struct ExitVerdict: Hashable, Sendable {
    /// Stable codes; docs/formats.md says what each means.
    public enum Cause: String, CaseIterable, Sendable {
        case firstLaunch = "first-launch"
        case stateLost = "state-lost"
        case stillRunning = "still-running"
        case crash
        case exit
        case killedWhileTerminating = "killed-while-terminating"
        case debugger
        case reboot
        case update
        case watchdog
        case outOfMemory = "out-of-memory"
        case taskTimeout = "task-timeout"
        case processorUse = "cpu"
        case thermal
        case prewarm
        case killed
    }

    public enum Confidence: String, CaseIterable, Sendable { case certain, high, medium, low }

    /// Where the run stood when it ended.
    public enum LastState: String, CaseIterable, Sendable {
        case foreground = "fg"
        case background = "bg"
        case unknown
    }

    /// What a verdict rests on; stable codes.
    public enum Evidence: String, CaseIterable, Sendable {
        case noState = "no-state"
        case emptyState = "empty-state"
        case unreadableState = "unreadable-state"
        case noOlderLog = "no-older-log"
        case processAlive = "process-alive"
        case fatalSignal = "fatal-signal"
        case tornCrash = "torn-crash"
        case exitNoted = "exit-noted"
        case exitSignal = "exit-signal"
        case terminating
        case debuggerAttached = "debugger-attached"
        case otherBoot = "other-boot"
        case otherSystem = "other-os"
        case batteryEmpty = "battery-empty"
        case powerLoss = "power-loss"
        case otherApp = "other-app"
        case otherBuild = "other-build"
        case otherBinary = "other-binary"
        case mainThreadHung = "main-thread-hung"
        case memoryKill = "memory-kill"
        case memoryLow = "memory-low"
        case taskPastLimit = "task-past-limit"
        case processorBusy = "cpu-busy"
        case thermalCritical = "thermal-critical"
        case prewarmed
        case foreground
        case background
        case stateUnknown = "app-state-unknown"
    }

    public var cause: Cause
    public var confidence: Confidence
    public var evidence: [Evidence]
    public var last: LastState
    /// It ended in order. One fact; the next is another.
    public var isClean: Bool
    /// A fatal signal ended it.
    public var hasCrashed: Bool
    /// The signal, where one is known.
    public var signal: Int?
}
