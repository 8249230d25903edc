/// What rules make of points, gathered stretch by stretch: marks, lines by piece, lengths by day, passages by block,
/// covered tiles. Pure: the recompute reads and writes around it.
import DecisionCore
import FieldModel

struct TrackResult: Sendable {
    var stretches: [Stretch] = []
    var marks: [Mark] = []
    var pieces: [Piece] = []
    var connectors: [Connector] = []
    var days: [DayShare] = []
    var passages: [Passage] = []
    var coverage = Coverage()
    private var calendar: ZoneCalendar
    /// Passages that the line may still be in: the last few blocks, newest last.
    private var recent: [Int] = []

    init(_ calendar: ZoneCalendar) { self.calendar = calendar }

    /// Takes in a stretch. `seeded`: its first point belongs to the stretch before.
    mutating func add(_ points: ArraySlice<TrailPoint>, _ keys: [PointKey], seeded: Bool, _ judge: TrailJudge) {
        guard points.count > (seeded ? 1 : 0) else { return }
        let points = Array(points)
        let judgement = judge.judge(points)
        let first = seeded ? 1 : 0
        var stretch = Stretch(
            since: points[first].time, until: points[points.count - 1].time, points: points.count - first, solid: 0,
            dashed: 0, spikes: 0)
        for index in first..<points.count where judgement.isSpike[index] {
            stretch.spikes += 1
            marks.append(Mark(run: keys[index].run, seq: keys[index].seq, time: points[index].time))
        }
        draw(points, judgement.joins, &stretch)
        stretches.append(stretch)
    }

    private mutating func draw(_ points: [TrailPoint], _ joins: [Join], _ stretch: inout Stretch) {
        var piece: Piece?
        var share = DayShare(stretch: stretch.since, day: .min, length: 0, time: 0)
        var place: (index: Int, GridPoint)?
        recent.removeAll(keepingCapacity: true)
        for join in joins {
            let (from, to) = (points[join.from], points[join.to])
            guard let gap = join.gap else {
                stretch.solid += join.distance
                piece?.until = to.time
                piece?.length += join.distance
                if piece == nil { piece = Piece(since: from.time, until: to.time, length: join.distance) }
                count(join.distance, from.time, to.time, &share)
                let a = place?.index == join.from ? place!.1 : from.place
                let b = to.place
                place = (join.to, b)
                pass(from: a, to: b, from.time, to.time)
                continue
            }
            stretch.dashed += join.distance
            if let whole = piece { pieces.append(whole) }
            piece = nil
            connectors.append(
                Connector(since: from.time, until: to.time, distance: join.distance, gap: gap.rawValue))
        }
        if let piece { pieces.append(piece) }
        if share.day != .min { days.append(share) }
    }

    /// Counts a join to the day it lies on, or splits it at midnight in proportion to time.
    @inline(__always)
    private mutating func count(_ length: Int64, _ from: WallTime, _ to: WallTime, _ share: inout DayShare) {
        let (first, last) = (calendar.day(of: from), calendar.day(of: to))
        if first == last, first == share.day {
            share.length += length
            share.time += to - from
        } else {
            split(length, from, to, first, last, &share)
        }
    }

    private mutating func split(
        _ length: Int64, _ from: WallTime, _ to: WallTime, _ first: Int64, _ last: Int64, _ share: inout DayShare
    ) {
        // A zone change may take the last day before the first; a join over years is a point that came back to its place.
        let touched = first < last && last - first < 4_000 ? Array(first...last) : [last]
        let borders = touched.dropFirst().map { calendar.start(ofDay: $0, near: to) }
        let lengths = Join.split(length, from: from, to: to, at: borders)
        var begin = from
        for (index, day) in touched.enumerated() {
            let end = index < borders.count ? borders[index] : to
            if day != share.day {
                if share.day != .min { days.append(share) }
                share = DayShare(stretch: share.stretch, day: day, length: 0, time: 0)
            }
            share.length += lengths[index]
            share.time += max(0, end - begin)
            begin = end
        }
    }

    /// Covers the tiles of a solid line and notes the blocks it passed.
    @inline(__always)
    private mutating func pass(from a: GridPoint, to b: GridPoint, _ since: WallTime, _ until: WallTime) {
        var block = Block(rawValue: -1)
        TileGrid.walk(from: a, to: b) { column, row in
            coverage.cover(column: column, row: row)
            let here = TileGrid.block(column: column, row: row)
            if here != block {
                block = here
                enter(here, since, until)
            }
        }
    }

    private mutating func enter(_ block: Block, _ since: WallTime, _ until: WallTime) {
        for slot in recent.indices.reversed() where passages[recent[slot]].block == block {
            // The line comes back into a block it left: one range as long as no time lies between.
            if passages[recent[slot]].until >= since {
                passages[recent[slot]].until = max(passages[recent[slot]].until, until)
                return
            }
            recent.remove(at: slot)
            break
        }
        if recent.count == 8 { recent.removeFirst() }
        recent.append(passages.count)
        passages.append(Passage(block: block, since: since, until: until))
    }

    /// Adds what another part of the track gave.
    mutating func append(_ other: TrackResult) {
        stretches += other.stretches
        marks += other.marks
        pieces += other.pieces
        connectors += other.connectors
        days += other.days
        passages += other.passages
        coverage.formUnion(other.coverage)
    }
}

extension TrailPoint {
    var place: GridPoint { TileGrid.place(latitude: fix.latitude, longitude: fix.longitude) }
}
