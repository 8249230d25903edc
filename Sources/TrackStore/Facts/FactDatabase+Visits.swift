import FieldModel
import SQLiteIO

/// A visit as the platform reported it, and when.
public struct KeptVisit: Hashable, Sendable {
    public var id: Int64
    public var reported: WallTime
    public var report: VisitReport
}

extension FactDatabase {
    /// Keeps a report as it came: a later one with the same arrival is a row of its own, an unknown time stays unknown.
    public func add(_ report: VisitReport, at time: WallTime) throws(TrackStoreError) {
        try stored { () throws(SQLiteError) in
            var insert = try connection.prepare(
                "INSERT INTO visit (reported, arrival, departure, lat, lon, hacc) VALUES (?, ?, ?, ?, ?, ?)")
            try insert.bind(time.rawValue, at: 1)
            try insert.bind(report.arrival?.rawValue, at: 2)
            try insert.bind(report.departure?.rawValue, at: 3)
            try insert.bind(Int64(report.latitude), at: 4)
            try insert.bind(Int64(report.longitude), at: 5)
            try insert.bind(report.horizontalAccuracy.column, at: 6)
            try insert.run()
        }
    }

    /// Every report, in the order they came.
    public func visits() throws(TrackStoreError) -> [KeptVisit] {
        try stored { () throws(SQLiteError) in
            var select = try connection.prepare(
                "SELECT id, reported, arrival, departure, lat, lon, hacc FROM visit ORDER BY id")
            var kept: [KeptVisit] = []
            while try select.step() {
                kept.append(
                    KeptVisit(
                        id: select.number(0), reported: WallTime(select.number(1)),
                        report: VisitReport(
                            arrival: select.integer(2).map { WallTime($0) },
                            departure: select.integer(3).map { WallTime($0) },
                            latitude: Int32(clamping: select.number(4)), longitude: Int32(clamping: select.number(5)),
                            horizontalAccuracy: Quantity(column: select.integer(6)))))
            }
            return kept
        }
    }
}
