import CCrashTap
import FieldModel
import LogFormat

extension Recorder {
    /// Records an event; `fill` adds its parameters. The stamp says its number and its clocks; the number is 0 where it could
    /// not be kept.
    ///
    ///     recorder.record(.steps) { $0.add("count", 12) }
    @discardableResult
    public func record(_ kind: RecordKind, _ fill: (inout EventFields) -> Void = { _ in }) -> Stamp {
        // What cannot be read back, as too deep a value, is recorded all the same.
        if SettingsFile.takes(kind), let fields = log.fields(fill) {
            return record(kind: kind.rawValue, fields: fields)
        }
        return log.append(event: kind.rawValue, fill)
    }

    /// Records an event of a kind of the app's own. A kind is a stable code: lower case letters, digits, `-` and `.`.
    @discardableResult
    public func record(kind: String, _ fill: (inout EventFields) -> Void = { _ in }) -> Stamp {
        log.append(event: kind, fill)
    }

    /// Records an event whose parameters are known as a list.
    @discardableResult
    public func record(kind: String, fields: [Record.Field]) -> Stamp {
        let stamp = log.append(event: kind) { line in
            for field in fields { line.add(field) }
        }
        // What was not kept was not heard, as in a child of a fork.
        if stamp.n != 0, settings.note(kind, fields, at: stamp) { log.wake() }
        return stamp
    }

    /// Records a fix with what was decided about it at once, and returns its number; 0 where it could not be kept. A
    /// reading that was invalid on entry is rejected whoever decides. Without a ruling the row has no verdict.
    @discardableResult
    public func record(_ fix: Fix, ruling: Ruling?) -> SequenceNumber {
        if let defect = fix.defect, ruling == nil {
            return log.append(sample: fix, verdict: .rejected, reason: "invalid.\(defect.rawValue)")
        }
        return log.append(sample: fix, verdict: ruling?.verdict, reason: ruling?.reason?.rawValue ?? "")
    }

    /// Records anything that came in but a fix. The stamp is the one to decide with.
    @discardableResult
    public func record(_ signal: Signal) -> Stamp {
        switch signal {
        case .fixArrived(let fix):
            var stamp = fix.stamp
            stamp.n = record(fix, ruling: nil)
            return stamp
        case .appMoved(let state): return appMoved(to: state)
        case .motionRead(let reading): heart.note { $0.motion = reading.kind }
        default: break
        }
        guard let (kind, fields) = signal.eventParts else { return now }
        return record(kind: kind.rawValue, fields: fields)
    }

    /// Records a motion report.
    @discardableResult
    public func record(_ motion: MotionReading) -> Stamp { record(.motionRead(motion)) }

    /// Records what was decided because of the input numbered `input`. A ruling on the fix just given stands in its sample,
    /// and gives no event.
    public func record(_ decision: Decision, by input: SequenceNumber) {
        guard let (kind, fields) = decision.event(by: input) else { return }
        if case .setProfile(let profile) = decision { heart.note { $0.profile = profile.label } }
        record(kind: kind.rawValue, fields: fields)
    }

    /// Records where the app now stands with the system. Everything pending is flushed on the way to the background and at
    /// the end: the process may not run again.
    @discardableResult
    public func appMoved(to state: AppState) -> Stamp {
        heart.note { $0.appState = state }
        let stamp = record(.app) { $0.add("to", state.rawValue) }
        ct_set(&log.state.pointee.life.appState, state.word)
        ct_set_signed(&log.state.pointee.life.appStateBoot, stamp.bootTime?.rawValue ?? 0)
        if state == .foreground { ct_set(&log.state.pointee.life.prewarmed, 0) }
        if state == .background || state == .terminating { flush() }
        return stamp
    }

    /// Records every change of state that `lifecycle` tells of from now on.
    public func follow(_ lifecycle: some Lifecycle) { lifecycle.watch { [weak self] in self?.appMoved(to: $0) } }

    /// Records that tracking begins or ends: a session.
    @discardableResult
    public func trackingTurned(on: Bool) -> Stamp { record(.track) { $0.add("on", on) } }

    /// Records the tester's own mark.
    @discardableResult
    public func mark(_ text: String) -> Stamp { record(.mark) { $0.add("text", text) } }

    /// Records the settings of the location service, whole.
    @discardableResult
    public func record(settings: [Record.Field]) -> Stamp {
        record(kind: RecordKind.settings.rawValue, fields: settings)
    }

    /// Says that no heartbeats are to be expected from here on, until they are turned on again: silence is then no gap.
    public func turnHeartbeats(on: Bool) { heart.turn(on: on) }

    /// Beats now where a beat is due. Only for those who move a manual clock: otherwise a thread does it.
    public func beatIfDue() {
        _ = heart.turn()
        _ = mainWatch?.turn()
    }

    // MARK: What only the state keeps

    /// Notes that the system says memory is short: the next launch may need to know.
    public func noteLowMemory() {
        ct_set_signed(&log.state.pointee.life.memoryLowBoot, log.now.bootTime?.rawValue ?? 0)
    }

    /// Notes that the main thread was asked for a sign of life, and has not given one yet. `Configuration.mainThread` does
    /// this by itself.
    public func mainThreadAsked() { log.noteMainThreadAsked() }

    /// Notes that it has.
    public func mainThreadAnswered() { log.noteMainThreadAnswered() }

    /// Notes that a background task runs, and until when it may; nil when it has ended.
    public func noteBackgroundTask(until limit: BootTime?) {
        ct_set_signed(&log.state.pointee.life.taskLimitBoot, limit?.rawValue ?? 0)
    }

    /// Notes that the system started the process ahead of need.
    public func notePrewarmed() { ct_set(&log.state.pointee.life.prewarmed, 1) }
}
