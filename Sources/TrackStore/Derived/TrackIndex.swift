/// What a recompute has to know before it reads points: where the track's legs lie in the facts, in order of time, and
/// what concerns more than one point: holes, zones, hidden spans, how often fixes came.
import DecisionCore
import FieldModel
import SQLiteIO

/// One segment of one run: the points between two beginnings.
struct Leg: Sendable {
    var run: Int64
    var start: RunStart
    /// Unlike any other leg's.
    var segment: Int
    var seqs: Range<Int64>
    /// Of the first point.
    var since: WallTime
}

/// A place in the track.
struct Position: Comparable, Sendable {
    /// Index of the leg.
    var leg: Int
    var seq: Int64

    static func < (a: Self, b: Self) -> Bool { (a.leg, a.seq) < (b.leg, b.seq) }
}

struct TrackIndex: Sendable {
    /// By the time of their first point.
    var legs: [Leg] = []
    var holes: [Stay.Span] = []
    /// Spans whose points the user hides, in order, not overlapping.
    var hidden: [Stay.Span] = []
    var joinTimes: [Int: Int64] = [:]
    var calendar = ZoneCalendar([])
    /// Points that today's rules take otherwise than the phone did.
    var regraded: [PointKey: Verdict.Outcome] = [:]
    /// Doubted fixes that count, by leg and time.
    var restored: [Restored] = []
    /// Points in the legs, those that were purged from their middle included.
    var points: Int64 { legs.reduce(0) { $0 + Int64($1.seqs.count) } }

    /// `verdicts`: what today's rules decided otherwise than the phone did.
    init(
        _ facts: borrowing FactDatabase, _ rules: TrailRules, _ verdicts: [Verdict]
    ) throws(TrackStoreError) {
        var zones: [(since: WallTime, seconds: Int64)] = []
        for run in try facts.runs() {
            let transitions = try facts.transitions(ofRun: run.id)
            if let zone = run.start.zone { zones.append((WallTime(run.start.wallTime), zone)) }
            zones += transitions.compactMap { it in
                it.transition.kind == .zone ? it.transition.value.map { (it.transition.time, $0) } : nil
            }
            holes += transitions.compactMap { it in
                it.transition.kind == .hole ? it.transition.until.map { .init(from: it.transition.time, to: $0) } : nil
            }
            try addLegs(of: run, transitions, facts)
            if legs.last?.run != run.id { try addLeg(ofPointless: run, verdicts, facts) }
        }
        legs.sort { ($0.since, $0.run, $0.seqs.lowerBound) < ($1.since, $1.run, $1.seqs.lowerBound) }
        for index in legs.indices { legs[index].segment = index }
        holes.sort { $0.from < $1.from }
        calendar = ZoneCalendar(zones)
        hidden = Self.merged(
            try facts.corrections().filter { $0.withdrawn == nil && $0.correction.kind == .hide }
                .map { .init(from: $0.correction.since, to: $0.correction.until) })
        let intervals = try facts.runs().reduce(into: [Int64: Int64]()) { $0[$1.id] = $1.interval }
        for leg in legs {
            if let interval = intervals[leg.run] { joinTimes[leg.segment] = rules.joinTime(usualInterval: interval) }
        }
        try take(verdicts, facts)
    }

    private mutating func addLegs(
        of run: TrackRun, _ transitions: [StoredTransition], _ facts: borrowing FactDatabase
    ) throws(TrackStoreError) {
        // Points before the first beginning are possible where its row is lost; they are a leg as well.
        let beginnings = [0] + transitions.filter { $0.transition.kind == .begun }.map(\.before)
        let ends = beginnings.dropFirst() + [run.next.point]
        for (begin, end) in zip(beginnings, ends) where begin < end {
            let first = try stored { () throws(SQLiteError) -> (Int64, Int64)? in
                var select = try facts.connection.prepare(
                    "SELECT seq, t FROM point WHERE run = \(run.id) AND seq >= \(begin) AND seq < \(end) "
                        + "ORDER BY seq LIMIT 1")
                return try select.step() ? (select.number(0), select.number(1)) : nil
            }
            guard let (seq, t) = first else { continue }
            legs.append(
                Leg(
                    run: run.id, start: run.start, segment: 0, seqs: seq..<end,
                    since: WallTime(run.start.wallTime) + t))
        }
    }

    /// Spans in order, those that touch made one.
    static func merged(_ spans: [Stay.Span]) -> [Stay.Span] {
        spans.sorted { $0.from < $1.from }.reduce(into: []) { merged, span in
            if let last = merged.last, span.from <= last.to {
                merged[merged.count - 1].to = max(last.to, span.to)
            } else {
                merged.append(span)
            }
        }
    }

    /// Whether the user hides what was at `time`.
    @inline(__always)
    func hides(_ time: WallTime) -> Bool { !hidden.isEmpty && isWithin(hidden, time) }

    private func isWithin(_ spans: [Stay.Span], _ time: WallTime) -> Bool {
        let behind = spans.partitionPoint { $0.from <= time }
        return behind > 0 && time <= spans[behind - 1].to
    }

    /// The judge for points between two times.
    func judge(_ rules: TrailRules, from: WallTime, to: WallTime) -> TrailJudge {
        guard !holes.isEmpty else { return TrailJudge(rules: rules, joinTimes: joinTimes) }
        return TrailJudge(
            rules: rules, holes: holes.filter { $0.to > from && $0.from < to }, joinTimes: joinTimes)
    }

    /// Places that cut the track into `parts` of about as many points.
    func positions(cuttingInto parts: Int) -> [Position] {
        guard parts > 1 else { return [] }
        var positions: [Position] = []
        var passed: Int64 = 0
        let total = points
        for (index, leg) in legs.enumerated() {
            while positions.count < parts - 1 {
                let target = total * Int64(positions.count + 1) / Int64(parts)
                guard target < passed + Int64(leg.seqs.count) else { break }
                positions.append(Position(leg: index, seq: leg.seqs.lowerBound + target - passed))
            }
            passed += Int64(leg.seqs.count)
        }
        return positions
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index whose element does not satisfy `belongs`; all that do stand before all that do not.
    func partitionPoint(_ belongs: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
