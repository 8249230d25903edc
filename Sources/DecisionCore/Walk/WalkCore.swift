import FieldModel

/// A walking game's session: sleeps until a town is reached, collects dots while somebody walks in it.
///
/// - Dormant: no receiver. The nearest towns are watched as regions, and a significant change looks at all of them.
/// - Arriving: in town, the receiver runs, nobody walks yet. Playing: somebody walks, by the motion sensor or by two fast
///   fixes in a row. Paused: stationary for a while; a state of the game, the receiver goes on.
/// - A dot is collected by an accepted fix near enough while playing; whatever else a fix comes near to is refused, with
///   a code, once for as long as it stays near.
/// - What a user withholds changes the path, never silently: each path is chosen by the capability matrix and told.
public struct WalkCore: DecidingCore {
    public static let name = "walk"
    /// 2: a position of the receiver begins a session, and no longer chooses the towns to watch.
    public static let version = 2

    /// Where the session stands.
    public enum Phase: String, CaseIterable, Sendable {
        case dormant, arriving, playing, paused
    }

    /// A dot that the last fix was near to.
    struct Near: Equatable {
        var dot: Int
        var outcome: DotRuling.Outcome
    }

    /// The id of the timer that lets the game look at itself.
    public static let tick = "tick"
    /// How the receiver runs from arriving on.
    public static let profile = ReceiverProfile(
        accuracy: .nearestTenMeters, filter: 10, activity: .fitness, label: "walk")

    public var rules: WalkRules
    /// Not a part of the state: a replay is given the same pack.
    public var pack: StreetPack { didSet { layOut() } }
    var grid: DotGrid
    var validity = Validity()
    var motion = MotionDebouncer()
    public internal(set) var phase = Phase.dormant
    /// The town the session is in.
    var town: String?
    /// The town that was reached while no session could begin.
    var offered: String?
    var isOn = true
    var isForeground = false
    var authorization = Authorization()
    var wasAskedForAccuracy = false
    var notificationsAllowed = true
    var fastFixes: Int64 = 0
    /// The towns watched, in the order of the pack.
    var watched: [String] = []
    /// The path taken by each row of the matrix; nil until it is known.
    var paths = [String?](repeating: nil, count: Capability.matrix.count)
    var collected = DotSet()
    var near: [Near] = []
    private var nearBefore: [Near] = []
    /// The dots of the cells about the last fix.
    private var around: [Int32] = []

    public init(rules: WalkRules = WalkRules()) { self.init(rules: rules, pack: StreetPack()) }

    public init(rules: WalkRules = WalkRules(), pack: StreetPack) {
        self.rules = rules
        self.pack = pack
        grid = DotGrid(pack.dots)
        layOut()
    }

    /// Whether the dot of that number in the pack has been collected.
    public func isCollected(_ dot: Int) -> Bool { collected.contains(dot) }

    public var collectedCount: Int { collected.count }

    public mutating func decide<Listener: CheckListener>(
        _ signal: Signal, at stamp: Stamp, into decisions: inout [Decision], heardBy listener: inout Listener
    ) {
        if motion.passTime(to: stamp.coreClock, rules.trail) { decisions.append(.motionBecame(.unknown)) }
        let stillTime = motion.stillTime(at: stamp.coreClock) ?? -1
        if phase == .playing, stillTime >= rules.pauseTime { go(to: .paused, by: "still", &decisions) }
        switch signal {
        case .fixArrived(let fix):
            let ruling = judge(fix, into: &decisions, &listener)
            decisions.append(.ruled(ruling))
        case .motionRead(let reading):
            if motion.read(reading.kind, at: stamp) { decisions.append(.motionBecame(motion.kind)) }
            if motion.kind == .walking || motion.kind == .running { walk(by: "motion", &decisions) }
        case .regionCrossed(let id, .enter): reach(id, by: "region", &decisions)
        case .regionCrossed(let id, .exit): if id == town { leave(by: "region", &decisions) }
        case .woken(by: .user): takeUpOffer(&decisions)
        case .appMoved(let state):
            isForeground = state == .foreground
            if isForeground { takeUpOffer(&decisions) }
        case .trackingTurned(let on): turn(on: on, &decisions)
        case .launched: restart(&decisions)
        case .authorizationChanged(let change): authorize(change, &decisions)
        case .settingsChanged(let fields): set(fields, &decisions)
        case .timerFired(id: Self.tick): if phase != .dormant { startTick(&decisions) }
        default: break
        }
    }

    public mutating func recorded(as n: SequenceNumber) {}

    // MARK: Fixes

    private mutating func judge<Listener: CheckListener>(
        _ fix: Fix, into decisions: inout [Decision], _ listener: inout Listener
    ) -> Ruling {
        if let refusal = validity.refuse(fix, rules.trail, &listener) {
            if fix.source != .gps, fix.defect == nil, fix.horizontalAccuracy.rawValue > 0 {
                look(around: fix, by: fix.source.rawValue, &decisions)
            }
            return refusal
        }
        let accuracy = Int64(fix.horizontalAccuracy.rawValue)
        let refusal = listener.check(
            code: "accuracy", .accuracy, measured: accuracy, limit: rules.accuracy, fails: accuracy > rules.accuracy)
        if refusal == nil {
            if phase == .dormant { enter(at: fix, by: "fix", &decisions) } else { leaveIfOutside(fix, &decisions) }
            let isFast = Int64(fix.speed.rawValue) >= rules.walkSpeed
            fastFixes = isFast ? min(fastFixes + 1, rules.walkFixes) : 0
            if isFast, fastFixes >= rules.walkFixes { walk(by: "fix", &decisions) }
        }
        if isOn { meetDots(of: fix, isAccurate: refusal == nil, &decisions) }
        return refusal ?? Ruling(.accepted)
    }

    private mutating func meetDots(of fix: Fix, isAccurate: Bool, _ decisions: inout [Decision]) {
        swap(&near, &nearBefore)
        near.removeAll(keepingCapacity: true)
        around.removeAll(keepingCapacity: true)
        let reach = rules.reach
        grid.find(near: fix, radius: reach, into: &around)
        for index in around.indices {
            let dot = Int(around[index])
            let place = pack.dots[dot]
            let distance = Distance.between(
                latitude: place.latitude, longitude: place.longitude, and: fix.latitude, fix.longitude)
            guard distance <= reach else { continue }
            let outcome = collected.contains(dot) ? .already : phase.outcome(isAccurate: isAccurate)
            if outcome == .collected { collected.insert(dot) }
            // Near from now on, the dot counts as one that was met before.
            let met = Near(dot: dot, outcome: outcome == .collected ? .already : outcome)
            near.append(met)
            guard !nearBefore.contains(met) else { continue }
            decisions.append(
                .dotRuled(
                    outcome == .accuracy
                        ? DotRuling(
                            dot: dot, outcome, measured: Int64(fix.horizontalAccuracy.rawValue), limit: rules.accuracy)
                        : DotRuling(dot: dot, outcome, measured: distance, limit: reach)))
        }
    }

    private mutating func layOut() {
        grid = DotGrid(pack.dots)
        collected.makeRoom(for: pack.dots.count)
        near.removeAll { $0.dot >= pack.dots.count }
    }
}

extension WalkCore.Phase {
    /// What a dot meets that was not collected yet.
    fileprivate func outcome(isAccurate: Bool) -> DotRuling.Outcome {
        switch self {
        case .paused: .paused
        case .dormant, .arriving: .notPlaying
        case .playing: isAccurate ? .collected : .accuracy
        }
    }
}
