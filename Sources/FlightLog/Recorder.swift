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

    let log: MappedLog
    let heart: Heart
    let flusher: Flusher
    private let worker = Worker()
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
        heart = Heart(
            log, resources: configuration.resources, power: configuration.power,
            period: configuration.heartbeatPeriod, offset: launch.offset, zone: launch.zone)
        flusher = Flusher(
            log, period: configuration.flushPeriod, synchronization: configuration.synchronization,
            retention: Retention(days: configuration.keepDays, bytes: configuration.keepBytes))
        ct_note_images()
        if configuration.catchesSignals { ct_arm(log.tap) }
        launchSignals = [(.launched(run: launch.run, boot: launch.boot), launch.stamp), heart.writeZone()]
        startWorker(configuration)
    }

    private func startWorker(_ configuration: Configuration) {
        let scale =
            switch configuration.clock {
            case .scaled(_, let scale): scale
            case .system, .manual: 1.0
            }
        let (heart, flusher, worker, log) = (heart, flusher, worker, log)
        let onBeat = configuration.synchronization == .onHeartbeat
        log.wake = { [unowned worker] in worker.wakeFlusher() }
        // A manual clock has whoever moves it call for its beats.
        let beatsByItself = if case .manual = configuration.clock { false } else { true }
        worker.start(
            beat: {
                guard beatsByItself else { return Int64(1) << 40 }
                let wait = heart.turn()
                if onBeat { flusher.synchronize() }
                return Int64((Double(wait) / scale).rounded(.up))
            },
            flush: { flusher.turn() })
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
    public func flush() -> Bool { flusher.flush() == 0 }

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
        worker.stop()
        let stamp = log.append(event: RecordKind.exit.rawValue, reserve: 0) { $0.add("reason", reason.rawValue) }
        log.state.pointee.life.exitN = stamp.n
        log.state.pointee.life.exitReason = UInt64(reason.word.rawValue)
        ct_log_close(log.tap)
        flusher.flush()
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
