import DecisionCore
import FieldModel

/// Adds stretches of time and of line to the days that they lie in; what lies over a border is split there.
struct DaySum {
    private let calendar: LocalDays
    private let window: TimeWindow
    private var sums: [[CivilDate: DayTotals]] = []
    /// Standing and unobserved stretches, in order of time: what is taken off the time on the line.
    private var idle: [Stay.Span] = []

    init(_ calendar: LocalDays, _ window: TimeWindow) {
        self.calendar = calendar
        self.window = window
    }

    var days: [DayTotals] { sums.flatMap { $0.values.sorted { $0.day < $1.day } } }

    /// Time between fixes, speeds, heights, the receiver.
    mutating func add(_ tally: TrailTally, joinTimes: [Int: Int64], _ rules: TrailRules) {
        for stretch in tally.stretches {
            let isUnobserved = stretch.isLong && stretch.span.length > joinTimes[stretch.segment] ?? rules.joinTime
            if isUnobserved || !stretch.isMoving { idle.append(stretch.span) }
            split(stretch.span, stretch.session) { day, length in
                if isUnobserved {
                    day.unobserved += length
                } else if stretch.isMoving {
                    day.moving += length
                } else {
                    day.stopped += length
                }
            }
        }
        for (time, session, speed) in tally.fastest {
            at(time, session) { $0.maximum = max($0.maximum ?? 0, speed) }
        }
        for (time, session, height) in tally.climbs { at(time, session) { $0.climb = ($0.climb ?? 0) + height } }
        for entry in tally.receiver {
            split(entry.span, entry.session) { day, length in
                var time = day.receiver[entry.label] ?? (0, 0)
                if entry.isDwelling { time.dwelling += length } else { time.not += length }
                day.receiver[entry.label] = time
            }
        }
    }

    /// The line: lengths, the time on it, the speed of its joins.
    mutating func add(_ points: [TrailPoint], _ judgement: Judgement, _ tally: TrailTally) {
        var passed = 0
        for join in judgement.joins where join.isSolid {
            let (a, b) = (points[join.from], points[join.to])
            let span = Stay.Span(from: a.time, to: b.time)
            guard window.contains(a.time), window.contains(b.time) else { continue }
            let session = tally.sessions.lastIndex { $0.from <= b.fix.receiveTime } ?? 0
            let borders = calendar.borders(from: a.time, to: b.time)
            let parts = Join.split(join.distance, from: a.time, to: b.time, at: borders)
            let stops = [a.time] + borders + [b.time]
            while passed < idle.count, idle[passed].to <= a.time { passed += 1 }
            for (index, part) in parts.enumerated() {
                let piece = Stay.Span(from: stops[index], to: stops[index + 1])
                let idle = Self.common(piece, idle[passed...])
                at(piece.from, session) { day in
                    day.solid += part
                    day.lineTime += piece.length
                    day.lineIdle += idle
                    if span.length >= 1000 {
                        day.maximum = max(day.maximum ?? 0, join.distance * 100 / span.length)
                    }
                }
            }
        }
    }

    /// ms of a piece in which the phone stood, or nobody knows.
    private static func common(_ piece: Stay.Span, _ idle: ArraySlice<Stay.Span>) -> Int64 {
        var sum: Int64 = 0
        for span in idle {
            guard span.from < piece.to else { break }
            sum += max(0, min(span.to, piece.to) - max(span.from, piece.from))
        }
        return sum
    }

    private mutating func split(_ span: Stay.Span, _ session: Int, _ add: (inout DayTotals, Int64) -> Void) {
        let from = max(span.from, window.since ?? span.from), to = min(span.to, window.until ?? span.to)
        guard from < to else { return }
        var start = from
        for border in calendar.borders(from: from, to: to) + [to] {
            change(session, calendar.day(of: start)) { add(&$0, border - start) }
            start = border
        }
    }

    private mutating func at(_ time: WallTime, _ session: Int, _ change: (inout DayTotals) -> Void) {
        guard window.contains(time) else { return }
        self.change(session, calendar.day(of: time), change)
    }

    private mutating func change(_ session: Int, _ day: CivilDate, _ change: (inout DayTotals) -> Void) {
        while sums.count <= session { sums.append([:]) }
        change(&sums[session][day, default: DayTotals(session: session + 1, day: day)])
    }
}
