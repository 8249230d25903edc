import CCrashTap
import FieldModel
import LogFormat

extension PreviousRun {
    /// Permille of one processor in the background from which a phone ends a process (80 % over a minute).
    private static let busyShare: UInt64 = 800

    /// Reads the words of a state file.
    init(_ snapshot: OpaquePointer) {
        ended = EndedRun(trace: .kept)
        // Never null: the snapshot holds its own copy.
        let state = ct_snapshot_state(snapshot)!
        run = String(cString: ct_run(state))
        ended.boot = String(cString: ct_boot(state))
        ended.app = String(cString: ct_app(state))
        ended.build = String(cString: ct_build(state))
        ended.binary = String(cString: ct_binary(state))
        ended.os = String(cString: ct_os(state))
        ended.isRunning = ct_snapshot_alive(snapshot)
        readLife(state.pointee.life)
        readSignal(state.pointee.crash)
        readExit(state.pointee.life)
    }

    private mutating func readLife(_ life: ct_life) {
        if life.lastWall != 0 {
            lastLife = Stamp(
                wallTime: WallTime(life.lastWall), bootTime: BootTime(life.lastBoot), uptime: Uptime(life.lastUp))
        }
        ended.lastState = AppState(word: life.appState)
        ended.debugger = life.debugger == 1
        ended.batteryLevel = life.battery == 0 ? nil : Double(life.battery &- 1) / 1000
        ended.plugged = life.plugged == 0 ? nil : life.plugged == 2
        if life.mainAskedBoot != 0 { ended.mainThreadHung = life.lastBoot &- life.mainAskedBoot }
        if life.memoryLowBoot != 0 { ended.lowMemoryBeforeEnd = life.lastBoot &- life.memoryLowBoot }
        memoryKills = life.oomKills == 0 ? nil : life.oomKills &- 1
        ended.thermalCritical = life.thermal == ThermalState.critical.rawValue
        ended.taskPastLimit = life.taskLimitBoot != 0 && life.lastBoot >= life.taskLimitBoot
        ended.cpuPastLimit = ended.lastState == .background && life.cpuShare >= Self.busyShare
        ended.prewarmedOnly = life.prewarmed == 1
    }

    private mutating func readSignal(_ crash: ct_crash) {
        let signal = crash.sig == 0 ? nil : Int(truncatingIfNeeded: crash.sig)
        switch UInt32(truncatingIfNeeded: crash.phase) {
        case CT_CRASHING.rawValue, CT_CRASHED.rawValue: ended.crash = .init(signal: signal, lifeAfter: false)
        case CT_ENDING.rawValue, CT_ENDED.rawValue: ended.exit = .init(reason: "signal", lifeAfter: false)
        default: if crash.survived > 0 { ended.crash = .init(signal: signal, lifeAfter: true) }
        }
    }

    /// An end that was noted counts only while nothing was recorded after it.
    private mutating func readExit(_ life: ct_life) {
        guard ended.exit == nil else { return }
        let reason: String
        switch UInt32(truncatingIfNeeded: life.exitReason) {
        case CT_EXIT_USER.rawValue: reason = "user"
        case CT_EXIT_API.rawValue: reason = "api"
        case CT_EXIT_SIGNAL.rawValue: reason = "signal"
        default: return
        }
        ended.exit = .init(reason: reason, lifeAfter: life.nextN > life.exitN &+ 1)
    }
}

extension AppState {
    init?(word: UInt64) {
        switch UInt32(truncatingIfNeeded: word) {
        case CT_APP_FOREGROUND.rawValue: self = .foreground
        case CT_APP_BACKGROUND.rawValue: self = .background
        case CT_APP_INACTIVE.rawValue: self = .inactive
        case CT_APP_TERMINATING.rawValue: self = .terminating
        default: return nil
        }
    }

    var word: UInt64 {
        let word =
            switch self {
            case .foreground: CT_APP_FOREGROUND
            case .background: CT_APP_BACKGROUND
            case .inactive: CT_APP_INACTIVE
            case .terminating: CT_APP_TERMINATING
            }
        return UInt64(word.rawValue)
    }
}
