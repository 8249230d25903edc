/// The schema of track.sqlite, one step a version: a file of version v gets the steps behind v, all in one transaction.
///
/// - Integers only, in the units of a fix; texts are names and notes.
/// - A point's times count from its run's beginning and its boot time is kept as what the clocks drifted apart since:
///   six bytes and more a point saved, and the view adds them up again.
/// - What may not happen is refused here, not only in the code: a run's state goes only along the permitted ways, its
///   counters and `chunks_sent` only rise.
enum FactSchema {
    /// `FLTK`, in the file's header: tells a track from any other database.
    static let applicationID: Int64 = 0x464C_544B
    static var version: Int64 { Int64(steps.count) }

    static let steps = [first]

    private static let first =
        """
        CREATE TABLE run (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 4),
            started INTEGER NOT NULL,
            boot INTEGER,
            zone INTEGER,
            ended INTEGER,
            interval INTEGER,
            next_point INTEGER NOT NULL DEFAULT 0 CHECK (next_point >= 0),
            next_doubted INTEGER NOT NULL DEFAULT 0 CHECK (next_doubted >= 0),
            next_transition INTEGER NOT NULL DEFAULT 0 CHECK (next_transition >= 0),
            chunks_sent INTEGER NOT NULL DEFAULT 0 CHECK (chunks_sent >= 0)
        );
        CREATE TABLE point (
            run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            \(columns),
            PRIMARY KEY (run, seq)
        ) WITHOUT ROWID;
        CREATE TABLE doubted (
            run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            \(columns),
            reason INTEGER NOT NULL CHECK (reason BETWEEN 1 AND 5),
            PRIMARY KEY (run, seq)
        ) WITHOUT ROWID;
        CREATE TABLE transition (
            run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            before INTEGER NOT NULL,
            t INTEGER NOT NULL,
            kind TEXT NOT NULL,
            until INTEGER,
            value INTEGER,
            lat INTEGER,
            lon INTEGER,
            note TEXT,
            PRIMARY KEY (run, seq)
        ) WITHOUT ROWID;
        CREATE TABLE visit (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            reported INTEGER NOT NULL,
            arrival INTEGER,
            departure INTEGER,
            lat INTEGER NOT NULL,
            lon INTEGER NOT NULL,
            hacc INTEGER
        );
        CREATE TABLE correction (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            made INTEGER NOT NULL,
            kind TEXT NOT NULL,
            since INTEGER NOT NULL,
            until INTEGER NOT NULL CHECK (until >= since),
            lat INTEGER,
            lon INTEGER,
            note TEXT,
            withdrawn INTEGER
        );
        CREATE TABLE incident (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            t INTEGER NOT NULL,
            kind TEXT NOT NULL,
            note TEXT NOT NULL
        );
        \(guards)
        \(views)
        """

    /// The columns of a fix, alike in `point` and `doubted`. Null is a column the source never carries.
    private static let columns =
        """
        t INTEGER NOT NULL, delay INTEGER NOT NULL, drift INTEGER, lat INTEGER NOT NULL, lon INTEGER NOT NULL,
        hacc INTEGER, alt INTEGER, vacc INTEGER, speed INTEGER, sacc INTEGER, course INTEGER, cacc INTEGER,
        state INTEGER NOT NULL
        """

    private static let guards =
        """
        CREATE TRIGGER run_state BEFORE UPDATE OF state ON run
        WHEN NOT (old.state = new.state OR (old.state, new.state) IN (VALUES \(RunState.permittedWays)))
        BEGIN SELECT RAISE(ABORT, 'a run cannot go from its state to the one asked for'); END;
        CREATE TRIGGER run_counters BEFORE UPDATE ON run
        WHEN new.next_point < old.next_point OR new.next_doubted < old.next_doubted
            OR new.next_transition < old.next_transition OR new.chunks_sent < old.chunks_sent
        BEGIN SELECT RAISE(ABORT, 'the counters of a run only rise'); END;
        """

    private static let views =
        """
        CREATE VIEW track AS \(view(of: "point", "NULL"));
        CREATE VIEW doubt AS \(view(of: "doubted", "reason"));
        """

    /// Degrees, metres, seconds and names. A negative value is the platform's "invalid"; a given but empty one is null.
    private static func view(of table: String, _ reason: String) -> String {
        func scaled(_ column: String, _ scale: String) -> String {
            "CASE WHEN p.\(column) > -2147483647 THEN p.\(column) / \(scale) END AS \(column)"
        }
        let quantities = [
            scaled("hacc", "1e2"), scaled("alt", "1e2"), scaled("vacc", "1e2"), scaled("speed", "1e2"),
            scaled("sacc", "1e2"), scaled("course", "1e1"), scaled("cacc", "1e1"),
        ]
        return """
            SELECT p.run, p.seq,
                strftime('%Y-%m-%dT%H:%M:%fZ', (r.started + p.t) / 1e3, 'unixepoch') AS time,
                (r.started + p.t + p.delay) / 1e3 AS received, (r.boot + p.t + p.delay + p.drift) / 1e3 AS boot,
                p.lat / 1e7 AS lat, p.lon / 1e7 AS lon, \(quantities.joined(separator: ", ")),
                ifnull((SELECT value FROM transition z WHERE z.run = p.run AND z.kind = 'zone' AND z.before <= p.seq
                    ORDER BY z.seq DESC LIMIT 1), r.zone) AS zone,
                'gps' AS source, \(FixState.sql(of: "p.state")), \(reason) AS reason
            FROM \(table) p JOIN run r ON r.id = p.run
            """
    }
}
