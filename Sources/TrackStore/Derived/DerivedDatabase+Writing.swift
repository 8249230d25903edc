import FieldModel
import SQLiteIO

/// The stretches that a recompute replaces: those that begin from `since` on and before `before`.
struct Replaced: Sendable {
    var since: WallTime
    var before: WallTime

    static let everything = Replaced(since: WallTime(.min), before: WallTime(.max))

    /// As a condition on the column that says which stretch a row belongs to.
    func condition(on column: String) -> String {
        "\(column) >= \(since.rawValue) AND \(column) < \(before.rawValue)"
    }
}

extension DerivedDatabase {
    /// Removes the rows of the replaced stretches.
    func remove(_ replaced: Replaced) throws(SQLiteError) {
        let owners = [
            ("stretch", "since"), ("mark", "t"), ("piece", "until"), ("connector", "until"), ("day", "stretch"),
            ("passage", "until"),
        ]
        for (table, column) in owners {
            try connection.execute("DELETE FROM \(table) WHERE \(replaced.condition(on: column))")
        }
    }

    /// Inserts the rows of `result`, coverage left out.
    func insert(_ result: TrackResult) throws(SQLiteError) {
        try insert("stretch (since, until, points, solid, dashed, spikes)", result.stretches) { row, it in
            row = [
                it.since.rawValue, it.until.rawValue, Int64(it.points), it.solid, it.dashed, Int64(it.spikes),
            ]
        }
        try insert("mark (t, run, seq)", result.marks) { row, it in row = [it.time.rawValue, it.run, it.seq] }
        try insert("piece (until, since, length)", result.pieces) { row, it in
            row = [it.until.rawValue, it.since.rawValue, it.length]
        }
        try insert("day (stretch, day, length, time)", result.days) { row, it in
            row = [it.stretch.rawValue, it.day, it.length, it.time]
        }
        try insert("passage (block, since, until)", result.passages.sorted { $0.block < $1.block }) { row, it in
            row = [it.block.rawValue, it.since.rawValue, it.until.rawValue]
        }
        var connector = try connection.prepare(
            "INSERT INTO connector (until, since, distance, gap) VALUES (?, ?, ?, ?)")
        for it in result.connectors {
            try connector.bind(it.until.rawValue, at: 1)
            try connector.bind(it.since.rawValue, at: 2)
            try connector.bind(it.distance, at: 3)
            try connector.bind(it.gap, at: 4)
            try connector.run()
        }
    }

    private func insert<Element>(
        _ target: String, _ elements: [Element], _ fill: (inout [Int64], Element) -> Void
    ) throws(SQLiteError) {
        guard !elements.isEmpty else { return }
        let marks = target.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
        var insert = try connection.prepare("INSERT OR REPLACE INTO \(target) VALUES (\(marks))")
        var row: [Int64] = []
        for element in elements {
            fill(&row, element)
            for (index, value) in row.enumerated() { try insert.bind(value, at: index + 1) }
            try insert.run()
        }
    }

    /// Stores the tiles of `blocks`; a block without any goes.
    func keep(_ coverage: Coverage, of blocks: some Sequence<Block>) throws(SQLiteError) {
        var insert = try connection.prepare("INSERT OR REPLACE INTO cover (block, tiles, bits) VALUES (?, ?, ?)")
        for block in blocks {
            let tiles = coverage.tiles(in: block)
            if tiles == 0 {
                try connection.execute("DELETE FROM cover WHERE block = \(block.rawValue)")
                continue
            }
            try insert.bind(block.rawValue, at: 1)
            try insert.bind(Int64(tiles), at: 2)
            try insert.bind(coverage.bytes(of: block), at: 3)
            try insert.run()
        }
    }

    /// Replaces all stays.
    func keep(_ stays: [KeptStay]) throws(SQLiteError) {
        try connection.execute("DELETE FROM stay")
        var insert = try connection.prepare(
            "INSERT INTO stay (since, until, lat, lon, unobserved, note, corrected) VALUES (?, ?, ?, ?, ?, ?, ?)")
        for stay in stays {
            try insert.bind(stay.since.rawValue, at: 1)
            try insert.bind(stay.until.rawValue, at: 2)
            try insert.bind(Int64(stay.latitude), at: 3)
            try insert.bind(Int64(stay.longitude), at: 4)
            try insert.bind(stay.unobserved, at: 5)
            try insert.bind(stay.note, at: 6)
            try insert.bind(stay.isCorrected ? 1 : 0, at: 7)
            try insert.run()
        }
    }

    /// Replaces all verdicts.
    func keep(_ verdicts: [Verdict]) throws(SQLiteError) {
        try connection.execute("DELETE FROM verdict")
        try insert("verdict (run, seq, doubted, outcome)", verdicts) { row, it in
            row = [it.run, it.seq, it.isDoubted ? 1 : 0, it.outcome.rawValue]
        }
    }

    func keep(note value: String, _ key: String) throws(SQLiteError) {
        var insert = try connection.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
        try insert.bind(key, at: 1)
        try insert.bind(value, at: 2)
        try insert.run()
    }
}
