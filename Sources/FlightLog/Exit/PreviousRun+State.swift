import CCrashTap
import FieldModel

extension PreviousRun {
    /// Reads the words of a state file.
    init(_ snapshot: OpaquePointer) {
        self.init()
        // Never null: the snapshot holds its own copy.
        let state = ct_snapshot_state(snapshot)!
        run = String(cString: ct_run(state))
        boot = String(cString: ct_boot(state))
        app = String(cString: ct_app(state))
        build = String(cString: ct_build(state))
        binary = String(cString: ct_binary(state))
        os = String(cString: ct_os(state))
        isAlive = ct_snapshot_alive(snapshot)
        hasOlderLog = true
        let life = state.pointee.life
        readLife(life)
        readSignal(state.pointee.crash, life)
    }

    private mutating func readLife(_ life: ct_life) {
        if life.lastWall != 0 {
            lastLife = Stamp(
                wallTime: WallTime(life.lastWall), bootTime: BootTime(life.lastBoot), uptime: Uptime(life.lastUp))
        }
        appState = AppState(word: life.appState)
        debuggerAttached = life.debugger == 1
        batteryLevel = life.battery == 0 ? nil : Double(life.battery &- 1) / 1000
        isPlugged = life.plugged == 0 ? nil : life.plugged == 2
        if life.mainAskedBoot != 0 { mainThreadSilence = life.lastBoot &- life.mainAskedBoot }
        if life.memoryLowBoot != 0 { memoryLowAge = life.lastBoot &- life.memoryLowBoot }
        memoryKills = life.oomKills == 0 ? nil : life.oomKills &- 1
        thermal = ThermalState(rawValue: life.thermal)
        if life.taskLimitBoot != 0 { taskOverrun = life.lastBoot &- life.taskLimitBoot }
        processorShare = Int(truncatingIfNeeded: life.cpuShare)
        isPrewarmed = life.prewarmed == 1
    }

    private mutating func readSignal(_ crash: ct_crash, _ life: ct_life) {
        let signal = Int(truncatingIfNeeded: crash.sig)
        switch UInt32(truncatingIfNeeded: crash.phase) {
        case CT_CRASHING.rawValue, CT_CRASHED.rawValue: fatal = Fatal(signal: signal)
        case CT_ENDING.rawValue, CT_ENDED.rawValue: cleanExit = .signal(signal)
        default: break
        }
        // An end that was noted counts only while nothing was recorded after it.
        guard fatal == nil, cleanExit == nil, life.nextN <= life.exitN &+ 1 else { return }
        switch UInt32(truncatingIfNeeded: life.exitReason) {
        case CT_EXIT_USER.rawValue: cleanExit = .user
        case CT_EXIT_API.rawValue: cleanExit = .api
        case CT_EXIT_SIGNAL.rawValue: cleanExit = .signal(Int(truncatingIfNeeded: life.exitSignal))
        default: break
        }
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
