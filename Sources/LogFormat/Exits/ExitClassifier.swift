import FieldModel

/// Why a run ended: one pure function from what the run left and what the next launch found. The rules stand in order,
/// the first that matches decides. Jetsam, the user's swipe and the system's own housekeeping look the same from
/// inside, and `killed` says no more than that.
///
/// Which evidence an adapter of this toolkit has really written: state, pid, crash marker, clean exit, app state, boot
/// id, app, build, binary (Linux). Never written yet, since they need a phone: main thread watch, low memory warnings,
/// task, CPU and thermal limits, prewarm.
public enum ExitClassifier {
    /// A main thread that has not answered for so long in the foreground is what the system's watchdog ends; ms.
    public static let watchdogHang: Int64 = 5_000
    /// A warning of low memory counts this long; ms.
    public static let lowMemoryReach: Int64 = 10_000
    /// Below this level and unplugged the battery may have been what ended the machine.
    public static let emptyBattery = 0.03

    /// The verdict on `run`, as the launch that came after it can give it.
    public static func verdict(on run: EndedRun, foundBy launch: NextLaunch) -> ExitVerdict {
        switch run.trace {
        case .none: return verdict(run, .firstLaunch, .certain, [.noEarlierLog])
        case .stateLost(let loss): return verdict(run, .stateLost, .certain, [evidence(of: loss)])
        case .kept: break
        }
        if run.isRunning { return verdict(run, .stillRunning, .certain, [.processAlive]) }
        if let crash = run.crash, !crash.lifeAfter {
            return crash.signal == nil
                ? verdict(run, .crash, .high, [.crashMarkerCut]) : verdict(run, .crash, .certain, [.crashMarker])
        }
        if let exit = run.exit, !exit.lifeAfter { return verdict(run, .exit, .certain, [evidence(of: exit)]) }
        if run.lastState == .terminating {
            return verdict(run, .killedWhileTerminating, .high, [.terminating, .noCleanExit])
        }
        if run.debugger { return verdict(run, .debugger, .medium, [.debuggerAttached]) }
        return restart(run, launch) ?? pressure(run, launch) ?? killed(run)
    }

    /// The machine or the program was changed under it.
    private static func restart(_ run: EndedRun, _ launch: NextLaunch) -> ExitVerdict? {
        var reboot: [ExitEvidence] = []
        if differ(run.boot, launch.boot) { reboot.append(.bootChanged) }
        if launch.bootClockWentBack { reboot.append(.bootClockWentBack) }
        if !reboot.isEmpty {
            if differ(run.os, launch.os) { reboot.append(.osChanged) }
            if let level = run.batteryLevel, level <= emptyBattery, run.plugged != true { reboot.append(.batteryEmpty) }
            return verdict(run, .reboot, .high, reboot)
        }
        var update: [ExitEvidence] = []
        if differ(run.app, launch.app) { update.append(.appChanged) }
        if differ(run.build, launch.build) { update.append(.buildChanged) }
        if differ(run.binary, launch.binary) { update.append(.binaryChanged) }
        return update.isEmpty ? nil : verdict(run, .update, .high, update)
    }

    /// The system had a reason to end it.
    private static func pressure(_ run: EndedRun, _ launch: NextLaunch) -> ExitVerdict? {
        if let hung = run.mainThreadHung, hung >= watchdogHang, run.lastState == .foreground {
            return verdict(run, .watchdog, .medium, [.mainThreadHung, .inForeground])
        }
        if launch.memoryKillsRose { return verdict(run, .outOfMemory, .high, [.memoryKill]) }
        if let before = run.lowMemoryBeforeEnd, (0...lowMemoryReach).contains(before) {
            return verdict(run, .outOfMemory, .medium, [.lowMemory])
        }
        if run.taskPastLimit { return verdict(run, .taskTimeout, .medium, [.taskLimit]) }
        if run.cpuPastLimit { return verdict(run, .cpu, .medium, [.cpuLimit]) }
        if run.thermalCritical { return verdict(run, .thermal, .medium, [.thermalCritical]) }
        if run.prewarmedOnly { return verdict(run, .prewarm, .medium, [.neverLaunched]) }
        return nil
    }

    private static func killed(_ run: EndedRun) -> ExitVerdict {
        switch run.lastState {
        case .foreground, .inactive: verdict(run, .killed, .medium, [.inForeground, .noCrashMarker, .noCleanExit])
        case .background, .terminating: verdict(run, .killed, .low, [.inBackground, .noCrashMarker, .noCleanExit])
        case nil: verdict(run, .killed, .low, [.stateUnknown, .noCrashMarker, .noCleanExit])
        }
    }

    private static func verdict(
        _ run: EndedRun, _ cause: ExitCause, _ certainty: Certainty, _ evidence: [ExitEvidence]
    ) -> ExitVerdict {
        let last: ExitVerdict.LastState =
            switch run.lastState {
            case .foreground, .inactive: .foreground
            case .background: .background
            case .terminating, nil: .unknown
            }
        var evidence = evidence
        if cause != .crash, run.crash?.lifeAfter == true { evidence.append(.signalSurvived) }
        // A state that is lost says nothing of the end, but the log may: a crash is a fact of its own.
        let crashedUnseen = cause == .stateLost && run.crash?.lifeAfter == false
        if crashedUnseen { evidence.append(.crashMarkerCut) }
        return ExitVerdict(
            cause: cause, last: last, clean: cause == .exit, crashed: cause == .crash || crashedUnseen,
            certainty: certainty, evidence: evidence, signal: cause == .crash ? run.crash?.signal : nil)
    }

    /// Two ids that are both known and not the same.
    private static func differ(_ before: String?, _ after: String?) -> Bool {
        guard let before, let after, !before.isEmpty, !after.isEmpty else { return false }
        return before != after
    }

    private static func evidence(of loss: EndedRun.StateLoss) -> ExitEvidence {
        switch loss {
        case .missing: .stateMissing
        case .unreadable: .stateUnreadable
        case .empty: .stateEmpty
        }
    }

    private static func evidence(of exit: EndedRun.CleanExit) -> ExitEvidence {
        switch exit.reason {
        case "user": .exitByUser
        case "signal": .exitBySignal
        case "api": .exitByCall
        default: .exitOther
        }
    }
}
