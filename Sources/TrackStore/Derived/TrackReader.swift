/// Reads a track's points in order of time, straight from the rows and with only the columns that the judge asks for.
import DecisionCore
import FieldModel
import SQLiteIO

struct TrackReader: ~Copyable {
    private let facts: FactDatabase
    private var select: Statement
    private var backward: Statement
    private var time: Statement
    let index: TrackIndex

    private static let columns = "seq, t, lat, lon, hacc, speed, sacc, cacc, state"

    /// Opens the facts at `path` for reading.
    init(_ path: String, _ index: TrackIndex) throws(TrackStoreError) {
        let facts = try FactDatabase(path, readOnly: true)
        let select = try facts.prepare(
            "SELECT \(Self.columns) FROM point WHERE run = ? AND seq >= ? AND seq < ? ORDER BY seq")
        let backward = try facts.prepare(
            "SELECT \(Self.columns) FROM point WHERE run = ? AND seq >= ? AND seq < ? ORDER BY seq DESC")
        let time = try facts.prepare(
            "SELECT t FROM point WHERE run = ? AND seq >= ? AND seq < ? ORDER BY seq LIMIT 1")
        self.facts = facts
        self.select = select
        self.backward = backward
        self.time = time
        self.index = index
    }

    /// Calls `body` with every point from `position` on that is not hidden, until it answers false. Doubted fixes that
    /// count come in their places: from `since` on where it is given, else from the first point on, and from the very beginning
    /// where `position` is that.
    mutating func points(
        from position: Position, since: WallTime? = nil, _ body: (TrailPoint, PointKey, Position) -> Bool
    ) throws(TrackStoreError) {
        for leg in index.legs.indices.dropFirst(position.leg) {
            let first = leg == position.leg ? position.seq : index.legs[leg].seqs.lowerBound
            let seqs = first..<max(first, index.legs[leg].seqs.upperBound)
            let goesOn =
                index.restored.isEmpty && index.regraded.isEmpty
                ? try read(leg, seqs, body)
                : try readRejudged(
                    leg, seqs, since: since ?? WallTime(.min),
                    skipsFirst: leg == position.leg && since == nil && position.seq > .min, body)
            guard goesOn else { return }
        }
    }

    /// As `read`, with what today's rules decided otherwise. `skipsFirst`: without the fixes before the first point.
    private mutating func readRejudged(
        _ number: Int, _ seqs: Range<Int64>, since: WallTime, skipsFirst: Bool,
        _ body: (TrailPoint, PointKey, Position) -> Bool
    ) throws(TrackStoreError) -> Bool {
        var waiting = index.restored(inLeg: number).drop { $0.point.time < since }
        var (hasBegun, goesOn, newest) = (!skipsFirst, true, max(0, seqs.lowerBound) - 1)
        let index = self.index
        func pass(before time: WallTime) {
            while goesOn, let next = waiting.first, next.point.time < time {
                waiting.removeFirst()
                guard hasBegun, !index.hides(next.point.time) else { continue }
                goesOn = body(next.point, next.key, Position(leg: number, seq: newest))
            }
        }
        let wentOn = try read(number, seqs) { point, key, position in
            pass(before: point.time)
            hasBegun = true
            newest = position.seq
            guard goesOn, let outcome = index.regraded[key] else { return goesOn && body(point, key, position) }
            guard outcome != .refused else { return true }
            var regraded = point
            regraded.isCoarse = outcome == .coarse
            return body(regraded, key, position)
        }
        guard wentOn, goesOn else { return false }
        pass(before: WallTime(.max))
        return goesOn
    }

    private mutating func read(
        _ number: Int, _ seqs: Range<Int64>, _ body: (TrailPoint, PointKey, Position) -> Bool
    ) throws(TrackStoreError) -> Bool {
        let leg = index.legs[number]
        do throws(SQLiteError) {
            try select.bind(leg.run, at: 1)
            try select.bind(seqs.lowerBound, at: 2)
            try select.bind(seqs.upperBound, at: 3)
            while try select.step() {
                let point = TrailPoint(judged: select, leg)
                if index.hides(point.time) { continue }
                let seq = select.number(0)
                guard body(point, PointKey(run: leg.run, seq: seq), Position(leg: number, seq: seq)) else {
                    select.reset()
                    return false
                }
            }
            return true
        } catch {
            throw TrackStoreError(error)
        }
    }

    /// The last ordinary point before `position` that is not hidden, and the coarse ones behind it: what a stretch that
    /// begins there, at `moment`, starts with. Empty at the beginning of the track.
    mutating func seed(
        before position: Position, _ moment: WallTime
    ) throws(TrackStoreError) -> [(TrailPoint, PointKey)] {
        var found: [(TrailPoint, PointKey)] = []
        for number in index.legs.indices.prefix(position.leg + 1).reversed() {
            let leg = index.legs[number]
            let end = number == position.leg ? position.seq : leg.seqs.upperBound
            var waiting = index.restored(inLeg: number).filter { $0.point.time < moment }
            // True where an ordinary one was among those behind `time`.
            func pass(after time: WallTime) -> Bool {
                while let next = waiting.last, next.point.time > time {
                    waiting.removeLast()
                    if index.hides(next.point.time) { continue }
                    found.append((next.point, next.key))
                    if !next.point.isCoarse { return true }
                }
                return false
            }
            do throws(SQLiteError) {
                try backward.bind(leg.run, at: 1)
                try backward.bind(leg.seqs.lowerBound, at: 2)
                try backward.bind(end, at: 3)
                while try backward.step() {
                    var point = TrailPoint(judged: backward, leg)
                    let key = PointKey(run: leg.run, seq: backward.number(0))
                    let outcome = index.regraded[key]
                    if let outcome { point.isCoarse = outcome == .coarse }
                    let isFound = pass(after: point.time)
                    if !isFound {
                        if index.hides(point.time) || outcome == .refused { continue }
                        found.append((point, key))
                    }
                    guard !isFound, point.isCoarse else {
                        backward.reset()
                        return found.reversed()
                    }
                }
                if pass(after: WallTime(.min)) { return found.reversed() }
            } catch {
                throw TrackStoreError(error)
            }
        }
        return []
    }

    /// Where the first point at or after `moment` stands. Times rise within a leg: found by halving.
    mutating func position(of moment: WallTime) throws(TrackStoreError) -> Position {
        let number = max(0, index.legs.partitionPoint { $0.since < moment } - 1)
        guard number < index.legs.count else { return Position(leg: 0, seq: 0) }
        let leg = index.legs[number]
        let target = moment - WallTime(leg.start.wallTime)
        var (low, high) = (leg.seqs.lowerBound, leg.seqs.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            let isEarlier: Bool
            do throws(SQLiteError) {
                try time.bind(leg.run, at: 1)
                try time.bind(middle, at: 2)
                try time.bind(high, at: 3)
                defer { time.reset() }
                // A number may be void: then the next point answers.
                isEarlier = try time.step() && time.number(0) < target
            } catch {
                throw TrackStoreError(error)
            }
            if isEarlier { low = middle + 1 } else { high = middle }
        }
        return Position(leg: number, seq: low)
    }
}

extension TrailPoint {
    /// A point with what the judge asks for; the rest is absent. A code that no fix has counts as an ordinary point.
    @inline(__always)
    fileprivate init(judged row: borrowing Statement, _ leg: Leg) {
        let time = WallTime(leg.start.wallTime) + row.number(1)
        self.init(
            NumberedFix(
                Fix(
                    sampleTime: time, receiveTime: time, latitude: Int32(truncatingIfNeeded: row.number(2)),
                    longitude: Int32(truncatingIfNeeded: row.number(3)),
                    horizontalAccuracy: Quantity(column: row.integer(4)), speed: Quantity(column: row.integer(5)),
                    speedAccuracy: Quantity(column: row.integer(6)), courseAccuracy: Quantity(column: row.integer(7)))),
            isCoarse: FixState.isCoarse(row.number(8)), segment: leg.segment)
    }
}

extension FactDatabase {
    /// A statement that is used again and again.
    func prepare(_ sql: String) throws(TrackStoreError) -> Statement {
        try stored { () throws(SQLiteError) in try connection.prepare(sql, kept: true) }
    }
}
