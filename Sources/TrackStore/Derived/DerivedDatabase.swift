/// derived.sqlite: what rules made of the facts. It can be thrown away at any time, and is, wherever it does not open or
/// was made by another schema.
import FieldModel
import SQLiteIO
import SystemIO

/// What rules made of the facts, in `derived/derived.sqlite`.
public struct DerivedDatabase: ~Copyable {
    public let path: String
    /// Whether the file that was there could not be used and was replaced by an empty one.
    public let wasRenewed: Bool
    let connection: Connection

    /// Opens the file, made where it is missing, with the folder it lies in.
    public init(_ path: String) throws(TrackStoreError) {
        try onDisk { () throws(IOError) in
            if let folder = FileSystem.parent(of: path) { try FileSystem.createFolder(folder) }
        }
        var renewed = false
        let connection: Connection
        do throws(TrackStoreError) {
            connection = try DerivedSchema.steps.open(path)
        } catch {
            // A file that may open later is waited for; any other is replaced.
            if error.isForNow { throw error }
            connection = try Self.renewed(path)
            renewed = true
        }
        self.path = path
        self.wasRenewed = renewed
        self.connection = connection
    }

    private static func renewed(_ path: String) throws(TrackStoreError) -> Connection {
        try onDisk { () throws(IOError) in
            for ending in ["-wal", "-shm", "-journal", ""] { try FileSystem.remove(path + ending) }
        }
        return try DerivedSchema.steps.open(path)
    }

    // MARK: Reading

    /// The sums over the whole track.
    public func summary() throws(TrackStoreError) -> DerivedSummary {
        try stored { () throws(SQLiteError) in
            var row = try connection.prepare(
                """
                SELECT count(*), ifnull(sum(points), 0), ifnull(sum(solid), 0), ifnull(sum(dashed), 0),
                    ifnull(sum(spikes), 0), (SELECT count(*) FROM stay), (SELECT ifnull(sum(tiles), 0) FROM cover)
                FROM stretch
                """)
            _ = try row.step()
            return DerivedSummary(
                stretches: Int(row.number(0)), points: Int(row.number(1)), solid: row.number(2), dashed: row.number(3),
                marks: Int(row.number(4)), stays: Int(row.number(5)), tiles: Int(row.number(6)))
        }
    }

    /// Solid length in mm by day of the user's zone (days since 1970-01-01).
    public func lengths() throws(TrackStoreError) -> [Int64: Int64] {
        try rows("SELECT day, sum(length) FROM day GROUP BY day") { ($0.number(0), $0.number(1)) }
            .reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    /// Parts of the track that are judged by themselves, in order of time.
    public func stretches() throws(TrackStoreError) -> [Stretch] {
        try rows("SELECT since, until, points, solid, dashed, spikes FROM stretch ORDER BY since") {
            Stretch(
                since: WallTime($0.number(0)), until: WallTime($0.number(1)), points: Int($0.number(2)),
                solid: $0.number(3), dashed: $0.number(4), spikes: Int($0.number(5)))
        }
    }

    /// Points that are spikes, in order of time.
    public func marks() throws(TrackStoreError) -> [Mark] {
        try rows("SELECT run, seq, t FROM mark ORDER BY t, run, seq") {
            Mark(run: $0.number(0), seq: $0.number(1), time: WallTime($0.number(2)))
        }
    }

    /// Solid lines in order of time.
    public func pieces() throws(TrackStoreError) -> [Piece] {
        try rows("SELECT since, until, length FROM piece ORDER BY until, since") {
            Piece(since: WallTime($0.number(0)), until: WallTime($0.number(1)), length: $0.number(2))
        }
    }

    /// Connectors in order of time.
    public func connectors() throws(TrackStoreError) -> [Connector] {
        try rows("SELECT since, until, distance, gap FROM connector ORDER BY until, since") {
            Connector(
                since: WallTime($0.number(0)), until: WallTime($0.number(1)), distance: $0.number(2),
                gap: $0.text(3) ?? "")
        }
    }

    /// The time ranges in which lines passed, of one block or of all.
    public func passages(in block: Block? = nil) throws(TrackStoreError) -> [Passage] {
        let condition = block.map { "WHERE block = \($0.rawValue)" } ?? ""
        return try rows("SELECT block, since, until FROM passage \(condition) ORDER BY block, since, until") {
            Passage(
                block: Block(rawValue: $0.number(0)), since: WallTime($0.number(1)), until: WallTime($0.number(2)))
        }
    }

    /// The tiles that lines passed, all blocks.
    public func coverage() throws(TrackStoreError) -> Coverage {
        try rows("SELECT block, bits FROM cover") { (Block(rawValue: $0.number(0)), $0.bytes(1)) }
            .reduce(into: Coverage()) { $0.add($1.1, of: $1.0) }
    }

    /// Stays as corrected, in order of time.
    public func stays() throws(TrackStoreError) -> [KeptStay] {
        try rows("SELECT since, until, lat, lon, unobserved, note, corrected FROM stay ORDER BY since, until") {
            KeptStay(
                since: WallTime($0.number(0)), until: WallTime($0.number(1)),
                latitude: Int32(clamping: $0.number(2)), longitude: Int32(clamping: $0.number(3)),
                unobserved: $0.number(4), note: $0.text(5), isCorrected: $0.number(6) != 0)
        }
    }

    /// What today's rules decide otherwise than the phone did.
    func verdicts() throws(TrackStoreError) -> [Verdict] {
        try rows("SELECT run, seq, doubted, outcome FROM verdict") {
            Verdict(
                run: $0.number(0), seq: $0.number(1), isDoubted: $0.number(2) != 0,
                outcome: Verdict.Outcome(rawValue: $0.number(3)) ?? .refused)
        }
    }

    /// What is noted under a key: `rules`, `facts`.
    func note(_ key: String) throws(TrackStoreError) -> String? {
        try rows("SELECT value FROM meta WHERE key = '\(key)'") { $0.text(0) ?? "" }.first
    }

    func rows<Row>(_ sql: String, _ read: (borrowing Statement) -> Row) throws(TrackStoreError) -> [Row] {
        try stored { () throws(SQLiteError) in
            var select = try connection.prepare(sql)
            var rows: [Row] = []
            while try select.step() { rows.append(read(select)) }
            return rows
        }
    }
}

/// The sums over a whole track.
public struct DerivedSummary: Hashable, Sendable {
    public var stretches = 0
    public var points = 0
    /// mm
    public var solid: Int64 = 0
    /// mm
    public var dashed: Int64 = 0
    public var marks = 0
    public var stays = 0
    public var tiles = 0
}
