import CCrashTap
@_exported import FieldModel
@_exported import LogFormat

/// Keeps a log that survives its process: what `record` has returned from is in the log whatever happens to the app, short of
/// the power.
///
///     let recorder = try Recorder(openingLogAt: path, .init(app: "Wanderer", build: "12"))
///     recorder.record(.mark) { $0.add("text", "left the house") }
///     let n = recorder.record(fix, ruling: ruling)
///
/// Recording is synchronous, never throws, and allocates nothing for numbers, flags and short texts. It may be called from
/// any thread. One recorder is open for the life of the process; `close` is for an end in order.
public final class Recorder: Sendable {
    /// The folder of the log: the one asked for, or `p-<pid>-<boot>/` inside it where another process writes that.
    public let folder: String
    /// This run's UUID.
    public let run: String
    /// What was recorded at the launch and concerns a core, `launched` first, with the stamps to decide with.
    public let launchSignals: [(signal: Signal, stamp: Stamp)]
    /// How the run before this one ended.
    public let previousExit: ExitVerdict
    /// Whether memory is not a file, so that everything is written through at once: there was no room for the state.
    public var isDegraded: Bool { log.degraded }
    /// Why the folder could not be had at the launch, a locked device or a full disk: the records stay in memory until it can
    /// be, and go to a folder of their own. Nil where all is well.
    public let failure: RecorderError?
    /// Whether recording is compiled in at all (docs/recording.md).
    public static let isCompiledIn = true

    let log: MappedLog
    let heart: Heart
    let flusher: Flusher
    let mainWatch: MainWatch?
    let settings: SettingsFile
    private let beater = Worker()
    private let flushing = Worker()
    private let listener = Locked<Listener?>(nil)
    private let isClosed = Locked(false)

    /// Opens the log in the folder `path`, which is made where it is not there: completes what the last run left, writes
    /// `launch`, `prev-exit` and `tz`, begins to beat and to flush, and catches fatal signals.
    public init(openingLogAt path: String, _ configuration: Configuration = Configuration()) throws(RecorderError) {
        try configuration.check()
        let launch = try Launch(path, configuration).run()
        log = launch.log
        folder = launch.log.folder
        run = launch.run
        previousExit = launch.verdict
        failure = launch.failure
        heart = Heart(
            log, resources: configuration.resources, power: configuration.power,
            period: configuration.heartbeatPeriod, offset: launch.offset, zone: launch.zone)
        settings = SettingsFile(in: folder)
        flusher = Flusher(
            log, period: configuration.flushPeriod, synchronization: configuration.synchronization,
            retention: Retention(days: configuration.keepDays, bytes: configuration.keepBytes), settings: settings)
        mainWatch = configuration.mainThread.map { [log] in MainWatch(log, $0) }
        ct_note_images()
        if configuration.catchesSignals { ct_arm(log.tap) }
        launchSignals = [(.launched(run: launch.run, boot: launch.boot), launch.stamp), heart.writeZone()]
        noteDevice(at: launch.stamp, zone: launch.zone)
        startWorker(configuration)
    }

    /// What `settings.json` says of the device is this launch's.
    private func noteDevice(at stamp: Stamp, zone: String) {
        let state = log.state
        let texts = [
            ("app", ct_app(state)), ("build", ct_build(state)), ("binary", ct_binary(state)), ("os", ct_os(state)),
            ("device", ct_device(state)),
        ]
        let fields = texts.map { Record.Field($0, .string($1.map { String(cString: $0) } ?? "")) }
        settings.note(
            RecordKind.launch.rawValue, fields + [.init("zone", .string(zone)), .init("run", .string(run))], at: stamp)
    }

    private func startWorker(_ configuration: Configuration) {
        let scale =
            switch configuration.clock {
            case .scaled(_, let scale): scale
            case .system, .manual: 1.0
            }
        let (heart, flusher, mainWatch) = (heart, flusher, mainWatch)
        let onBeat = configuration.synchronization == .onHeartbeat
        log.wake = { [unowned flushing] in flushing.wake() }
        // A manual clock has whoever moves it call for its beats.
        let beatsByItself = if case .manual = configuration.clock { false } else { true }
        beater.start {
            guard beatsByItself else { return Int64(1) << 40 }
            let toBeat = heart.turn { if onBeat { flusher.oweSynchronizing() } }
            let wait = min(toBeat, mainWatch?.turn() ?? toBeat)
            return Int64((Double(wait) / scale).rounded(.up))
        }
        flushing.start { flusher.turn() }
        let spare = (folder + "/state/next.state", configuration.ringBytes)
        if !log.degraded { NewState.makeSpare(at: spare.0, ringBytes: spare.1) }
    }

    /// The log's clocks now: the stamp for a fix as it arrives. Its number is 0.
    public var now: Stamp { log.now }

    /// Hands what the recorder finds out by itself, a hole or another time zone, to `listener` instead of recording it. Who
    /// has a core records it and decides on it in one go, in the order of its other signals; so a replay decides the
    /// same. Called on a thread of the recorder, which must not be kept waiting.
    public func passOn(to listener: @escaping @Sendable (Signal) -> Void) { heart.passOn(to: listener) }

    /// Moves everything recorded so far to the files, on the calling thread: before an export, on the way to the
    /// background. False where that failed; the records stay safe in the ring.
    @discardableResult
    public func flush() -> Bool { flusher.flushForOthers() == 0 }

    /// Shows the log while it is written: `hear` gets what was recorded since the last call, every `period` ms, on a thread of
    /// its own. Recording never waits for it and costs nothing more; what went by too fast is counted. Another call replaces
    /// the listener, nil ends it.
    public func listen(every period: Int64 = 250, _ hear: (@Sendable (LiveLines) -> Void)?) {
        let new = hear.map { Listener(log, every: period, $0) }
        let old = listener.with { listener -> Listener? in
            defer { listener = new }
            return listener
        }
        old?.stop()
        new?.start()
    }

    /// Gives the calling thread a stack of its own for the crash handler, so that an overflow of its ordinary one is written
    /// down too. The opening thread has one.
    public func prepareThread() { _ = ct_prepare_thread() }

    /// Ends the log in order: writes `exit`, flushes, and stops the recorder's threads. Later records are not kept.
    public func close(_ reason: ExitReason = .api) {
        let isFirst = isClosed.with { closed in
            defer { closed = true }
            return !closed
        }
        guard isFirst else { return }
        beater.stop()
        flushing.stop()
        // Before the last line: what the medium refuses now can still be said.
        flusher.finish()
        let stamp = log.append(event: RecordKind.exit.rawValue, reserve: 0) { $0.add("reason", reason.rawValue) }
        ct_set(&log.state.pointee.life.exitN, stamp.n)
        ct_set(&log.state.pointee.life.exitReason, UInt64(reason.word.rawValue))
        ct_log_close(log.tap)
        flusher.finish()
        listen(nil)
        ct_disarm(log.tap)
        log.state.pointee.identity.pid = 0
    }

    deinit { close() }

    /// Why a log ends in order.
    public enum ExitReason: String, Sendable {
        case user, api

        var word: ct_exit_reason { self == .user ? CT_EXIT_USER : CT_EXIT_API }
    }
}
