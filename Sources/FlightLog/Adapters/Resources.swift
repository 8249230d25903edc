import FieldModel

/// What the system says of a process and its device, behind protocols that a test can stand in for. Nil is "not known here".

/// Use of processor and memory, and who watches.
public protocol Resources: Sendable {
    /// ms of processor time the process has used.
    func processorTime() -> Int64
    /// Bytes of memory the process holds.
    func memory() -> Int64?
    /// Whether the system is short of memory now.
    func memoryIsLow() -> Bool?
    /// How often the system has killed for memory in this process's group (Linux: oom_kill of its cgroup).
    func memoryKills() -> UInt64?
    /// Whether a debugger is attached: its stops would look like suspensions, its end like a kill.
    func isDebugged() -> Bool?
    /// How hot the device says it is.
    func thermalState() -> ThermalState?
}

/// How hot the device says it is.
public enum ThermalState: UInt64, Sendable {
    case nominal, fair, serious, critical
}

/// The battery.
public protocol Power: Sendable {
    /// 0...1.
    func level() -> Double?
    /// Whether it is being fed.
    func isPlugged() -> Bool?
    /// Whether the system saves power by doing less.
    func isLowPowerMode() -> Bool?
}

/// The thread whose silence the user sees.
public protocol MainThread: Sendable {
    /// Has `answer` called on that thread when it next comes round to it. Comes back at once.
    func ask(_ answer: @escaping @Sendable () -> Void)
}

/// Where the app stands with the system. On Linux nobody tells: the app calls `recorder.appMoved(to:)` itself.
public protocol Lifecycle: Sendable {
    /// Calls `change` at each change of state from now on, and once at the beginning where the state is known.
    func watch(_ change: @escaping @Sendable (AppState) -> Void)
}
