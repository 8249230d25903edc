import DecisionCore
import FieldModel

/// Lines are not stored: each is drawn from the points of the time ranges in which one passed a block.
extension Recompute {
    /// The lines that pass a block, each as its points in order of time; they lead on to the first point outside.
    public func lines(in block: Block) throws(TrackStoreError) -> [[TrailPoint]] {
        let facts = try FactDatabase(folder.facts, readOnly: true)
        let derived = try DerivedDatabase(folder.derived)
        let index = try TrackIndex(facts, rules, kept(derived, facts))
        var reader = try TrackReader(folder.facts, index)
        return try lines(in: block, derived, marked(derived), &reader)
    }

    /// The tiles of `blocks`, drawn anew.
    func coverage(
        of blocks: Set<Block>, _ derived: borrowing DerivedDatabase, _ reader: inout TrackReader
    ) throws(TrackStoreError) -> Coverage {
        let marks = try marked(derived)
        var coverage = Coverage()
        for block in blocks {
            for line in try lines(in: block, derived, marks, &reader) {
                for (from, to) in zip(line, line.dropFirst()) {
                    TileGrid.walk(from: from.place, to: to.place) { column, row in
                        if TileGrid.block(column: column, row: row) == block {
                            coverage.cover(column: column, row: row)
                        }
                    }
                }
            }
        }
        return coverage
    }

    /// Within a passage every join is solid: its line is the unmarked ordinary points of its time.
    private func lines(
        in block: Block, _ derived: borrowing DerivedDatabase, _ marks: Set<PointKey>, _ reader: inout TrackReader
    ) throws(TrackStoreError) -> [[TrailPoint]] {
        var lines: [[TrailPoint]] = []
        for passage in try derived.passages(in: block) {
            var line: [TrailPoint] = []
            let start = try reader.position(of: passage.since)
            try reader.points(from: start, since: passage.since) { point, key, _ in
                guard point.time <= passage.until else { return false }
                if !point.isCoarse, !marks.contains(key) { line.append(point) }
                return true
            }
            lines.append(line)
        }
        return lines
    }

    private func marked(_ derived: borrowing DerivedDatabase) throws(TrackStoreError) -> Set<PointKey> {
        Set(try derived.marks().map { PointKey(run: $0.run, seq: $0.seq) })
    }
}
