import FieldModel

/// How often fixes usually come: the lower median of the times between the valid ones. Measured once, when a log is
/// imported or analysed; the phone runs at a fix a second and does not ask.
public struct UsualInterval: Sendable {
    private var newest: WallTime?
    /// How often each interval, in ms, occurred, but for the ones since the interval last changed.
    private var counts: [Int64: Int] = [:]
    /// The same interval again and again, as receivers give it.
    private var latest: (interval: Int64, count: Int) = (0, 0)
    private var total = 0

    public init() {}

    /// The next valid fix.
    public mutating func add(_ time: WallTime) {
        if let newest {
            let interval = time - newest
            if interval != latest.interval {
                if latest.count > 0 { counts[latest.interval, default: 0] += latest.count }
                latest = (interval, 0)
            }
            latest.count += 1
            total += 1
        }
        newest = time
    }

    /// Milliseconds; nil before the second fix.
    public var lowerMedian: Int64? {
        var before = 0
        let counts =
            latest.count > 0 ? self.counts.merging([latest.interval: latest.count], uniquingKeysWith: +) : counts
        for (interval, count) in counts.sorted(by: { $0.key < $1.key }) {
            before += count
            if before * 2 >= total { return interval }
        }
        return nil
    }

    /// The pause from which two points far apart are not joined, in ms: longer where fixes are rare.
    public func joinTime(_ rules: TrailRules) -> Int64 {
        lowerMedian.map { rules.joinTime(usualInterval: $0) } ?? rules.joinTime
    }
}

extension TrailRules {
    /// The pause from which two points far apart are not joined, in ms, where fixes usually come every `usualInterval` ms.
    public func joinTime(usualInterval: Int64) -> Int64 {
        guard usualInterval > joinSlowInterval else { return joinTime }
        return max(joinTime, min(usualInterval.saturatingMultiply(joinSlowFactor) / 1000, joinSlowMost))
    }
}
