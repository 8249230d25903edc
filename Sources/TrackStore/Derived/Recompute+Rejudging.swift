import DecisionCore
import FieldModel
import SQLiteIO

/// Facts decided by other rules than today's are judged again before anything is made of them.
extension Recompute {
    /// What today's rules would have decided otherwise, over all runs.
    func rejudge(_ facts: borrowing FactDatabase) throws(TrackStoreError) -> [Verdict] {
        var rejudging: Rejudging?
        var verdicts: [Verdict] = []
        for run in try facts.runs() {
            let transitions = try facts.transitions(ofRun: run.id)
            let changes = transitions.filter { $0.transition.kind == .rules }
            // A run that does not say was decided by the rules as they come.
            let recorded = changes.isEmpty ? [TrailRules()] : changes.map(\.transition.rules)
            guard !recorded.allSatisfy(rules.decidesLike) else {
                rejudging = nil
                continue
            }
            var cores = rejudging ?? Rejudging(to: rules)
            cores.change(old: recorded[0])
            try hear(run, transitions, from: facts, &cores)
            verdicts += cores.finish()
            rejudging = cores
        }
        return verdicts
    }

    /// Lets the cores hear a run: its points and doubted fixes by time, with what happened between the points.
    private func hear(
        _ run: TrackRun, _ transitions: [StoredTransition], from facts: borrowing FactDatabase, _ cores: inout Rejudging
    ) throws(TrackStoreError) {
        var waiting = transitions.filter { $0.transition.kind == .begun || $0.transition.kind == .rules }[...]
        try stored { () throws(SQLiteError) in
            var select = try facts.connection.prepare(
                """
                SELECT 0, seq, \(FixRow.list) FROM point WHERE run = \(run.id)
                UNION ALL SELECT 1, seq, \(FixRow.list) FROM doubted WHERE run = \(run.id) ORDER BY 3
                """)
            while try select.step() {
                let isDoubted = select.number(0) == 1
                let seq = select.number(1)
                // A row that is no fix is told of by whoever reads all of it.
                guard let point = TrailPoint(start: run.start, segment: 0, column: { select.integer($0 + 2) }) else {
                    continue
                }
                while let next = waiting.first, isDoubted ? next.transition.time <= point.time : next.before <= seq {
                    waiting.removeFirst()
                    if next.transition.kind == .rules {
                        cores.change(old: next.transition.rules)
                    } else {
                        cores.begin(at: next.transition.time, bootTime: next.transition.value.map { BootTime($0) })
                    }
                }
                cores.take(Rejudging.Candidate(run: run.id, seq: seq, isDoubted: isDoubted, fix: point.fix))
            }
        }
    }

    /// The verdicts that a result holds, without those on facts that are no longer there.
    func kept(
        _ derived: borrowing DerivedDatabase, _ facts: borrowing FactDatabase
    ) throws(TrackStoreError) -> [Verdict] {
        let verdicts = try derived.verdicts()
        guard !verdicts.isEmpty else { return [] }
        return try stored { () throws(SQLiteError) in
            var point = try facts.connection.prepare("SELECT 1 FROM point WHERE run = ? AND seq = ?")
            var doubted = try facts.connection.prepare("SELECT 1 FROM doubted WHERE run = ? AND seq = ?")
            func isThere(_ verdict: Verdict, _ select: inout Statement) throws(SQLiteError) -> Bool {
                try select.bind(verdict.run, at: 1)
                try select.bind(verdict.seq, at: 2)
                defer { select.reset() }
                return try select.step()
            }
            var kept: [Verdict] = []
            for verdict in verdicts {
                let isThere = try verdict.isDoubted ? isThere(verdict, &doubted) : isThere(verdict, &point)
                if isThere { kept.append(verdict) }
            }
            return kept
        }
    }
}

extension Transition {
    /// The rules that a `rules` transition names.
    fileprivate var rules: TrailRules { RulesNote.rules(in: note ?? "") }
}
