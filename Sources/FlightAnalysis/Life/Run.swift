import FieldModel
import LogFormat

/// One life of the process, as its log tells it.
public struct Run: Hashable, Sendable {
    /// The run's id; empty where the log begins without a launch.
    public var id: String
    public var start: Moment
    /// The last sign of life.
    public var end: Moment
    /// ms of gaps within it.
    public var gaps: Int64 = 0
    /// ms from start to end.
    public var duration: Int64 = 0
    public var events = 0
    public var samples = 0
    public var beats = 0
    /// Heartbeat period, ms; nil where none was declared.
    public var period: Int64?
    /// Parameters of its `launch` record.
    public var launch: [Record.Field] = []

    func text(_ key: String) -> String? { launch.first { $0.key == key }?.value.string }

    public var app: String? { text("app") }
    public var build: String? { text("build") }
    public var device: String? { text("device") }
    public var os: String? { text("os") }
    /// What started the process.
    public var reason: String? { text("reason") }
}

/// How a run ended, with what is known about it.
public struct RunEnd: Hashable, Sendable {
    public var run: String
    /// The last sign of life.
    public var at: Moment
    /// `ExitCause` or a cause of another version, letter for letter; `end-unknown` where no later run tells.
    public var cause: String
    public var last: ExitVerdict.LastState
    public var clean: Bool
    public var crashed: Bool
    public var certainty: Certainty
    public var evidence: [String]
    public var signal: Int?
    /// Whether the phone itself came to the verdict, or the desk did.
    public var isRecorded: Bool
    /// Return addresses of the crash, hexadecimal, where its marker has them.
    public var addresses: [String] = []
    /// The same with the programs and libraries they lie in, and what `Symbols` found out about them.
    public var frames: [CrashFrame] = []
    public var binary: String?
    /// ms until the next launch; nil where none follows.
    public var untilLaunch: Int64?
    /// What started the next run.
    public var launchReason: String?
    public var context: LifeContext
    /// The last events before the end.
    public var lastRecords: [Record] = []
}

/// The facts of a run that its end is judged by, gathered while its records go by.
struct RunFacts: Sendable {
    /// How many of the last events are kept for the card of its end.
    static let keptRecords = 6

    var run: Run
    var crash: EndedRun.Crash?
    var addresses: [String] = []
    var frames: [CrashFrame] = []
    var exit: EndedRun.CleanExit?
    var batteryLevel: Double?
    var plugged: Bool?
    var wasUsed = false
    /// The last few, the oldest at `oldest`.
    private var kept: [Record] = []
    private var oldest = 0

    init(run: Run) { self.run = run }

    /// The last few events, in their order.
    var lastRecords: [Record] { Array(kept[oldest...] + kept[..<oldest]) }

    /// Takes an event of this run.
    mutating func note(_ event: Event) {
        let record = event.record
        if kept.count < Self.keptRecords {
            kept.append(record)
        } else {
            kept[oldest] = record
            oldest = (oldest + 1) % Self.keptRecords
        }
        switch event.kind {
        case .crash:
            crash = .init(signal: record["sig"]?.integer.flatMap(Int.init(exactly:)), lifeAfter: false)
            addresses = record["pc"]?.array?.compactMap(\.string) ?? []
            frames = CrashFrame.all(in: record)
            return
        case .exit:
            exit = .init(reason: record["reason"]?.string ?? "", lifeAfter: false)
            return
        case .battery:
            batteryLevel = record["level"]?.double ?? batteryLevel
            plugged = record["plugged"]?.bool ?? plugged
        case .heartbeat:
            batteryLevel = record["bat"]?.double ?? batteryLevel
            plugged = record["plugged"]?.bool ?? plugged
            wasUsed = true
        case .app, .track: wasUsed = true
        default: break
        }
        lifeGoesOn()
    }

    /// A sign of life: whatever was taken for the end was not.
    mutating func lifeGoesOn() {
        crash?.lifeAfter = true
        exit?.lifeAfter = true
    }

    /// A line that began as a crash and was cut off. Its writer died in its handler.
    mutating func crashWasCut() {
        if crash == nil || crash?.lifeAfter == true { crash = .init(signal: nil, lifeAfter: false) }
    }

    /// What the classifier is given.
    func endedRun(_ context: LifeContext) -> EndedRun {
        var ended = EndedRun(trace: .kept)
        ended.crash = crash
        ended.exit = exit
        ended.lastState = context.app
        ended.boot = run.text("boot")
        ended.app = run.text("app")
        ended.build = run.text("build")
        ended.binary = run.text("binary")
        ended.os = run.text("os")
        ended.batteryLevel = batteryLevel
        ended.plugged = plugged
        ended.prewarmedOnly = run.reason == "prewarm" && !wasUsed
        return ended
    }
}
