import FieldModel

/// From what the last run left and what is the case now to one verdict. The rules stand in order; the first that matches
/// decides. Order and meaning: the table in docs/formats.md under `prev-exit`.
///
/// Evidence that the Linux adapters write: everything but thermal state, background tasks and prewarming, which only a
/// phone has; those words stay empty here, and their rules never match.
enum ExitClassifier {
    /// A main thread that did not answer for this long in the foreground was ended by the watchdog. Apple gives no number;
    /// its own hang reports begin far below, its kills at some seconds.
    static let hang: Int64 = 5000
    /// Low memory this close to the end explains it. The system needs seconds to choose and end a process.
    static let memoryWindow: Int64 = 10_000
    /// Permille of one processor in the background from which a phone ends a process (80 % over a minute).
    static let busyShare = 800
    /// Below this a battery may have ended the run.
    static let emptyBattery = 0.03

    static func verdict(on previous: PreviousRun, in now: Circumstances) -> ExitVerdict {
        for rule in rules {
            if let verdict = rule(previous, now) { return verdict }
        }
        return killed(previous)
    }

    private typealias Rule = @Sendable (PreviousRun, Circumstances) -> ExitVerdict?

    private static let rules: [Rule] = [
        firstLaunch, stateLost, stillRunning, crash, exit, terminating, debugger, reboot, update, watchdog, outOfMemory,
        taskTimeout, processorUse, thermal, prewarm,
    ]

    private static func verdict(
        _ previous: PreviousRun, _ cause: ExitVerdict.Cause, _ confidence: ExitVerdict.Confidence,
        _ evidence: [ExitVerdict.Evidence], clean: Bool = false, crashed: Bool = false, signal: Int? = nil
    ) -> ExitVerdict {
        ExitVerdict(
            cause: cause, confidence: confidence, evidence: evidence, last: last(previous), isClean: clean,
            hasCrashed: crashed, signal: signal)
    }

    private static func last(_ previous: PreviousRun) -> ExitVerdict.LastState {
        switch previous.appState {
        case .foreground, .inactive: .foreground
        case .background: .background
        case .terminating, nil: .unknown
        }
    }

    private static func isInBackground(_ previous: PreviousRun) -> Bool { last(previous) != .foreground }

    // MARK: Rules, in their order

    private static func firstLaunch(_ previous: PreviousRun, _ now: Circumstances) -> ExitVerdict? {
        guard previous.trace == .missing, !previous.hasOlderLog else { return nil }
        return verdict(previous, .firstLaunch, .certain, [.noState, .noOlderLog])
    }

    private static func stateLost(_ previous: PreviousRun, _ now: Circumstances) -> ExitVerdict? {
        let evidence: ExitVerdict.Evidence
        switch previous.trace {
        case .readable: return nil
        case .missing: evidence = .noState
        case .empty: evidence = .emptyState
        case .unreadable: evidence = .unreadableState
        }
        return verdict(
            previous, .stateLost, .certain, [evidence] + (previous.hasTornCrash ? [.tornCrash] : []),
            crashed: previous.hasTornCrash)
    }

    private static func stillRunning(_ previous: PreviousRun, _ now: Circumstances) -> ExitVerdict? {
        guard previous.isAlive else { return nil }
        return verdict(previous, .stillRunning, .certain, [.processAlive])
    }

    private static func crash(_ previous: PreviousRun, _ now: Circumstances) -> ExitVerdict? {
        if let fatal = previous.fatal {
            return verdict(
                previous, .crash, .certain, [.fatalSignal], crashed: true,
                signal: fatal.signal == 0 ? nil : fatal.signal)
        }
        guard previous.hasTornCrash else { return nil }
        return verdict(previous, .crash, .high, [.tornCrash], crashed: true)
    }

    private static func exit(_ previous: PreviousRun, _ now: Circumstances) -> ExitVerdict? {
        switch previous.cleanExit {
        case nil: return nil
        case .user, .api: return verdict(previous, .exit, .certain, [.exitNoted], clean: true)
        case .signal(let signal):
            return verdict(previous, .exit, .certain, [.exitNoted, .exitSignal], clean: true, signal: signal)
        }
    }

    private static func terminating(_ previous: PreviousRun, _ now: Circumstances) -> ExitVerdict? {
        guard previous.appState == .terminating else { return nil }
        return verdict(previous, .killedWhileTerminating, .high, [.terminating])
    }

    private static func debugger(_ previous: PreviousRun, _ now: Circumstances) -> ExitVerdict? {
        guard previous.debuggerAttached else { return nil }
        return verdict(previous, .debugger, .high, [.debuggerAttached])
    }

    private static func reboot(_ previous: PreviousRun, _ now: Circumstances) -> ExitVerdict? {
        guard !previous.boot.isEmpty, !now.boot.isEmpty, previous.boot != now.boot else { return nil }
        var evidence: [ExitVerdict.Evidence] = [.otherBoot]
        if previous.os != now.os { evidence.append(.otherSystem) }
        if let level = previous.batteryLevel, level <= emptyBattery { evidence.append(.batteryEmpty) }
        // A machine without a battery, or one on the cable, that stood at once.
        if previous.batteryLevel == nil || previous.isPlugged == true { evidence.append(.powerLoss) }
        return verdict(previous, .reboot, .high, evidence)
    }

    private static func update(_ previous: PreviousRun, _ now: Circumstances) -> ExitVerdict? {
        var evidence: [ExitVerdict.Evidence] = []
        if previous.app != now.app { evidence.append(.otherApp) }
        if previous.build != now.build { evidence.append(.otherBuild) }
        if previous.binary != now.binary { evidence.append(.otherBinary) }
        return evidence.isEmpty ? nil : verdict(previous, .update, .medium, evidence)
    }

    private static func watchdog(_ previous: PreviousRun, _ now: Circumstances) -> ExitVerdict? {
        guard !isInBackground(previous), let silence = previous.mainThreadSilence, silence >= hang else { return nil }
        return verdict(previous, .watchdog, .medium, [.mainThreadHung, .foreground])
    }

    private static func outOfMemory(_ previous: PreviousRun, _ now: Circumstances) -> ExitVerdict? {
        if let before = previous.memoryKills, let after = now.memoryKills, after > before {
            return verdict(previous, .outOfMemory, .high, [.memoryKill])
        }
        guard let age = previous.memoryLowAge, age <= memoryWindow else { return nil }
        return verdict(previous, .outOfMemory, .medium, [.memoryLow])
    }

    private static func taskTimeout(_ previous: PreviousRun, _ now: Circumstances) -> ExitVerdict? {
        guard let overrun = previous.taskOverrun, overrun >= 0 else { return nil }
        return verdict(previous, .taskTimeout, .medium, [.taskPastLimit])
    }

    private static func processorUse(_ previous: PreviousRun, _ now: Circumstances) -> ExitVerdict? {
        guard last(previous) == .background, previous.processorShare >= busyShare else { return nil }
        return verdict(previous, .processorUse, .low, [.processorBusy, .background])
    }

    private static func thermal(_ previous: PreviousRun, _ now: Circumstances) -> ExitVerdict? {
        guard previous.thermal == .critical else { return nil }
        return verdict(previous, .thermal, .low, [.thermalCritical])
    }

    private static func prewarm(_ previous: PreviousRun, _ now: Circumstances) -> ExitVerdict? {
        guard previous.isPrewarmed else { return nil }
        return verdict(previous, .prewarm, .high, [.prewarmed])
    }

    /// None of the rules: ended from outside. In the background, jetsam, user and system cannot be told apart from
    /// inside, and the low confidence says so.
    private static func killed(_ previous: PreviousRun) -> ExitVerdict {
        switch last(previous) {
        case .foreground: verdict(previous, .killed, .medium, [.foreground])
        case .background: verdict(previous, .killed, .low, [.background])
        case .unknown: verdict(previous, .killed, .low, [.stateUnknown])
        }
    }
}
