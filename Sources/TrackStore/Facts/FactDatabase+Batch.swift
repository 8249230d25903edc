import DecisionCore
import FieldModel
import SQLiteIO

/// The statements of writing, compiled once.
struct FactStatements: ~Copyable {
    var run: Statement
    var point: Statement
    var doubted: Statement
    var transition: Statement
    var counters: Statement

    init(_ connection: borrowing Connection) throws(SQLiteError) {
        let marks = FixRow.names.map { _ in "?" }.joined(separator: ", ")
        // All are compiled before the first is kept: a noncopyable value cannot be left half made.
        let run = try connection.prepare(
            "SELECT started, boot, zone, next_point, next_doubted, next_transition, state FROM run WHERE id = ?",
            kept: true)
        let point = try connection.prepare(
            "INSERT INTO point (run, seq, \(FixRow.list)) VALUES (?, ?, \(marks))", kept: true)
        let doubted = try connection.prepare(
            "INSERT INTO doubted (run, seq, \(FixRow.list), reason) VALUES (?, ?, \(marks), ?)", kept: true)
        let transition = try connection.prepare(
            """
            INSERT INTO transition (run, seq, before, t, kind, until, value, lat, lon, note)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, kept: true)
        let counters = try connection.prepare(
            "UPDATE run SET next_point = ?, next_doubted = ?, next_transition = ? WHERE id = ?", kept: true)
        self.run = run
        self.point = point
        self.doubted = doubted
        self.transition = transition
        self.counters = counters
    }
}

/// What writing a batch has to know of its run.
private struct RunHead {
    var start: RunStart
    var next: FactCounters
    var state: Int64
}

extension FactDatabase {
    /// Writes `facts` and moves the run's counters in one transaction: all of it or nothing. A fact whose number the run
    /// has used already is a repeat and changes nothing, not even after its row was purged.
    public mutating func write(_ facts: [NumberedFact], to run: Int64) throws(TrackStoreError) -> BatchOutcome {
        var outcome = BatchOutcome()
        try stored { () throws(SQLiteError) in try connection.execute("BEGIN IMMEDIATE") }
        do throws(TrackStoreError) {
            outcome = try insert(facts, run)
            try stored { () throws(SQLiteError) in try connection.execute("COMMIT") }
        } catch {
            // After some failures SQLite has undone the transaction by itself, and then refuses this.
            try? connection.execute("ROLLBACK")
            throw error
        }
        return outcome
    }

    private mutating func insert(_ facts: [NumberedFact], _ run: Int64) throws(TrackStoreError) -> BatchOutcome {
        var head = try head(of: run)
        guard head.state != RunState.uploaded.rawValue else {
            throw .runState(run: run, wanted: "a run that is not uploaded yet", found: "uploaded")
        }
        var outcome = BatchOutcome()
        for numbered in facts {
            if numbered.isRepeat(after: head.next) {
                outcome.repeated += 1
                continue
            }
            try insert(numbered, run, head.start)
            head.next.pass(numbered)
            outcome.written += 1
        }
        if outcome.written > 0 { try keep(head.next, run) }
        return outcome
    }

    private mutating func head(of run: Int64) throws(TrackStoreError) -> RunHead {
        let head: RunHead? = try withStatements { (all: inout FactStatements) throws(SQLiteError) in
            try all.run.bind(run, at: 1)
            defer { all.run.reset() }
            guard try all.run.step() else { return nil }
            return RunHead(
                start: RunStart(
                    wallTime: all.run.number(0), bootTime: all.run.integer(1), zone: all.run.integer(2)),
                next: FactCounters(
                    point: all.run.number(3), doubted: all.run.number(4), transition: all.run.number(5)),
                state: all.run.number(6))
        }
        guard let head else { throw .noRun(run, path: path) }
        return head
    }

    private mutating func insert(
        _ numbered: NumberedFact, _ run: Int64, _ start: RunStart
    ) throws(TrackStoreError) {
        switch numbered.fact {
        case .point(let point):
            let row = try FixRow(point, start: start)
            try withStatements { (all: inout FactStatements) throws(SQLiteError) in
                try all.point.insert(run, numbered.seq, row.values)
            }
        case .doubted(let point, let reason):
            let row = try FixRow(point, start: start)
            let code = try DoubtCode.code(reason)
            try withStatements { (all: inout FactStatements) throws(SQLiteError) in
                try all.doubted.insert(run, numbered.seq, row.values + [code])
            }
        case .transition(let it):
            try withStatements { (all: inout FactStatements) throws(SQLiteError) in
                try all.transition.insert(run, numbered, it)
            }
        }
    }

    private mutating func keep(_ next: FactCounters, _ run: Int64) throws(TrackStoreError) {
        try withStatements { (all: inout FactStatements) throws(SQLiteError) in
            try all.counters.bind(next.point, at: 1)
            try all.counters.bind(next.doubted, at: 2)
            try all.counters.bind(next.transition, at: 3)
            try all.counters.bind(run, at: 4)
            try all.counters.run()
        }
    }

    private mutating func withStatements<Result>(
        _ body: (inout FactStatements) throws(SQLiteError) -> Result
    ) throws(TrackStoreError) -> Result {
        guard statements != nil else {
            throw .unfit(wanted: "a database opened for writing", found: "\(path) opened read-only")
        }
        do throws(SQLiteError) { return try body(&statements!) } catch { throw TrackStoreError(error) }
    }
}

extension NumberedFact {
    /// Whether the run has used the number already.
    fileprivate func isRepeat(after next: FactCounters) -> Bool {
        switch fact {
        case .point: seq < next.point
        case .doubted: seq < next.doubted
        case .transition: seq < next.transition
        }
    }
}

extension FactCounters {
    fileprivate mutating func pass(_ numbered: NumberedFact) {
        switch numbered.fact {
        case .point: point = numbered.seq + 1
        case .doubted: doubted = numbered.seq + 1
        case .transition: transition = numbered.seq + 1
        }
    }
}

extension Statement {
    fileprivate mutating func insert(_ run: Int64, _ seq: Int64, _ values: [Int64?]) throws(SQLiteError) {
        try bind(run, at: 1)
        try bind(seq, at: 2)
        for (index, value) in values.enumerated() { try bind(value, at: index + 3) }
        try self.run()
    }

    fileprivate mutating func insert(
        _ run: Int64, _ numbered: NumberedFact, _ it: Transition
    ) throws(SQLiteError) {
        try bind(run, at: 1)
        try bind(numbered.seq, at: 2)
        try bind(numbered.before, at: 3)
        try bind(it.time.rawValue, at: 4)
        try bind(it.kind.rawValue, at: 5)
        try bind(it.until?.rawValue, at: 6)
        try bind(it.value, at: 7)
        try bind(it.latitude.map(Int64.init), at: 8)
        try bind(it.longitude.map(Int64.init), at: 9)
        try bind(it.note, at: 10)
        try self.run()
    }
}
