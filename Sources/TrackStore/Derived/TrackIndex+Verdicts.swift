import DecisionCore
import FieldModel
import SQLiteIO

/// A doubted fix that counts as a point under today's rules.
struct Restored: Sendable {
    /// Index of the leg it falls into.
    var leg: Int
    var key: PointKey
    var point: TrailPoint
}

extension TrackIndex {
    /// A run without any point has a leg where a doubted fix of it counts today: an empty one, from there on.
    mutating func addLeg(
        ofPointless run: TrackRun, _ verdicts: [Verdict], _ facts: borrowing FactDatabase
    ) throws(TrackStoreError) {
        let counted = Set(verdicts.filter { $0.isDoubted && $0.run == run.id }.map(\.seq))
        guard !counted.isEmpty else { return }
        let times = try facts.doubted(ofRun: run.id).filter { counted.contains($0.seq) }.map(\.point.time)
        guard let first = times.min() else { return }
        let end = run.next.point
        legs.append(Leg(run: run.id, start: run.start, segment: 0, seqs: end..<end, since: first))
    }

    /// Takes in what today's rules decided otherwise than the phone did.
    mutating func take(_ verdicts: [Verdict], _ facts: borrowing FactDatabase) throws(TrackStoreError) {
        for verdict in verdicts where !verdict.isDoubted {
            regraded[PointKey(run: verdict.run, seq: verdict.seq)] = verdict.outcome
        }
        let doubted = verdicts.filter(\.isDoubted)
        for run in Set(doubted.map(\.run)).sorted() {
            let outcomes = doubted.filter { $0.run == run }.reduce(into: [Int64: Verdict.Outcome]()) {
                $0[$1.seq] = $1.outcome
            }
            for row in try facts.doubted(ofRun: run) {
                guard let outcome = outcomes[row.seq] else { continue }
                let own = legs.indices.filter { legs[$0].run == run }
                guard let leg = own.last(where: { legs[$0].since <= row.point.time }) ?? own.first else { continue }
                var point = row.point
                point.isCoarse = outcome == .coarse
                point.segment = legs[leg].segment
                restored.append(Restored(leg: leg, key: PointKey(doubted: row.seq, ofRun: run), point: point))
            }
        }
        restored.sort { ($0.leg, $0.point.time, $0.key.seq) < ($1.leg, $1.point.time, $1.key.seq) }
    }

    /// The restored fixes of a leg, in order of time.
    func restored(inLeg leg: Int) -> ArraySlice<Restored> {
        guard !restored.isEmpty else { return [] }
        let first = restored.partitionPoint { $0.leg < leg }
        let end = restored.partitionPoint { $0.leg <= leg }
        return restored[first..<end]
    }
}
