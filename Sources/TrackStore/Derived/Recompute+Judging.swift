import DecisionCore
import FieldModel
import SQLiteIO
import SystemIO

extension Recompute {
    /// Judges the whole track in parts, each by a reader of its own, and puts the results together in order.
    func judgeAll(_ index: TrackIndex) async throws(TrackStoreError) -> TrackResult {
        let cuts = index.positions(cuttingInto: min(parts, Int(index.points / leastPart) + 1))
        let starts: [Position?] = [nil] + cuts
        let ends: [Position?] = cuts + [nil]
        var results = await withTaskGroup(of: (Int, Result<TrackResult, TrackStoreError>).self) { group in
            for number in starts.indices {
                group.addTask { (number, part(index, after: starts[number], until: ends[number])) }
            }
            var results: [Int: Result<TrackResult, TrackStoreError>] = [:]
            for await (number, result) in group { results[number] = result }
            return results
        }
        var whole = TrackResult(index.calendar)
        for number in starts.indices {
            guard let result = results.removeValue(forKey: number) else { continue }
            whole.append(try result.get())
        }
        return whole
    }

    /// The part between two places. It begins at the first cut between stretches behind `start`, and ends at the first one
    /// behind `end`: where the next part, seeing the same points, begins.
    func part(
        _ index: TrackIndex, after start: Position?, until end: Position?
    ) -> Result<TrackResult, TrackStoreError> {
        do throws(TrackStoreError) {
            var reader = try TrackReader(folder.facts, index)
            var worker = PartWorker(rules, index, end: end.map(PartWorker.End.position), hasBegun: start == nil)
            try reader.points(from: start ?? Position(leg: 0, seq: .min)) { worker.take($0, $1, $2) }
            return .success(worker.finished())
        } catch {
            return .failure(error)
        }
    }

    /// The stretches that a change between two times can touch. One that begins a window before it is judged without
    /// what changed; behind it, the seed of the first stretch may have changed, that of the second has not.
    func touched(
        _ from: WallTime, _ to: WallTime, _ derived: borrowing DerivedDatabase
    ) throws(TrackStoreError) -> Replaced {
        let window = Stretcher(rules).window
        let since = try derived.rows("SELECT max(since) FROM stretch WHERE since <= \((from + -window).rawValue)") {
            $0.integer(0)
        }
        let behind = try derived.rows(
            "SELECT since FROM stretch WHERE since > \((to + window).rawValue) ORDER BY since LIMIT 1 OFFSET 1"
        ) { $0.number(0) }
        return Replaced(since: WallTime((since.first ?? nil) ?? .min), before: WallTime(behind.first ?? .max))
    }

    /// Judges the stretches from `replaced.since` on, up to the one that begins at `replaced.before`.
    func judge(
        _ reader: inout TrackReader, _ replaced: Replaced
    ) throws(TrackStoreError) -> TrackResult {
        var worker = PartWorker(rules, reader.index, end: .time(replaced.before), hasBegun: true)
        var start = Position(leg: 0, seq: .min)
        if replaced.since > WallTime(.min) {
            start = try reader.position(of: replaced.since)
            worker.begin(with: try reader.seed(before: start, replaced.since))
        }
        try reader.points(from: start, since: replaced.since) { worker.take($0, $1, $2) }
        return worker.finished()
    }

    /// Under which rules, and from which facts, a result was made.
    func notes(_ facts: borrowing FactDatabase) throws(TrackStoreError) -> [(String, String)] {
        let counts = try stored { () throws(SQLiteError) in
            try facts.connection.texts(
                """
                SELECT count(*) || ' runs ' || ifnull(sum(id), 0) || ' points ' || ifnull(sum(next_point), 0)
                    || ' transitions ' || ifnull(sum(next_transition), 0) || ' from '
                    || (SELECT ifnull(min(run * 4294967296 + seq), 0) FROM point) || ' corrections '
                    || (SELECT count(*) || ' less ' || count(withdrawn) FROM correction)
                FROM run
                """)
        }
        return [("rules", RulesNote.text(rules)), ("facts", counts.first ?? "")]
    }

    /// The stays of all runs, corrected.
    func stays(_ facts: borrowing FactDatabase) throws(TrackStoreError) -> [KeptStay] {
        var transitions: [Transition] = []
        for run in try facts.runs() { transitions += try facts.transitions(ofRun: run.id).map(\.transition) }
        return StayTable.corrected(StayTable.seen(transitions), by: try facts.corrections())
    }
}
