import FieldModel

/// How much the receiver is worth at the moment. It is off in the first two.
public enum Phase: String, CaseIterable, Sendable {
    /// Tracking is off.
    case disabled
    /// Nothing moves: only wakes and the motion sensor listen.
    case stationary
    /// A trip seems over: coarse fixes, in case it is not.
    case settling
    /// Looking whether something moves.
    case probing
    /// On the way.
    case moving

    /// Whether the receiver runs in this phase.
    public var receiverIsOn: Bool { self == .settling || self == .probing || self == .moving }
}

/// What the phase machine reacts to.
public enum PhaseInput: Hashable, Sendable {
    case enable
    case disable
    case motion(MotionKind, Confidence)
    case stillnessFired
    case probeFired
    case significantChange
    case visit
    /// A fix that passed the seven checks; cm/s, nil where it has no valid speed.
    case fix(speed: Int32?)
    /// Enough steps, or a strong enough burst of the accelerometer.
    case hint
    /// Whether the motion sensor may be used. Not yet asked counts as usable.
    case motionAccess(usable: Bool)
    /// A new process: every timer and service of the old one is gone.
    case launch

    /// The stable code, as it stands in the `cause` of a state change.
    public var code: String {
        switch self {
        case .enable: "enable"
        case .disable: "disable"
        case .motion: "motion"
        case .stillnessFired: PhaseTimer.stillness
        case .probeFired: PhaseTimer.probe
        case .significantChange: WakeCause.significantChange.rawValue
        case .visit: "visit"
        case .fix: "fix"
        case .hint: "hint"
        case .motionAccess: "motion-access"
        case .launch: "launch"
        }
    }
}

/// The ids of the two timers.
public enum PhaseTimer {
    public static let stillness = "stillness"
    public static let probe = "probe"
}

/// The rows of the table, in its order: what an input did. The code is what an audit says and what a test counts.
public enum PhaseRow: String, CaseIterable, Sendable {
    case disabledEnable = "disabled.enable"
    case disabledElse = "disabled.else"
    case relaunched
    case relaunchedOff = "relaunched.off"
    case enableAgain = "enable.again"
    case disable
    case probingMotion = "probing.motion"
    case probingStill = "probing.still"
    case probingFast = "probing.fast"
    case probingTimer = "probing.timer"
    case probingWake = "probing.wake"
    case movingMotion = "moving.motion"
    case movingStill = "moving.still"
    case movingFix = "moving.fix"
    case movingHint = "moving.hint"
    case movingStopped = "moving.stopped"
    case movingUnfed = "moving.unfed"
    case settlingMotion = "settling.motion"
    case settlingDoubt = "settling.doubt"
    case settlingFast = "settling.fast"
    case settlingTimer = "settling.timer"
    case stationaryMotion = "stationary.motion"
    case stationaryDoubt = "stationary.doubt"
    /// A motion reading that repeats the last one too soon: not even bookkeeping.
    case repeated
    /// Anything not listed, a timer that is not armed among it.
    case nothing
}
