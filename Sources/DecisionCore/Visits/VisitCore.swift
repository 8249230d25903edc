import FieldModel

/// Visits as the platform reports them: every report is a fact, none is replaced by a guess.
///
/// - The platform tells a visit twice or more: a later report with the same arrival is of the same visit. An unknown
///   arrival stays unknown; two such reports are of one visit only where they agree on the departure.
/// - A drive runs from its first fix in motion while the debounced motion is automotive, until a dwell. Motion, validity
///   and dwell are the trail's own, in a core within this one.
/// - What a visit's end may have been is no decision: it is worked out when it is shown (`VisitBook`).
public struct VisitCore: DecidingCore {
    public static let name = "visits"
    public static let version = 1

    /// What of a visit is needed to know its next report again.
    struct Known: Equatable {
        var visit: Int64
        var arrival: WallTime?
        var departure: WallTime?

        func isTold(again report: VisitReport) -> Bool {
            guard let arrival else { return report.arrival == nil && departure == report.departure }
            return report.arrival == arrival
        }
    }

    /// Visits remembered for their next reports: the platform settles a visit within hours.
    static let remembered = 64

    public var rules: VisitRules { didSet { trail.rules = rules.trail } }
    var trail: TrailCore
    /// The newest visits, oldest first.
    var known = Queue<Known>()
    /// Visits told of so far.
    var count: Int64 = 0
    public internal(set) var isDriving = false

    public init(rules: VisitRules = VisitRules()) {
        self.rules = rules
        trail = TrailCore(rules: rules.trail)
    }

    public mutating func decide<Listener: CheckListener>(
        _ signal: Signal, at stamp: Stamp, into decisions: inout [Decision], heardBy listener: inout Listener
    ) {
        let start = decisions.count
        trail.decide(signal, at: stamp, into: &decisions, heardBy: &listener)
        let (ruling, dwelt) = Self.takeBack(&decisions, from: start)
        if isDriving, dwelt || trail.dwell.isGoingOn { drive(false, by: "dwell", &decisions) }
        switch signal {
        case .fixArrived(let fix):
            guard let ruling else { return }
            if !isDriving, !trail.dwell.isGoingOn, trail.motion.kind == .automotive, ruling.reason?.isFault != true,
                fix.isInMotion(rules.trail)
            {
                drive(true, by: MotionKind.automotive.rawValue, &decisions)
            }
            decisions.append(.ruled(ruling))
        case .visitReported(let report): decisions.append(.visitFiled(file(report)))
        case .trackingTurned(on: false): if isDriving { drive(false, by: "tracking-off", &decisions) }
        default: break
        }
    }

    public mutating func recorded(as n: SequenceNumber) { trail.recorded(as: n) }

    /// What the trail decided is taken back but for the verdict: it is another core's to say.
    private static func takeBack(_ decisions: inout [Decision], from start: Int) -> (ruling: Ruling?, dwelt: Bool) {
        var ruling: Ruling?
        var dwelt = false
        while decisions.count > start {
            switch decisions.removeLast() {
            case .ruled(let it): ruling = it
            case .dwellBegan: dwelt = true
            default: break
            }
        }
        return (ruling, dwelt)
    }

    private mutating func drive(_ begins: Bool, by cause: String, _ decisions: inout [Decision]) {
        isDriving = begins
        decisions.append(
            .stateChanged(
                StateChange(
                    "drive", from: begins ? "none" : "driving", to: begins ? "driving" : "none", cause: cause)))
    }

    private mutating func file(_ report: VisitReport) -> VisitFiling {
        if let index = known.elements.lastIndex(where: { $0.isTold(again: report) }) {
            let visit = known.elements[index].visit
            known.change(at: index) { $0.departure = report.departure }
            return VisitFiling(visit: Int(visit), .superseded)
        }
        known.append(Known(visit: count, arrival: report.arrival, departure: report.departure))
        if known.count > Self.remembered { known.removeFirst() }
        count += 1
        return VisitFiling(visit: Int(count - 1), .added)
    }
}

extension VisitCore {
    public var state: Value {
        ["trail": trail.state, "known": known.state, "count": count.state, "isDriving": isDriving.state]
    }

    public init(rules: VisitRules, state: Value) throws(CoreError) {
        self.rules = rules
        guard let trail = state["trail"] else { throw CoreError.unfit(wanted: "\"trail\" in the state", found: "none") }
        self.trail = try TrailCore(rules: rules.trail, state: trail)
        known = try state.read("known")
        count = try state.read("count")
        isDriving = try state.read("isDriving")
    }
}

extension VisitCore.Known: StateCoding {
    var state: Value { ["visit": visit.state, "arrival": arrival.state, "departure": departure.state] }
    init(state: Value) throws(CoreError) {
        visit = try state.read("visit")
        arrival = try state.read("arrival")
        departure = try state.read("departure")
    }
}
