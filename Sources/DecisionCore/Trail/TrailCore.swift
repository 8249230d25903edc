import FieldModel

/// Records every path and no false lines: which fixes become points, when the phone dwells, how well the receiver is to
/// know the place.
///
/// The first step that decides a fix ends it: A certain faults, B plausible by itself, C dwelling, D moved. What is
/// dropped here for good is surely useless; what a guess refuses keeps its reason, so that other rules can judge it
/// again.
public struct TrailCore: DecidingCore {
    public static let name = "trail"
    /// 2: a fix that comes back from a spike is no jump.
    public static let version = 2

    public var rules: TrailRules
    var motion = MotionDebouncer()
    var profile = AccuracyProfile()
    var validity = Validity()
    var rise = AccuracyRise()
    var line = TrailLine()
    var dwell = Dwell()
    /// While not dwelling: a fix far from the last point that the motion sensor speaks against.
    var jump: Candidate?
    /// When the newest fix in motion arrived, on the core clock.
    var lastMoving: Int64?
    /// Sample time of the newest fake speed: a phone that makes up speeds may make up a whole one now and then.
    var lastFakeSpeed: WallTime?
    /// A run began and no plausible ordinary fix has come yet.
    var awaitsFirstFix = false

    /// What the last signal stored, in the order of time; complete once `recorded(as:)` gave the newest its number.
    public internal(set) var stored: [TrailPoint] = []

    public init(rules: TrailRules = TrailRules()) { self.rules = rules }

    /// Drawn and counted, not yet stored.
    public var openEnd: NumberedFix? { line.openEnd }
    /// The dwell going on, as the stay that it is up to now; nil while there is none, or nothing of it was seen.
    public var stayGoingOn: Stay? { dwell.stay }
    public var isDwelling: Bool { dwell.isGoingOn }
    /// The debounced motion state.
    public var motionState: MotionKind { motion.kind }
    /// Counts launches and turnings-on of tracking; an open end belongs to it.
    public var segment: Int { line.segment }

    public mutating func decide<Listener: CheckListener>(
        _ signal: Signal, at stamp: Stamp, into decisions: inout [Decision], heardBy listener: inout Listener
    ) {
        // Handed to every part as one copy: each reads it in place.
        let rules = self.rules
        if !stored.isEmpty { stored.removeAll(keepingCapacity: true) }
        if motion.passTime(to: stamp.coreClock, rules) { decisions.append(.motionBecame(.unknown)) }
        switch signal {
        case .fixArrived(let fix):
            let ruling = judge(fix, at: stamp, rules, into: &decisions, &listener)
            decisions.append(.ruled(ruling))
            return
        case .motionRead(let reading):
            if motion.read(reading.kind, at: stamp) { decisions.append(.motionBecame(motion.kind)) }
        case .launched: beginRun(into: &decisions)
        case .trackingTurned(let on): turnTracking(on: on, rules, into: &decisions)
        default: break
        }
        passTime(at: stamp, rules, into: &decisions)
    }

    /// The same as the protocol's, written out so that it is compiled without a listener.
    public mutating func decide(_ signal: Signal, at stamp: Stamp, into decisions: inout [Decision]) {
        var nobody = Unheard()
        decide(signal, at: stamp, into: &decisions, heardBy: &nobody)
    }

    public mutating func recorded(as n: SequenceNumber) {
        line.number(n)
        if !stored.isEmpty { stored[stored.count - 1].held.number(n) }
        dwell.number(n)
        jump?.held.number(n)
    }

    /// What is asked at every signal, whatever it says.
    mutating func passTime(at stamp: Stamp, _ rules: TrailRules, into decisions: inout [Decision]) {
        guard let stillTime = motion.stillTime(at: stamp.coreClock) else {
            if let change = profile.passTime(stillTime: nil, rules) { decisions.append(.setProfile(change)) }
            return
        }
        if let change = profile.passTime(stillTime: stillTime, rules) { decisions.append(.setProfile(change)) }
        if let moving = lastMoving, moving > stamp.coreClock { lastMoving = stamp.coreClock }
        let unmovedTime = lastMoving.map { stamp.coreClock.saturatingSubtract($0) } ?? .max
        if !dwell.isGoingOn, profile.isTracking, min(stillTime, unmovedTime) >= rules.dwellStillTime {
            beginDwell(.sensor, rules, into: &decisions)
        }
    }

    /// A new process: it knows where the line ended and that the phone dwelt, and nothing of what the sensors said.
    private mutating func beginRun(into decisions: inout [Decision]) {
        if motion.kind != .unknown { decisions.append(.motionBecame(.unknown)) }
        motion = MotionDebouncer()
        dropCandidate(measured: 0, limit: 0, into: &decisions)
        dwell.restart()
        profile.restart()
        validity.beginRun()
        rise.restart()
        line.beginSegment()
        lastMoving = nil
        awaitsFirstFix = true
    }

    private mutating func turnTracking(on: Bool, _ rules: TrailRules, into decisions: inout [Decision]) {
        guard on != profile.isTracking else { return }
        profile.isTracking = on
        guard !on else { return line.beginSegment() }
        dropCandidate(measured: 0, limit: 0, into: &decisions)
        line.storeOpenEnd(rules, into: &decisions, &stored)
        endDwell(.trackingOff, into: &decisions)
    }
}
