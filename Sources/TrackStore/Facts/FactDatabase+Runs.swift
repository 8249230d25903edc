import FieldModel
import SQLiteIO

extension FactDatabase {
    /// Begins a run: its record and, as its first transition, the beginning of its first segment.
    public mutating func beginRun(_ name: String, _ start: RunStart) throws(TrackStoreError) -> Int64 {
        let run = try stored { () throws(SQLiteError) in
            var insert = try connection.prepare(
                "INSERT INTO run (name, started, boot, zone) VALUES (?, ?, ?, ?) RETURNING id")
            try insert.bind(name, at: 1)
            try insert.bind(start.wallTime, at: 2)
            try insert.bind(start.bootTime, at: 3)
            try insert.bind(start.zone, at: 4)
            _ = try insert.step()
            return insert.number(0)
        }
        try beginSegment(of: run, at: WallTime(start.wallTime), bootTime: start.bootTime)
        return run
    }

    /// Goes on with a paused or interrupted run, as a segment of its own: no line crosses into it.
    public mutating func resume(_ run: Int64, at time: WallTime, bootTime: Int64?) throws(TrackStoreError) {
        try move(run, to: .recording)
        try beginSegment(of: run, at: time, bootTime: bootTime)
    }

    private mutating func beginSegment(of run: Int64, at time: WallTime, bootTime: Int64?) throws(TrackStoreError) {
        let next = try self.run(run).next
        let begun = Transition(.begun, at: time, value: bootTime)
        _ = try write([NumberedFact(seq: next.transition, before: next.point, .transition(begun))], to: run)
    }

    /// Moves a run to another state. The schema refuses a step that no run may take.
    public func move(_ run: Int64, to state: RunState, ended: WallTime? = nil) throws(TrackStoreError) {
        let found = try self.run(run).state
        guard found == state || found.next.contains(state) else {
            throw .runState(run: run, wanted: "a state before \(state)", found: "\(found)")
        }
        try stored { () throws(SQLiteError) in
            var update = try connection.prepare("UPDATE run SET state = ?, ended = ifnull(?, ended) WHERE id = ?")
            try update.bind(state.rawValue, at: 1)
            try update.bind(ended?.rawValue, at: 2)
            try update.bind(run, at: 3)
            try update.run()
        }
    }

    /// At launch, before any recording: no recorder is alive, so every run still marked *recording* was cut off. Each
    /// becomes *interrupted* and keeps its last point. Returns them, oldest first.
    public func recoverRuns() throws(TrackStoreError) -> [Int64] {
        let cutOff = try runs().filter { $0.state == .recording }.map(\.id)
        for run in cutOff { try move(run, to: .interrupted) }
        return cutOff
    }

    /// Deletes a run with everything in it. What was derived goes with `DerivedDatabase.forget`.
    public func delete(run: Int64) throws(TrackStoreError) {
        _ = try self.run(run)
        try stored { () throws(SQLiteError) in try connection.execute("DELETE FROM run WHERE id = \(run)") }
    }

    /// Keeps how often fixes usually come in a run, in ms.
    public func keep(interval: Int64, of run: Int64) throws(TrackStoreError) {
        _ = try self.run(run)
        try stored { () throws(SQLiteError) in
            try connection.execute("UPDATE run SET interval = \(interval) WHERE id = \(run)")
        }
    }

    /// Keeps that the receiver has acknowledged one chunk more. To be called after its answer, never before.
    public func keep(chunksSent: Int64, of run: Int64) throws(TrackStoreError) {
        _ = try self.run(run)
        try stored { () throws(SQLiteError) in
            try connection.execute("UPDATE run SET chunks_sent = \(chunksSent) WHERE id = \(run)")
        }
    }

    /// The run of that number.
    public func run(_ id: Int64) throws(TrackStoreError) -> TrackRun {
        guard let run = try runs(where: "id = \(id)").first else { throw .noRun(id, path: path) }
        return run
    }

    /// The run of that name, if there is one.
    public func run(named name: String) throws(TrackStoreError) -> TrackRun? {
        let id = try stored { () throws(SQLiteError) -> Int64? in
            var select = try connection.prepare("SELECT id FROM run WHERE name = ?")
            try select.bind(name, at: 1)
            return try select.step() ? select.integer(0) : nil
        }
        return if let id { try run(id) } else { nil }
    }

    /// Every run, by its beginning.
    public func runs() throws(TrackStoreError) -> [TrackRun] { try runs(where: "true") }

    private func runs(where condition: String) throws(TrackStoreError) -> [TrackRun] {
        try stored { () throws(SQLiteError) in
            var select = try connection.prepare(
                """
                SELECT id, name, state, started, boot, zone, ended, interval, next_point, next_doubted,
                    next_transition, chunks_sent
                FROM run WHERE \(condition) ORDER BY started, id
                """)
            var runs: [TrackRun] = []
            while try select.step() {
                guard let state = RunState(rawValue: select.number(2)) else { continue }
                runs.append(
                    TrackRun(
                        id: select.number(0), name: select.text(1) ?? "", state: state,
                        start: RunStart(
                            wallTime: select.number(3), bootTime: select.integer(4), zone: select.integer(5)),
                        ended: select.integer(6), interval: select.integer(7),
                        next: FactCounters(
                            point: select.number(8), doubted: select.number(9), transition: select.number(10)),
                        chunksSent: select.number(11)))
            }
            return runs
        }
    }
}
