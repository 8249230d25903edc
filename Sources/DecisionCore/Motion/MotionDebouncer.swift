import FieldModel

/// The motion state that rules go by, from readings that flicker.
///
/// A definite reading is believed at once. `unknown` while the state is stationary or unknown is ignored; while moving it
/// keeps the state until it has lasted long enough without a definite reading. Readings need not repeat: the check runs
/// on every signal. Times are of the core clock.
struct MotionDebouncer: Equatable {
    private(set) var kind = MotionKind.unknown
    private var unknownSince: Int64?
    /// When the state became stationary; nil in any other.
    private var stillSince: Int64?
    /// The same moment on the wall clock: where a stay begins.
    private(set) var stillSinceWall: WallTime?

    /// Stationary or unknown: nothing says that the phone moves.
    var maybeStill: Bool { kind == .stationary || kind == .unknown }

    /// How long the state has been stationary, in ms; nil when it is not.
    func stillTime(at clock: Int64) -> Int64? { stillSince.map { clock.saturatingSubtract($0) } }

    /// True when `unknown` has lasted so long that the state fell back to it.
    mutating func passTime(to clock: Int64, _ rules: TrailRules) -> Bool {
        // A clock that went back without a launch: what was measured on it begins anew.
        if let since = stillSince, since > clock { stillSince = clock }
        guard let since = unknownSince else { return false }
        if since > clock { unknownSince = clock }
        guard clock.saturatingSubtract(since) >= rules.unknownHold else { return false }
        unknownSince = nil
        kind = .unknown
        return true
    }

    /// True when the reading changed the state.
    mutating func read(_ reading: MotionKind, at stamp: Stamp) -> Bool {
        if reading == .unknown {
            if !maybeStill { unknownSince = unknownSince ?? stamp.coreClock }
            return false
        }
        unknownSince = nil
        guard reading != kind else { return false }
        kind = reading
        stillSince = reading == .stationary ? stamp.coreClock : nil
        stillSinceWall = reading == .stationary ? stamp.wallTime : nil
        return true
    }
}

extension MotionDebouncer: StateCoding {
    var state: Value {
        [
            "kind": kind.state, "unknownSince": unknownSince.state, "stillSince": stillSince.state,
            "stillSinceWall": stillSinceWall.state,
        ]
    }

    init(state: Value) throws(CoreError) {
        kind = try state.read("kind")
        unknownSince = try state.read("unknownSince")
        stillSince = try state.read("stillSince")
        stillSinceWall = try state.read("stillSinceWall")
    }
}
