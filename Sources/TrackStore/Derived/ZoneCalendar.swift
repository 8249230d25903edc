/// Days of the user's zone, by the zone that held at each moment. Asked in order of time it answers at once.
import FieldModel

struct ZoneCalendar: Sendable {
    /// From when on which offset holds, in ms east; by time, the first from the beginning of time.
    private let spans: [(since: WallTime, offset: Int64)]
    private var current = 0

    /// `changes` in any order, offsets in seconds; before the first, its offset holds.
    init(_ changes: [(since: WallTime, seconds: Int64)]) {
        let sorted = changes.sorted { $0.since < $1.since }.map { (since: $0.since, offset: $0.seconds * 1000) }
        spans = [(since: WallTime(.min), offset: sorted.first?.offset ?? 0)] + sorted
    }

    /// Days since 1970-01-01 on the clock of the user's wall.
    @inline(__always)
    mutating func day(of time: WallTime) -> Int64 {
        find(time)
        return (time + spans[current].offset).rawValue.flooredDivision(by: WallTime.millisecondsPerDay)
    }

    /// When a day begins, by the offset that holds at `time`.
    mutating func start(ofDay day: Int64, near time: WallTime) -> WallTime {
        find(time)
        return WallTime(day * WallTime.millisecondsPerDay) + -spans[current].offset
    }

    @inline(__always)
    private mutating func find(_ time: WallTime) {
        while current + 1 < spans.count, spans[current + 1].since <= time { current += 1 }
        while current > 0, time < spans[current].since { current -= 1 }
    }
}
