/// Corrections by the user are a layer of their own over the facts: nothing they touch is changed, and each can be taken
/// back.
import FieldModel
import SQLiteIO

/// What the user says against the facts.
public struct Correction: Hashable, Sendable {
    /// What it does to the span.
    public enum Kind: String, CaseIterable, Sendable {
        /// The points of a span are not to be drawn, counted or shown.
        case hide
        /// A place the user added.
        case place
        /// What was one stay is two, split at `since`.
        case split
        /// The stay or visit that overlaps the span really had this span.
        case times
    }

    public var kind: Kind
    public var since: WallTime
    public var until: WallTime
    /// 1e-7 degree; the same for longitude. Only where a place is meant.
    public var latitude: Int32?
    public var longitude: Int32?
    public var note: String?

    public init(
        _ kind: Kind, since: WallTime, until: WallTime, latitude: Int32? = nil, longitude: Int32? = nil,
        note: String? = nil
    ) {
        self.kind = kind
        self.since = since
        self.until = until
        self.latitude = latitude
        self.longitude = longitude
        self.note = note
    }
}

/// A correction as it is kept.
public struct KeptCorrection: Hashable, Sendable {
    public var id: Int64
    public var made: WallTime
    public var correction: Correction
    /// When it was taken back; nil while it holds.
    public var withdrawn: WallTime?
}

extension FactDatabase {
    /// Adds a correction. What is derived for its span has to be recomputed.
    public func add(_ correction: Correction, at time: WallTime) throws(TrackStoreError) -> Int64 {
        try stored { () throws(SQLiteError) in
            var insert = try connection.prepare(
                "INSERT INTO correction (made, kind, since, until, lat, lon, note) VALUES (?, ?, ?, ?, ?, ?, ?) "
                    + "RETURNING id")
            try insert.bind(time.rawValue, at: 1)
            try insert.bind(correction.kind.rawValue, at: 2)
            try insert.bind(correction.since.rawValue, at: 3)
            try insert.bind(correction.until.rawValue, at: 4)
            try insert.bind(correction.latitude.map(Int64.init), at: 5)
            try insert.bind(correction.longitude.map(Int64.init), at: 6)
            try insert.bind(correction.note, at: 7)
            _ = try insert.step()
            return insert.number(0)
        }
    }

    /// Takes a correction back; it stays in the file. False where there is none of that number that holds.
    @discardableResult
    public func withdraw(correction id: Int64, at time: WallTime) throws(TrackStoreError) -> Bool {
        try stored { () throws(SQLiteError) in
            try connection.execute(
                "UPDATE correction SET withdrawn = \(time.rawValue) WHERE id = \(id) AND withdrawn IS NULL")
            return connection.changes > 0
        }
    }

    /// Every correction, taken back or not, in the order they were made.
    public func corrections() throws(TrackStoreError) -> [KeptCorrection] {
        try stored { () throws(SQLiteError) in
            var select = try connection.prepare(
                "SELECT id, made, kind, since, until, lat, lon, note, withdrawn FROM correction ORDER BY id")
            var kept: [KeptCorrection] = []
            while try select.step() {
                guard let kind = select.text(2).flatMap(Correction.Kind.init(rawValue:)) else { continue }
                kept.append(
                    KeptCorrection(
                        id: select.number(0), made: WallTime(select.number(1)),
                        correction: Correction(
                            kind, since: WallTime(select.number(3)), until: WallTime(select.number(4)),
                            latitude: Int32(column: select.integer(5)), longitude: Int32(column: select.integer(6)),
                            note: select.text(7)),
                        withdrawn: select.integer(8).map { WallTime($0) }))
            }
            return kept
        }
    }
}
