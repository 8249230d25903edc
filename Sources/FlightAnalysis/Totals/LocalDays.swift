import FieldModel

/// Days as the reader counts them: by the offsets that the log has, or by a zone. Days of 23 and 25 hours come out by
/// themselves, since only the date on the wall is asked.
public final class LocalDays {
    private let zone: ZoneData?
    /// From when on which offset holds, seconds east; in order of time.
    private var recorded: [(since: WallTime, offset: Int)] = []

    /// By the log's own offsets.
    public init() { zone = nil }

    /// By a zone that the platform knows, as `Europe/Paris`; nil for any other.
    public init?(zone name: String) {
        guard let zone = ZoneData(name) else { return nil }
        self.zone = zone
    }

    /// The log says which offset holds from now on.
    func note(offset: Int, since time: WallTime) {
        // No place on earth is a day off.
        guard (-86_400...86_400).contains(offset) else { return }
        if recorded.last?.offset != offset { recorded.append((time, offset)) }
    }

    /// Seconds east of UTC; where the log says nothing, what it says first, else 0.
    public func offset(at time: WallTime) -> Int {
        if let zone { return zone.offset(at: time) }
        return recorded.last { $0.since <= time }?.offset ?? recorded.first?.offset ?? 0
    }

    /// The local date.
    public func day(of time: WallTime) -> CivilDate { CivilDate(time + Int64(offset(at: time)) * 1000) }

    /// When a clock on the wall shows a time on the local day of another instant: `clock` in ms since midnight. A time
    /// that comes twice is the first one, one that is left out lies as far behind the change as it would before it.
    func instant(of clock: Int64, on time: WallTime) -> WallTime {
        let written = day(of: time).startOfDay + clock
        let before = Int64(offset(at: written + -86_400_000)) * 1000
        let early = written + -before
        let late = written + -Int64(offset(at: early)) * 1000
        return late + Int64(offset(at: late)) * 1000 == written ? late : early
    }

    /// The instants after `from`, up to `to`, at which a new date begins.
    func borders(from: WallTime, to: WallTime) -> [WallTime] {
        var borders: [WallTime] = []
        var start = from
        while day(of: start) < day(of: to) {
            // No date lasts longer than 25 hours and some: the first border lies within 26.
            var (low, high) = (start, min(to, start + 26 * 3_600_000))
            let today = day(of: start)
            guard day(of: high) > today else {
                start = high
                continue
            }
            while high - low > 1 {
                let middle = low + (high - low) / 2
                if day(of: middle) > today { high = middle } else { low = middle }
            }
            borders.append(high)
            start = high
        }
        return borders
    }
}
