import FieldModel

/// A span of wall clock time, open on either side where nothing was said.
public struct TimeWindow: Hashable, Sendable {
    public var since: WallTime?
    public var until: WallTime?

    public init(since: WallTime? = nil, until: WallTime? = nil) {
        self.since = since
        self.until = until
    }

    public var isEverything: Bool { since == nil && until == nil }

    /// Whether an instant lies within it.
    public func contains(_ time: WallTime) -> Bool {
        (since.map { time >= $0 } ?? true) && (until.map { time <= $0 } ?? true)
    }

    /// Whether a span has any part in it.
    public func touches(_ from: WallTime, _ to: WallTime) -> Bool {
        (since.map { to >= $0 } ?? true) && (until.map { from <= $0 } ?? true)
    }

    /// What lies in both; empty (`until` before `since`) where nothing does.
    public func common(with other: TimeWindow) -> TimeWindow {
        TimeWindow(
            since: [since, other.since].compactMap(\.self).max(), until: [until, other.until].compactMap(\.self).min())
    }

    /// ms of a span that lie in it.
    func common(_ from: WallTime, _ to: WallTime) -> Int64 {
        let start = max(from, since ?? from), end = min(to, until ?? to)
        return max(0, end - start)
    }
}

/// A time as an option gives it: an instant, a clock time on the log's day, a time before its end, or a mark.
public enum TimePoint: Hashable, Sendable {
    case instant(WallTime)
    /// ms since midnight of the day that the log begins on, in the reader's zone.
    case clock(Int64)
    /// ms before the end of the log.
    case beforeEnd(Int64)
    case mark(String)

    /// Reads RFC 3339, ms since 1970, `HH:MM[:SS]`, `-15m` (also `s`, `h`, `d`) or `mark:NAME`; nil for anything else.
    public init?(_ text: String) {
        if let instant = WallTime(rfc3339: text) {
            self = .instant(instant)
        } else if let millis = Int64(text), text.utf8.count > 8 {
            self = .instant(WallTime(millis))
        } else if text.hasPrefix("mark:"), text.utf8.count > 5 {
            self = .mark(String(text.dropFirst(5)))
        } else if let millis = Self.duration(before: text) {
            self = .beforeEnd(millis)
        } else if let millis = Self.clock(text) {
            self = .clock(millis)
        } else {
            return nil
        }
    }

    private static func duration(before text: String) -> Int64? {
        guard text.hasPrefix("-"), let unit = text.last, let count = Int64(text.dropFirst().dropLast()),
            (0...1_000_000_000).contains(count)
        else { return nil }
        switch unit {
        case "s": return count * 1000
        case "m": return count * 60_000
        case "h": return count * 3_600_000
        case "d": return count * 86_400_000
        default: return nil
        }
    }

    private static func clock(_ text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.count == 2 ? Int64($0) : nil }
        guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[0] < 24, numbers[1] < 60,
            numbers.last! < 60, numbers.allSatisfy({ $0 >= 0 })
        else { return nil }
        return numbers[0] * 3_600_000 + numbers[1] * 60_000 + (numbers.count == 3 ? numbers[2] * 1000 : 0)
    }

    /// The instant it means in a log; nil where the log has no such mark, or no time at all. `zone`: the reader's, UTC
    /// where nil.
    public func resolved(in lives: [Life], zone: LocalDays? = nil) -> WallTime? {
        switch self {
        case .instant(let time): return time
        case .clock(let millis):
            return lives.compactMap { $0.first?.wallTime }.min().map { first in
                zone?.instant(of: millis, on: first) ?? CivilDate(first).startOfDay + millis
            }
        case .beforeEnd(let millis): return lives.compactMap { $0.last?.wallTime }.max().map { $0 + -millis }
        case .mark(let text): return lives.flatMap(\.marks).first { $0.text == text }?.at.wallTime
        }
    }
}
