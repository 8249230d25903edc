/// Points and doubted fixes judged again, in order of time, under other rules than those they were decided by.
///
/// Spacing and dwelling left fixes out for good, so what is left is not what the phone heard: a core that hears it may
/// decide otherwise even under the same rules. Therefore two cores hear it, one under the old rules and one under the
/// new: only what they disagree about changes. Under the same rules nothing ever does.
import DecisionCore
import FieldModel

/// What became of a stored fix under other rules.
struct Verdict: Hashable, Sendable {
    enum Outcome: Int64, Sendable {
        /// A point that counts no longer.
        case refused
        /// A doubted fix that counts as a point, or a point that is of another kind now.
        case ordinary, coarse
    }

    var run: Int64
    var seq: Int64
    var isDoubted: Bool
    var outcome: Outcome
}

struct Rejudging {
    /// A fix of the facts.
    struct Candidate {
        var run: Int64
        var seq: Int64
        var isDoubted: Bool
        var fix: Fix
    }

    private var old: TrailCore
    private var new: TrailCore
    /// How each core stored a fix, by its place in `heard`: coarse or not.
    private var oldStored: [Int: Bool] = [:]
    private var newStored: [Int: Bool] = [:]
    private var heard: [Candidate] = []
    private var motion: MotionKind?
    private var decisions: [Decision] = []

    init(to new: TrailRules) {
        old = TrailCore()
        self.new = TrailCore(rules: new)
    }

    /// From here on facts were decided by other rules.
    mutating func change(old rules: TrailRules) { old.rules = rules }

    /// A segment begins.
    mutating func begin(at time: WallTime, bootTime: BootTime?) {
        motion = nil
        hear(.launched(run: "", boot: ""), at: Stamp(wallTime: time, bootTime: bootTime))
    }

    /// The next fix in order of time.
    mutating func take(_ candidate: Candidate) {
        let stamp = candidate.fix.stamp
        if let kind = candidate.fix.motion, kind != motion {
            motion = kind
            hear(.motionRead(MotionReading(kind: kind)), at: stamp)
        }
        heard.append(candidate)
        hear(.fixArrived(candidate.fix), at: stamp)
    }

    /// What the cores disagree about. They go on with an empty list.
    mutating func finish() -> [Verdict] {
        // The open end is stored where tracking ends.
        if let last = heard.last {
            hear(.trackingTurned(on: false), at: last.fix.stamp)
            hear(.trackingTurned(on: true), at: last.fix.stamp)
        }
        defer {
            heard = []
            oldStored = [:]
            newStored = [:]
        }
        return heard.indices.compactMap { index in
            let (before, after) = (oldStored[index], newStored[index])
            guard before != after else { return nil }
            let it = heard[index]
            guard let after else { return it.isDoubted ? nil : Self.verdict(it, .refused) }
            guard it.isDoubted || before != nil else { return nil }
            return Self.verdict(it, after ? .coarse : .ordinary)
        }
    }

    private static func verdict(_ it: Candidate, _ outcome: Verdict.Outcome) -> Verdict {
        Verdict(run: it.run, seq: it.seq, isDoubted: it.isDoubted, outcome: outcome)
    }

    private mutating func hear(_ signal: Signal, at stamp: Stamp) {
        let n = SequenceNumber(heard.count)
        Self.hear(signal, at: stamp, n, &old, &oldStored, &decisions)
        Self.hear(signal, at: stamp, n, &new, &newStored, &decisions)
    }

    /// Fixes are numbered by their place in `heard`, from 1 on.
    private static func hear(
        _ signal: Signal, at stamp: Stamp, _ n: SequenceNumber, _ core: inout TrailCore, _ stored: inout [Int: Bool],
        _ decisions: inout [Decision]
    ) {
        decisions.removeAll(keepingCapacity: true)
        core.decide(signal, at: stamp, into: &decisions)
        if case .fixArrived = signal { core.recorded(as: n) }
        for point in core.stored where point.held.n > 0 { stored[Int(point.held.n) - 1] = point.isCoarse }
    }
}

extension TrailRules {
    /// Whether the two decide alike which fixes become points; the judge's rules and those of stays are asked anew in
    /// any case.
    func decidesLike(_ other: TrailRules) -> Bool {
        let later = ["profile.", "stay.", "reliable.", "spike.", "join."]
        return TrailRules.table.allSatisfy { rule in
            later.contains(where: rule.name.hasPrefix) || self[rule] == other[rule]
        }
    }
}
