/// Makes what is derived: all of it after a change of rules, only the stretches touched after an edit, the newest ones
/// as points come. A local recompute leaves the same rows as one of everything; a test holds it to that.
///
/// Rows are judged as they are read, a stretch at a time: memory does not grow with the track. The whole is done in
/// parallel, cut where stretches end.
import DecisionCore
import FieldModel
import SQLiteIO
import SystemIO

/// Makes what is derived from the facts: all of it, or the stretches that changed.
public struct Recompute: Sendable {
    public var folder: TrackFolder
    public var rules: TrailRules
    /// Parts of the track that are judged at the same time.
    public var parts: Int
    /// Points that are worth a part of their own.
    var leastPart: Int64 = 5_000

    public init(_ folder: TrackFolder, rules: TrailRules = TrailRules(), parts: Int = processorCount()) {
        self.folder = folder
        self.rules = rules
        self.parts = max(1, parts)
    }

    /// Recomputes everything and reports what changed against the last result. Facts that were decided by other rules
    /// are judged again first, points and doubted fixes alike.
    public func whole() async throws(TrackStoreError) -> DerivedChange {
        let facts = try FactDatabase(folder.facts, readOnly: true)
        let (index, verdicts) = try rejudged(facts)
        return try replaceAll(with: try await judgeAll(index), verdicts, facts)
    }

    /// The same on the calling thread alone, for one that must not wait for others.
    public func wholeOnThisThread() throws(TrackStoreError) -> DerivedChange {
        let facts = try FactDatabase(folder.facts, readOnly: true)
        let (index, verdicts) = try rejudged(facts)
        return try replaceAll(with: try part(index, after: nil, until: nil).get(), verdicts, facts)
    }

    /// Where the points lie, and what today's rules decide otherwise about them.
    private func rejudged(_ facts: borrowing FactDatabase) throws(TrackStoreError) -> (TrackIndex, [Verdict]) {
        let verdicts = try rejudge(facts)
        return (try TrackIndex(facts, rules, verdicts), verdicts)
    }

    private func replaceAll(
        with result: TrackResult, _ verdicts: [Verdict], _ facts: borrowing FactDatabase
    ) throws(TrackStoreError) -> DerivedChange {
        let derived = try DerivedDatabase(folder.derived)
        let before = try DerivedState(derived)
        let notes = try notes(facts)
        let stays = try stays(facts)
        try stored { () throws(SQLiteError) in
            try derived.connection.transaction { () throws(SQLiteError) in
                for table in DerivedSchema.filled { try derived.connection.execute("DELETE FROM \(table)") }
                try derived.insert(result)
                try derived.keep(result.coverage, of: result.coverage.blocks)
                try derived.keep(stays)
                try derived.keep(verdicts)
                for (key, value) in notes { try derived.keep(note: value, key) }
            }
        }
        return DerivedChange(from: before, to: try DerivedState(derived))
    }

    /// Recomputes what a change between two times touches: an edit, points that came, a purge.
    public func local(from: WallTime, to: WallTime) throws(TrackStoreError) -> DerivedChange {
        let facts = try FactDatabase(folder.facts, readOnly: true)
        let derived = try DerivedDatabase(folder.derived)
        let verdicts = try kept(derived, facts)
        let index = try TrackIndex(facts, rules, verdicts)
        let before = try DerivedState(derived)
        let replaced = try touched(from, to, derived)
        var reader = try TrackReader(folder.facts, index)
        let result = try judge(&reader, replaced)
        let notes = try notes(facts)
        let stays = try stays(facts)
        let old = try derived.rows("SELECT DISTINCT block FROM passage WHERE \(replaced.condition(on: "until"))") {
            Block(rawValue: $0.number(0))
        }
        let blocks = Set(old).union(result.passages.map(\.block))
        try stored { () throws(SQLiteError) in
            try derived.connection.execute("BEGIN IMMEDIATE")
            try derived.remove(replaced)
            try derived.insert(result)
            try derived.keep(stays)
            try derived.keep(verdicts)
            for (key, value) in notes { try derived.keep(note: value, key) }
        }
        do throws(TrackStoreError) {
            let coverage = try coverage(of: blocks, derived, &reader)
            try stored { () throws(SQLiteError) in
                try derived.keep(coverage, of: blocks)
                try derived.connection.execute("COMMIT")
            }
        } catch {
            try? derived.connection.execute("ROLLBACK")  // the failure that led here is the one to report
            throw error
        }
        return DerivedChange(from: before, to: try DerivedState(derived))
    }

    /// Whether what is derived was made by these rules from these facts.
    public func isCurrent() throws(TrackStoreError) -> Bool {
        let facts = try FactDatabase(folder.facts, readOnly: true)
        let derived = try DerivedDatabase(folder.derived)
        for (key, value) in try notes(facts) where try derived.note(key) != value { return false }
        return true
    }

    /// Deletes a run with everything derived from it.
    public func delete(run: Int64) throws(TrackStoreError) -> DerivedChange {
        let facts = try FactDatabase(folder.facts)
        let times = try facts.points(ofRun: run).map(\.point.time)
        let start = WallTime(try facts.run(run).start.wallTime)
        try facts.delete(run: run)
        return try local(from: times.first ?? start, to: times.last ?? start)
    }

    /// Removes what is older than `cutoff`, facts and what was derived from them.
    public func purge(before cutoff: WallTime) throws(TrackStoreError) -> Purged {
        let facts = try FactDatabase(folder.facts)
        let purged = try facts.purge(before: cutoff)
        if purged != Purged() { _ = try local(from: WallTime(.min / 2), to: cutoff) }
        return purged
    }
}
