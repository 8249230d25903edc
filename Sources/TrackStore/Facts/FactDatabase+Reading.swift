import DecisionCore
import FieldModel
import SQLiteIO

/// A fact's point with its number.
public struct StoredPoint: Hashable, Sendable {
    public var seq: Int64
    public var point: TrailPoint
    /// Why a guess refused it; nil for a point.
    public var reason: Reason?
}

/// A transition with its number and the number of the point that follows it.
public struct StoredTransition: Hashable, Sendable {
    public var seq: Int64
    public var before: Int64
    public var transition: Transition
}

extension FactDatabase {
    /// The points of a run in the order they were stored, those with `seq` in `range` where one is given. Their segment
    /// counts the beginnings in the run; their number in the log is not kept.
    public func points(ofRun run: Int64, _ range: Range<Int64>? = nil) throws(TrackStoreError) -> [StoredPoint] {
        try rows(of: "point", run, range)
    }

    /// The doubted fixes of a run in the order they came.
    public func doubted(ofRun run: Int64) throws(TrackStoreError) -> [StoredPoint] { try rows(of: "doubted", run, nil) }

    /// What happened to a run, in order.
    public func transitions(ofRun run: Int64) throws(TrackStoreError) -> [StoredTransition] {
        try stored { () throws(SQLiteError) in
            var select = try connection.prepare(
                "SELECT seq, before, t, kind, until, value, lat, lon, note FROM transition WHERE run = ? ORDER BY seq")
            try select.bind(run, at: 1)
            var found: [StoredTransition] = []
            while try select.step() {
                // A kind that this version does not know stays in the file and says nothing here.
                guard let kind = select.text(3).flatMap(Transition.Kind.init(rawValue:)) else { continue }
                let transition = Transition(
                    kind, at: WallTime(select.number(2)), until: select.integer(4).map { WallTime($0) },
                    value: select.integer(5), latitude: Int32(column: select.integer(6)),
                    longitude: Int32(column: select.integer(7)), note: select.text(8))
                found.append(
                    StoredTransition(seq: select.number(0), before: select.number(1), transition: transition))
            }
            return found
        }
    }

    private func rows(
        of table: String, _ run: Int64, _ range: Range<Int64>?
    ) throws(TrackStoreError) -> [StoredPoint] {
        let start = try self.run(run).start
        let beginnings = try transitions(ofRun: run).filter { $0.transition.kind == .begun }.map(\.before)
        let reason = table == "doubted" ? ", reason" : ""
        let within = range.map { " AND seq >= \($0.lowerBound) AND seq < \($0.upperBound)" } ?? ""
        var found: [StoredPoint] = []
        var damage: Int64?
        try stored { () throws(SQLiteError) in
            var select = try connection.prepare(
                "SELECT seq, \(FixRow.list)\(reason) FROM \(table) WHERE run = \(run)\(within) ORDER BY seq")
            while try select.step() {
                let seq = select.number(0)
                let segment = beginnings.count { $0 <= seq }
                let point = TrailPoint(start: start, segment: segment) { select.integer($0 + 1) }
                guard let point else {
                    damage = damage ?? seq
                    continue
                }
                let doubt = reason.isEmpty ? nil : DoubtCode.reason(select.number(FixRow.names.count + 1))
                found.append(StoredPoint(seq: seq, point: point, reason: doubt))
            }
        }
        if let damage { throw .damaged(path: path, findings: ["run \(run), \(table) \(damage) is no fix"]) }
        return found
    }
}
