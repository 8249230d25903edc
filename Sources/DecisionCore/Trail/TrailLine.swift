import FieldModel

/// The end of what is stored: the points that the next fix is compared with.
struct TrailLine: Equatable {
    /// The last accepted ordinary point, of an earlier run too.
    private(set) var last: NumberedFix?
    /// The ordinary point before `last`, as far as the judge will leave it: not a spike.
    private var before: NumberedFix?
    /// The last stored point, ordinary or coarse.
    private(set) var lastStored: NumberedFix?
    /// The newest fix in motion that only spacing turned away: drawn and counted, not yet stored.
    private(set) var openEnd: NumberedFix?
    /// The newest plausible ordinary fix near `last`: shows that a dwell noticed later was seen.
    private var near: NumberedFix?
    private(set) var circle: StillCircle?
    private(set) var segment = 0
    mutating func beginSegment() { segment += 1 }
    mutating func see(_ fix: NumberedFix) { near = fix }
    mutating func leaveCircle() { circle = nil }
    mutating func keepOpenEnd(_ fix: NumberedFix) { openEnd = fix }

    /// What a fix is compared with: coarse ones with the last stored point of either kind.
    func reference(isCoarse: Bool) -> NumberedFix? {
        if isCoarse { return lastStored }
        return last
    }

    /// Whether a fix comes back from `last` to where the line was before it: the judge will mark `last` as a spike.
    func comesBack(_ fix: Fix, _ rules: TrailRules) -> Bool {
        guard let before, let last else { return false }
        return rules.isSpike(last.fix, between: before.fix, and: fix)
    }

    /// When a fix last lay near `anchor`, after it; nil for never.
    func lastSeen(near anchor: NumberedFix, _ rules: TrailRules) -> WallTime? {
        guard let near, near.fix.sampleTime > anchor.fix.sampleTime,
            Distance.between(near.fix, anchor.fix) <= rules.stayRadius
        else { return nil }
        return near.fix.sampleTime
    }

    /// Stores the open end, if there is one, and tells of it.
    mutating func storeOpenEnd(
        _ rules: TrailRules, into decisions: inout [Decision], _ stored: inout [TrailPoint]
    ) {
        guard let end = openEnd else { return }
        openEnd = nil
        decisions.append(.settled(of: end.n, .openEnd))
        append(end, isCoarse: false, .openEnd, rules, to: &stored)
    }

    /// Stores a point; before it the open end, where the line would otherwise end short of it.
    mutating func store(
        _ held: NumberedFix, isCoarse: Bool, _ origin: TrailPoint.Origin, _ rules: TrailRules,
        into decisions: inout [Decision], _ stored: inout [TrailPoint]
    ) {
        if let end = openEnd {
            let pause = held.fix.sampleTime - end.fix.sampleTime
            if pause > 0 && (isCoarse || pause > rules.openEndTime) { storeOpenEnd(rules, into: &decisions, &stored) }
            openEnd = nil
        }
        append(held, isCoarse: isCoarse, origin, rules, to: &stored)
    }

    private mutating func append(
        _ held: NumberedFix, isCoarse: Bool, _ origin: TrailPoint.Origin, _ rules: TrailRules,
        to stored: inout [TrailPoint]
    ) {
        stored.append(TrailPoint(held, isCoarse: isCoarse, origin: origin, segment: segment))
        lastStored = held
        guard !isCoarse else { return }
        if !comesBack(held.fix, rules) { before = last }
        last = held
        circle?.accept(held, rules)
        if circle == nil { circle = StillCircle(at: held) }
    }

    /// Gives the fix just decided its number wherever it is kept.
    mutating func number(_ n: SequenceNumber) {
        before?.number(n)
        last?.number(n)
        lastStored?.number(n)
        openEnd?.number(n)
        near?.number(n)
        circle?.number(n)
    }
}

extension TrailLine: StateCoding {
    var state: Value {
        [
            "before": before.state, "last": last.state, "lastStored": lastStored.state, "openEnd": openEnd.state,
            "near": near.state, "circle": circle.state, "segment": segment.state,
        ]
    }
    init(state: Value) throws(CoreError) {
        before = try state.read("before", since: 2)
        last = try state.read("last")
        lastStored = try state.read("lastStored")
        openEnd = try state.read("openEnd")
        near = try state.read("near")
        circle = try state.read("circle")
        segment = try state.read("segment")
    }
}
