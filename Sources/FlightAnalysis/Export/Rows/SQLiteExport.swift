import FieldModel
import LogFormat
import SQLiteIO

/// A log as an SQLite database: the tables `samples` and `events` in the integers of the log, `gaps`, and the view
/// `samples_si` in degrees, metres and seconds. One transaction into a file that nobody else has: no journal is needed,
/// the file appears whole or not at all by being renamed. Not copyable.
struct SQLiteExport: ~Copyable {
    private let database: Connection
    private var samples: Statement
    private var events: Statement
    private var gaps: Statement

    /// Makes the database at `path`, where nothing may be.
    init(path: String) throws(SQLiteError) {
        let places = Array(repeating: "?", count: FixColumn.allCases.count + Annotations.names.count + 1)
        let file = try Connection(path, .create)
        try file.execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN")
        try file.execute(Self.schema)
        let sample = try file.prepare("INSERT INTO samples VALUES (\(places.joined(separator: ",")))", kept: true)
        let event = try file.prepare("INSERT INTO events VALUES (?,?,?,?,?,?,?)", kept: true)
        let gap = try file.prepare("INSERT INTO gaps VALUES (?,?,?,?,?,?)", kept: true)
        database = file
        samples = sample
        events = event
        gaps = gap
    }

    mutating func take(_ sample: Sample, _ annotations: Annotations, part: String) throws(SQLiteError) {
        var index = 1
        for column in FixColumn.allCases {
            switch sample.cell(column) {
            case .absent, .empty: try samples.bind(nil as Int64?, at: index)
            case .number(let value, _): try samples.bind(value, at: index)
            case .text(let text): try samples.bind(text, at: index)
            }
            index += 1
        }
        for value in annotations.values {
            switch value {
            case .integer(let it): try samples.bind(it, at: index)
            // A share of the battery in thousandths: integers throughout.
            case .number(let it): try samples.bind(Int64((it * 1000).rounded()), at: index)
            default: try samples.bind(value.string, at: index)
            }
            index += 1
        }
        try samples.bind(part, at: index)
        try samples.run()
    }

    mutating func take(_ record: Record, part: String) throws(SQLiteError) {
        try events.bind(Int64(clamping: record.stamp.n), at: 1)
        try events.bind(record.stamp.wallTime.rawValue, at: 2)
        try events.bind(record.stamp.bootTime?.rawValue, at: 3)
        try events.bind(record.stamp.uptime?.rawValue, at: 4)
        try events.bind(record.kind, at: 5)
        try events.bind(JSON.text(.object(record.fields)), at: 6)
        try events.bind(part, at: 7)
        try events.run()
    }

    mutating func take(_ gap: GapSpan, part: String) throws(SQLiteError) {
        try gaps.bind(Int64(clamping: gap.n), at: 1)
        try gaps.bind(gap.kind, at: 2)
        try gaps.bind(gap.from.rawValue, at: 3)
        try gaps.bind(gap.to.rawValue, at: 4)
        try gaps.bind(gap.duration, at: 5)
        try gaps.bind(part, at: 6)
        try gaps.run()
    }

    /// Ends the transaction and builds the indexes.
    mutating func finish() throws(SQLiteError) {
        try database.execute(
            "CREATE INDEX samples_t ON samples(t); CREATE INDEX events_k ON events(k, t); COMMIT")
    }

    /// Integers as in the log: 1e-7 degree, cm, cm/s, 0.1 degree, ms; the battery in thousandths. `part` is empty, or the
    /// folder of a second process's log.
    private static let schema = """
        CREATE TABLE samples (
            n INTEGER, m INTEGER, recv INTEGER, t INTEGER, lat INTEGER, lon INTEGER, hacc INTEGER, alt INTEGER,
            vacc INTEGER, speed INTEGER, sacc INTEGER, course INTEGER, cacc INTEGER, src TEXT, motion TEXT, app TEXT,
            verdict TEXT, reason TEXT, run TEXT, session INTEGER, profile TEXT, battery INTEGER, state TEXT, phase TEXT,
            cause TEXT, segment INTEGER, dwell INTEGER, part TEXT);
        CREATE TABLE events (n INTEGER, t INTEGER, m INTEGER, u INTEGER, k TEXT, fields TEXT, part TEXT);
        CREATE TABLE gaps (n INTEGER, kind TEXT, from_t INTEGER, to_t INTEGER, duration INTEGER, part TEXT);
        CREATE VIEW samples_si AS SELECT
            n, strftime('%Y-%m-%dT%H:%M:%S', t / 1000, 'unixepoch') || printf('.%03dZ', ((t % 1000) + 1000) % 1000) AS time,
            t / 1e3 AS t_s, recv / 1e3 AS recv_s, m / 1e3 AS m_s, lat / 1e7 AS lat_deg, lon / 1e7 AS lon_deg,
            hacc / 1e2 AS hacc_m, alt / 1e2 AS alt_m, vacc / 1e2 AS vacc_m, speed / 1e2 AS speed_m_s,
            sacc / 1e2 AS sacc_m_s, course / 1e1 AS course_deg, cacc / 1e1 AS cacc_deg, src, motion, app, verdict, reason,
            run, session, profile, battery / 1e3 AS battery, state, phase, cause, segment, dwell, part
        FROM samples;
        """
}
