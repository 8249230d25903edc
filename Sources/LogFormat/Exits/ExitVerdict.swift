import FieldModel

/// How a run ended. The raw value is the `cause` of a `prev-exit` record, and the kind of the gap that follows.
public enum ExitCause: String, CaseIterable, Sendable {
    case firstLaunch = "first-launch"
    case stateLost = "state-lost"
    case stillRunning = "still-running"
    case crash, exit
    case killedWhileTerminating = "killed-while-terminating"
    case debugger, reboot, update, watchdog
    case outOfMemory = "out-of-memory"
    case taskTimeout = "task-timeout"
    case cpu, thermal, prewarm, killed
}

/// How much a verdict can be relied on.
public enum Certainty: String, CaseIterable, Comparable, Sendable {
    case low, medium, high, certain

    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What a verdict rests on: stable codes.
public enum ExitEvidence: String, CaseIterable, Sendable {
    case noEarlierLog = "no-earlier-log"
    case stateMissing = "state-missing"
    case stateUnreadable = "state-unreadable"
    case stateEmpty = "state-empty"
    case processAlive = "process-alive"
    case crashMarker = "crash-marker"
    case crashMarkerCut = "crash-marker-cut"
    case signalSurvived = "signal-survived"
    case exitByUser = "exit-user"
    case exitBySignal = "exit-signal"
    case exitByCall = "exit-api"
    case exitOther = "exit-other"
    case terminating
    case debuggerAttached = "debugger-attached"
    case bootChanged = "boot-changed"
    case bootClockWentBack = "boot-clock-went-back"
    case osChanged = "os-changed"
    case batteryEmpty = "battery-empty"
    case appChanged = "app-changed"
    case buildChanged = "build-changed"
    case binaryChanged = "binary-changed"
    case mainThreadHung = "main-thread-hung"
    case memoryKill = "memory-kill-counted"
    case lowMemory = "low-memory"
    case taskLimit = "task-past-limit"
    case cpuLimit = "cpu-past-limit"
    case thermalCritical = "thermal-critical"
    case neverLaunched = "never-launched"
    case inBackground = "background"
    case inForeground = "foreground"
    case stateUnknown = "state-unknown"
    case noCrashMarker = "no-crash-marker"
    case noCleanExit = "no-clean-exit"
}

/// The verdict on the end of a run.
public struct ExitVerdict: Hashable, Sendable {
    /// Where the app stood, as far as it matters here.
    public enum LastState: String, CaseIterable, Sendable {
        case foreground = "fg"
        case background = "bg"
        case unknown
    }

    public var cause: ExitCause
    public var last: LastState
    /// Whether the run announced its end. Not the opposite of `crashed`: a killed run is neither.
    public var clean: Bool
    public var crashed: Bool
    public var certainty: Certainty
    public var evidence: [ExitEvidence]
    /// The signal of a crash, where it is known.
    public var signal: Int?

    /// Parameters of a `prev-exit` record as far as they come from here: `last cause clean crashed confidence evidence
    /// sig`.
    public var fields: [Record.Field] {
        var fields: [Record.Field] = [
            .init("last", .string(last.rawValue)), .init("cause", .string(cause.rawValue)),
            .init("clean", .bool(clean)), .init("crashed", .bool(crashed)),
            .init("confidence", .string(certainty.rawValue)),
            .init("evidence", .array(evidence.map { .string($0.rawValue) })),
        ]
        if let signal { fields.append(.init("sig", .integer(Int64(signal)))) }
        return fields
    }
}
