/// The heart of an app that records where people go: what comes in is recorded, decided on, and what was decided is
/// recorded behind it. All of it happens on one queue, in one order, so that a replay of the log decides the same.
import DecisionCore
import Dispatch
import FieldModel
import FlightLog

final class Tracker: @unchecked Sendable {
    private let recorder: Recorder
    private let memory: CoreMemory
    /// Nil where the database could not be opened: the log goes on without it.
    private let track: TrackKeeper?
    private let queue = DispatchQueue(label: "tracker")
    private var core: any DecidingCore
    /// The timers that the core started, when they are due.
    private var timers: [String: BootTime] = [:]
    private var decisions: [Decision] = []
    private var day: CivilDate
    private var motion: MotionKind?
    private var appState = AppState.inactive

    /// How the location service is asked to work: what matters when its silence is to be explained.
    private static let settings = [
        Record.Field("pauses", false), Record.Field("indicator", true), Record.Field("background", true),
        Record.Field("session", true), Record.Field("slc", true), Record.Field("visits", true),
    ]

    /// Takes up where the last run of this log ended: the core gets its state back, hears of the launch, and
    /// settings, rules and whole state go into the log, where a replay begins.
    ///
    /// - Parameter live: says which core is to run, and gives it what is no part of its state.
    init(_ recorder: Recorder, _ live: LiveCore) {
        self.recorder = recorder
        memory = CoreMemory(in: recorder.folder, core: live.name)
        let opened = Result { () throws -> TrackKeeper? in
            // Only the trail has points to keep.
            guard live.name == TrailCore.name else { return nil }
            return try TrackKeeper(in: recorder.folder, name: recorder.run, at: recorder.now)
        }
        track = (try? opened.get()) ?? nil
        core = live.core(from: memory)
        day = CivilDate(recorder.now.wallTime)
        if case .failure(let error) = opened { note(error) }
        if let trail = core as? TrailCore { attempt { try track?.bringUpToDate(trail.rules, at: recorder.now) } }
        for (signal, stamp) in recorder.launchSignals { decide(signal, at: stamp) }
        let settings = Signal.settingsChanged(Self.settings)
        decide(settings, at: recorder.record(settings))
        recordCore()
        // What the recorder finds out by itself takes its place in our order.
        recorder.passOn { [weak self] signal in
            guard let self else { return }
            queue.async { self.take(signal) }
        }
    }

    /// The log's clocks now.
    var now: Stamp { recorder.now }

    /// Something came in. Any thread.
    func receive(_ signal: Signal) { queue.sync { take(signal) } }

    /// Lets the crash handler work on the calling thread even where its stack has run out.
    func prepareThread() { recorder.prepareThread() }

    /// Lets the timers of the core fire that are due. Any thread.
    func fireTimers() {
        queue.sync {
            guard let now = recorder.now.bootTime else { return }
            for (id, due) in timers.sorted(by: { $0.value < $1.value }) where due <= now {
                timers[id] = nil
                rollDay()
                let fields: [Record.Field] = [
                    .init("id", .string(id)), .init("due", .integer(due.rawValue)),
                    .init("fired", .integer(now.rawValue)),
                ]
                decide(.timerFired(id: id), at: recorder.record(kind: RecordKind.timer.rawValue, fields: fields))
            }
        }
    }

    /// Ends the log in order.
    func end() {
        queue.sync {
            memory.keep(core)
            attempt { try track?.flush(at: recorder.now) }
        }
        recorder.close(.user)
    }

    private func take(_ signal: Signal) {
        rollDay()
        switch signal {
        case .fixArrived(let fix): judge(fix)
        case .motionRead(let reading):
            motion = reading.kind
            decide(signal, at: recorder.record(signal))
        case .appMoved(let state):
            appState = state
            decide(signal, at: recorder.record(signal))
            // The process may not run again.
            if state != .foreground { memory.keep(core) }
        default: decide(signal, at: recorder.record(signal))
        }
        memory.keep(core, ifDueAt: recorder.now)
    }

    /// A fix is decided first: its verdict stands in its own row. The core learns afterwards which number it got.
    private func judge(_ delivered: Fix) {
        let now = recorder.now
        var fix = delivered
        fix.receiveTime = now.wallTime
        fix.bootTime = now.bootTime
        fix.motion = motion
        fix.appState = appState
        decisions.removeAll(keepingCapacity: true)
        core.decide(.fixArrived(fix), at: fix.stamp, into: &decisions)
        let n = recorder.record(fix, ruling: decisions.ruling)
        core.recorded(as: n)
        var stamp = now
        stamp.n = n
        write(.fixArrived(fix), at: stamp)
    }

    /// Everything else is recorded first, and decided with the number and the clocks it got.
    private func decide(_ signal: Signal, at stamp: Stamp) {
        decisions.removeAll(keepingCapacity: true)
        core.decide(signal, at: stamp, into: &decisions)
        write(signal, at: stamp)
    }

    /// What was decided is recorded, kept in the database, and carried out as far as there is something to carry out here.
    private func write(_ signal: Signal, at stamp: Stamp) {
        for decision in decisions {
            recorder.record(decision, by: stamp.n)
            switch decision {
            case .effect(.startTimer(let id, let milliseconds)):
                timers[id] = recorder.now.bootTime.map { $0 + milliseconds }
            case .effect(.cancelTimer(let id)): timers[id] = nil
            default: break
            }
        }
        if let trail = core as? TrailCore { attempt { try track?.take(signal, at: stamp, decisions, of: trail) } }
    }

    /// The log has everything: a database that fails is noted in it, and the app goes on.
    private func attempt(_ work: () throws -> Void) {
        do { try work() } catch { note(error) }
    }

    private func note(_ error: any Error) {
        recorder.record(kind: RecordKind.mark.rawValue, fields: [Record.Field("text", .string("track: \(error)"))])
    }

    /// Each day's file can be replayed without the days before it.
    private func rollDay() {
        let today = CivilDate(recorder.now.wallTime)
        guard today != day else { return }
        day = today
        recordCore()
    }

    private func recordCore() { recorder.record(kind: RecordKind.core.rawValue, fields: core.record) }
}

extension [Decision] {
    /// The verdict on the fix just decided.
    fileprivate var ruling: Ruling? {
        lazy.compactMap { if case .ruled(let ruling) = $0 { ruling } else { nil } }.first
    }
}
