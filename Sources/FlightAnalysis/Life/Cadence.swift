import FieldModel
import LogFormat

/// How often a log speaks: found in a first pass where no launch declares a period.
public struct Cadence: Hashable, Sendable {
    /// Period that the first launch declares; ms.
    public var declared: Int64?
    /// Lower median of the intervals between beats of one run; ms.
    public var beatInterval: Int64?
    /// Lower median of the intervals between all records; ms.
    public var recordInterval: Int64?

    public init(declared: Int64? = nil, beatInterval: Int64? = nil, recordInterval: Int64? = nil) {
        self.declared = declared
        self.beatInterval = beatInterval
        self.recordInterval = recordInterval
    }

    /// Heartbeat period; nil for a log without beats.
    public var period: Int64? { declared ?? beatInterval }

    /// The least silence that is a gap, for a run that declares `period`; ms.
    func threshold(period: Int64?) -> Int64 {
        if let period = period ?? self.period { return period.beats(GapLimits.periods) }
        return max(GapLimits.leastSilence, (recordInterval ?? 0).times(GapLimits.silenceIntervals))
    }

    /// Whether a log is judged alike by both.
    func judges(like other: Cadence) -> Bool {
        period == other.period && threshold(period: nil) == other.threshold(period: nil)
    }
}

/// Finds the cadence of a log by going over its records once.
public struct CadenceScan: Sendable {
    private(set) var declared: Int64?
    private var lastBeat: Stamp?
    private var lastRecord: Stamp?
    private var beats = IntervalCount()
    private var records = IntervalCount()

    public init() {}

    /// Takes the next entry of the log.
    public mutating func add(_ entry: LogEntry) {
        // Nothing else counts once a period is declared.
        guard declared == nil, let stamp = entry.stamp else { return }
        if case .event(let event) = entry {
            switch event.kind {
            case .launch:
                if declared == nil { declared = event.record["period"]?.integer.flatMap { $0 > 0 ? $0 : nil } }
                lastBeat = nil
            case .heartbeat:
                beats.add(from: lastBeat, to: stamp)
                lastBeat = stamp
            default: break
            }
        }
        records.add(from: lastRecord, to: stamp)
        lastRecord = stamp
    }

    public var cadence: Cadence {
        Cadence(declared: declared, beatInterval: beats.median, recordInterval: records.median)
    }
}

/// Counts intervals, exactly up to some thousand different ones and then in steps of a hundredth, so that a log of any
/// length takes bounded memory.
private struct IntervalCount: Sendable {
    private var counts: [Int64: Int] = [:]
    /// What came last, not yet added: intervals come in rows.
    private var last: (interval: Int64, count: Int) = (0, 0)
    private var total = 0

    mutating func add(from earlier: Stamp?, to later: Stamp) {
        guard let earlier else { return }
        let interval =
            if let a = earlier.bootTime, let b = later.bootTime { b - a } else { later.wallTime - earlier.wallTime }
        guard interval > 0 else { return }
        total += 1
        if interval == last.interval {
            last.count += 1
        } else {
            Self.flush(last, into: &counts)
            last = (interval, 1)
        }
    }

    private static func flush(_ last: (interval: Int64, count: Int), into counts: inout [Int64: Int]) {
        guard last.count > 0 else { return }
        let step = counts.count < 4096 ? 1 : max(1, last.interval / 100)
        counts[last.interval / step * step, default: 0] += last.count
    }

    /// The lower median.
    var median: Int64? {
        var counts = counts
        Self.flush(last, into: &counts)
        var rest = (total + 1) / 2
        for (interval, count) in counts.sorted(by: { $0.key < $1.key }) {
            rest -= count
            if rest <= 0 { return interval }
        }
        return nil
    }
}

extension Int64 {
    /// So many periods, clamped; ms.
    func beats(_ count: Double) -> Int64 { Int64(exactly: (Double(self) * count).rounded(.down)) ?? .max }

    /// The product, clamped.
    func times(_ factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}
