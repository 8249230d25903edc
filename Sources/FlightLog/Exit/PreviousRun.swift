import FieldModel

/// What is left of the run before this one: the first of the classifier's two values. Made from the state file and the
/// last lines of the log; nothing in it is a conclusion.
struct PreviousRun: Hashable, Sendable {
    /// What became of its state file.
    enum Trace: Hashable, Sendable {
        case readable
        /// There is none.
        case missing
        /// It is there, and empty.
        case empty
        /// It is there, and no state, or contradicts itself.
        case unreadable
    }

    /// A signal that ended a run, or was about to.
    struct Fatal: Hashable, Sendable {
        /// 0 where it is not known.
        var signal: Int
    }

    var trace: Trace = .readable
    /// Whether the log has any record of an earlier run.
    var hasOlderLog = false
    var run = ""
    var boot = ""
    var app = ""
    var build = ""
    var binary = ""
    var os = ""
    /// A process of the run's number and start time is alive.
    var isAlive = false

    /// A fatal signal was being written down, and nothing was recorded after it.
    var fatal: Fatal?
    /// The last line of the log was never finished and begins as a crash.
    var hasTornCrash = false
    /// An end in order was noted, and nothing was recorded after it.
    var cleanExit: CleanExit?

    enum CleanExit: Hashable, Sendable {
        case user, api
        case signal(Int)
    }

    var appState: AppState?
    var debuggerAttached = false
    /// Of the battery at the last beat; nil where unknown.
    var batteryLevel: Double?
    var isPlugged: Bool?
    /// ms from the last look at the main thread that it did not answer, to the end; nil where it answered.
    var mainThreadSilence: Int64?
    /// ms from the last time memory was seen low to the end; nil where it never was.
    var memoryLowAge: Int64?
    /// Kills for memory in its group of processes, at the last beat.
    var memoryKills: UInt64?
    var thermal: ThermalState?
    /// ms by which a background task had run past its limit at the end; nil where none ran.
    var taskOverrun: Int64?
    /// Permille of one processor between the last two beats.
    var processorShare: Int = 0
    /// The system had started it ahead of need, and nobody had used it.
    var isPrewarmed = false
    /// The last sign of life of any kind; nil where there is none.
    var lastLife: Stamp?
}

/// What is the case now, at the launch that asks: the classifier's second value.
struct Circumstances: Hashable, Sendable {
    var boot = ""
    var app = ""
    var build = ""
    var binary = ""
    var os = ""
    /// Kills for memory in this group of processes, now.
    var memoryKills: UInt64?
}
