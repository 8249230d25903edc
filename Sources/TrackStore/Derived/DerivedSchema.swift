/// The schema of derived.sqlite: what rules made of the facts. There are no migrations: another schema, a damaged file or
/// other rules mean that everything is made anew.
///
/// Times are ms since the Unix epoch, lengths mm. A row belongs to the stretch that its `until` (or `t`, `stretch`) lies
/// in, so that a local recompute can replace whole stretches.
enum DerivedSchema {
    /// `FLTD`, in the file's header.
    static let steps = SchemaSteps(applicationID: 0x464C_5444, steps: [tables, verdicts])

    private static let tables =
        """
        CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE stretch (
            since INTEGER PRIMARY KEY, until INTEGER NOT NULL, points INTEGER NOT NULL, solid INTEGER NOT NULL,
            dashed INTEGER NOT NULL, spikes INTEGER NOT NULL
        );
        CREATE TABLE mark (
            t INTEGER NOT NULL, run INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (t, run, seq)
        ) WITHOUT ROWID;
        CREATE TABLE piece (until INTEGER NOT NULL, since INTEGER NOT NULL, length INTEGER NOT NULL);
        CREATE TABLE connector (
            until INTEGER NOT NULL, since INTEGER NOT NULL, distance INTEGER NOT NULL, gap TEXT NOT NULL
        );
        CREATE TABLE day (
            stretch INTEGER NOT NULL, day INTEGER NOT NULL, length INTEGER NOT NULL, time INTEGER NOT NULL
        );
        CREATE TABLE passage (
            block INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (block, since, until)
        ) WITHOUT ROWID;
        CREATE TABLE cover (block INTEGER PRIMARY KEY, tiles INTEGER NOT NULL, bits BLOB NOT NULL);
        CREATE TABLE stay (
            since INTEGER NOT NULL, until INTEGER NOT NULL, lat INTEGER NOT NULL, lon INTEGER NOT NULL,
            unobserved INTEGER NOT NULL, note TEXT, corrected INTEGER NOT NULL
        );
        """

    /// What rules that came later decide otherwise than the phone did: `outcome` 0 a point that counts no longer, 1 and
    /// 2 a doubted fix that counts, or a point of another kind, ordinary or coarse.
    private static let verdicts =
        """
        CREATE TABLE verdict (
            run INTEGER NOT NULL, seq INTEGER NOT NULL, doubted INTEGER NOT NULL, outcome INTEGER NOT NULL,
            PRIMARY KEY (run, doubted, seq)
        ) WITHOUT ROWID;
        """

    /// Every table that a recompute fills.
    static let filled = ["stretch", "mark", "piece", "connector", "day", "passage", "cover", "stay", "verdict"]
}
