import FieldModel

/// Being still: where, since when, and until when fixes have shown it. Every part is there whether a dwell goes on or not,
/// so that the core looks at one without copying the whole.
struct Dwell: Equatable {
    /// Where; nil while no dwell goes on.
    private(set) var anchor: NumberedFix?
    /// Where the stay begins.
    private var began = WallTime(0)
    /// The last fix at the place; the beginning as long as there was none.
    private var seen = WallTime(0)
    private var wasSeen = false
    private var unobserved: [Stay.Span] = []
    /// The beginning of a way off, not yet confirmed.
    var candidate: Candidate?
    /// Fixes in motion of the last while: where the line begins if this turns out to be the way off.
    private(set) var moving = Queue<NumberedFix>()

    init() {}

    var isGoingOn: Bool { anchor != nil }

    /// `lastSeen`: the newest fix near the anchor before the dwell was noticed.
    mutating func begin(at anchor: NumberedFix, since began: WallTime, lastSeen: WallTime?) {
        self.anchor = anchor
        self.began = began
        wasSeen = lastSeen != nil
        seen = max(began, lastSeen ?? began)
    }

    /// Ends it, and gives the stay that it was.
    mutating func end() -> Stay? {
        let ended = stay
        anchor = nil
        began = WallTime(0)
        seen = WallTime(0)
        wasSeen = false
        unobserved.removeAll()
        candidate = nil
        moving.removeAll()
        return ended
    }

    /// A fix near the anchor, or the repeat of one.
    mutating func see(at time: WallTime, _ rules: TrailRules) {
        guard let anchor, time > anchor.fix.sampleTime else { return }
        wasSeen = true
        guard time > seen else { return }
        if time - seen > rules.stayUnobserved { unobserved.append(Stay.Span(from: seen, to: time)) }
        seen = time
    }

    /// Keeps a fix in motion for the backfill.
    mutating func keep(_ fix: NumberedFix) { moving.append(fix) }

    /// Lets go of what is too old for the backfill.
    mutating func forget(before time: WallTime, _ rules: TrailRules) {
        while let first = moving.first, time - first.fix.sampleTime > rules.backfillTime { moving.removeFirst() }
    }

    /// What is kept for a way off is of no use to a new process.
    mutating func restart() { moving.removeAll() }

    mutating func number(_ n: SequenceNumber) {
        candidate?.held.number(n)
        moving.withLast { $0.number(n) }
    }

    /// The stay up to now; nil as long as nothing was seen after the anchor.
    var stay: Stay? {
        guard let anchor, wasSeen else { return nil }
        return Stay(
            anchor: anchor.n, latitude: anchor.fix.latitude, longitude: anchor.fix.longitude,
            span: Stay.Span(from: began, to: seen), unobserved: unobserved)
    }
}

extension Dwell: StateCoding {
    var state: Value {
        guard isGoingOn else { return .null }
        return [
            "anchor": anchor.state, "began": began.state, "seen": seen.state, "wasSeen": wasSeen.state,
            "unobserved": unobserved.state, "candidate": candidate.state, "moving": moving.state,
        ]
    }
    init(state: Value) throws(CoreError) {
        guard state != .null else { return }
        anchor = try state.read("anchor")
        began = try state.read("began")
        seen = try state.read("seen")
        wasSeen = try state.read("wasSeen")
        unobserved = try state.read("unobserved")
        candidate = try state.read("candidate")
        moving = try state.read("moving")
    }
}
