/// Takes a recording's facts and gets them to disk: in batches into the database, or line by line into the spool while
/// the database cannot be opened. One a log folder, in the process that records.
///
/// - Nothing waits longer than a batch: 20 facts or 10 s; the caller asks for a flush on every state change, on going to
///   the background, on tracking off and before an export.
/// - The spool is always merged before the queue is written: numbers stay in order.
import FieldModel
import SQLiteIO
import SystemIO

/// The one writer of a track: database, spool and the run it is in.
public struct TrackWriter: ~Copyable {
    public let folder: TrackFolder
    /// Nil while the database will not open.
    public private(set) var database: FactDatabase?
    /// Why the database is shut; nil while it is open.
    public private(set) var shutBecause: TrackStoreError?
    /// What the last merge of the spool did.
    public private(set) var lastMerge: Spool.Merge?
    /// What became of runs that an earlier process left recording.
    public private(set) var recovered: [Int64] = []
    private var run: Current?
    private var queue = FactQueue(next: FactCounters())
    /// The rules that the run in hand named last.
    private var rules: String?

    private struct Current {
        var name: String
        var start: RunStart
        /// Nil for a run that only the spool knows yet.
        var id: Int64?
    }

    /// Opens the stores in `folder`. A database that the system will not open now is no error: facts go to the spool. One
    /// that is damaged is moved aside, whole, and the new one says so among its incidents.
    public init(_ folder: TrackFolder, at time: WallTime) throws(TrackStoreError) {
        self.folder = folder
        try onDisk { () throws(IOError) in try FileSystem.createFolder(folder.path) }
        try open(at: time)
        if database != nil { recovered = try database!.recoverRuns() }
    }

    // MARK: Runs

    /// Begins a run under a name of its own (a UUID).
    public mutating func begin(_ name: String, _ start: RunStart) throws(TrackStoreError) {
        let id = database == nil ? nil : try database!.beginRun(name, start)
        run = Current(name: name, start: start, id: id)
        rules = nil
        // The beginning itself is transition 0.
        queue = FactQueue(next: FactCounters(transition: 1))
    }

    /// Goes on with a paused or interrupted run. Without the database its numbers are not known: then a run of a new name
    /// is begun instead.
    public mutating func resume(
        _ id: Int64, at time: WallTime, bootTime: Int64?
    ) throws(TrackStoreError) {
        guard database != nil else { throw shutBecause ?? .noRun(id, path: folder.facts) }
        try database!.resume(id, at: time, bootTime: bootTime)
        let known = try database!.run(id)
        run = Current(name: known.name, start: known.start, id: id)
        queue = FactQueue(next: known.next)
        rules = try database!.transitions(ofRun: id).last { $0.transition.kind == .rules }?.transition.note
    }

    /// Writes what waits and moves the run on.
    public mutating func end(_ state: RunState, at time: WallTime, clock: Int64) throws(TrackStoreError) {
        try flush(at: clock)
        if let id = run?.id, database != nil { try database!.move(id, to: state, ended: time) }
        if state == .finished { run = nil }
    }

    /// The run in hand, where the database knows it.
    public var currentRun: Int64? { run?.id }

    // MARK: Facts

    /// Takes a fact of the run in hand, and writes where a batch is due. `clock` is any steady clock in ms.
    public mutating func append(_ fact: Fact, at clock: Int64) throws(TrackStoreError) {
        guard run != nil else { throw .unfit(wanted: "a run begun before its facts", found: "none") }
        if case .transition(let it) = fact, it.kind == .rules {
            // A run that goes on under the same rules need not name them again.
            if it.note == rules { return }
            rules = it.note
        }
        queue.append(fact, at: clock)
        if queue.isDue(at: clock) { try flush(at: clock) }
    }

    /// Writes what waits if it has waited long enough: to be called by a timer.
    public mutating func tick(at clock: Int64) throws(TrackStoreError) {
        if queue.isDue(at: clock) { try flush(at: clock) }
    }

    /// Keeps a report of a visit, where the database is open: the platform repeats what matters of the others.
    public func keep(_ report: VisitReport, at time: WallTime) throws(TrackStoreError) {
        if database != nil { try database!.add(report, at: time) }
    }

    /// Facts that no file holds yet.
    public var waiting: Int { queue.pending.count }

    /// Writes everything that waits. What the database will not take now goes to the spool; what neither takes stays at
    /// the front of the queue with the numbers it has, and the failure is thrown.
    public mutating func flush(at clock: Int64) throws(TrackStoreError) {
        guard let run, !queue.pending.isEmpty else { return }
        let batch = queue.take()
        do throws(TrackStoreError) {
            if let id = run.id, database != nil {
                do throws(TrackStoreError) {
                    _ = try database!.write(batch, to: id)
                    return
                } catch {
                    guard error.isForNow else { throw error }
                    shut(because: error)
                }
            }
            try folder.spool.append(batch, of: run.name, run.start)
        } catch {
            queue.putBack(batch, at: clock)
            throw error
        }
    }

    // MARK: Opening

    /// Tries to open a database that is shut: at unlock, and at each return to the foreground. On an unlocked device one
    /// that stays shut is an error.
    public mutating func reopen(unlocked: Bool, at time: WallTime) throws(TrackStoreError) {
        guard database == nil else { return }
        try open(at: time)
        if let shutBecause {
            if unlocked { throw shutBecause }
            return
        }
        // What an earlier process left recording was cut off; the run in hand goes on.
        let name = run?.name
        for id in try database!.recoverRuns() where try database!.run(id).name != name { recovered.append(id) }
        guard let name else { return }
        // The run may be the spool's, or the database's from before it was shut.
        let id: Int64
        if let known = try database!.run(named: name) {
            id = known.id
            if known.state != .recording { try database!.move(id, to: .recording) }
        } else {
            id = try database!.beginRun(name, run!.start)
        }
        run!.id = id
    }

    /// Moves a database that proved damaged while it was in use aside, whole, and goes on with the run in hand in a new
    /// one, which says so among its incidents. Numbers go on: none is used twice.
    public mutating func setDamagedAside(findings: [String], at time: WallTime) throws(TrackStoreError) {
        database = nil
        var fresh = try FactDatabase.replace(folder.facts, findings: findings, at: time)
        if let current = run { run!.id = try fresh.beginRun(current.name, current.start) }
        database = consume fresh
    }

    private mutating func open(at time: WallTime) throws(TrackStoreError) {
        do throws(TrackStoreError) {
            var opened = try FactDatabase.open(folder.facts, settingDamageAsideAt: time)
            lastMerge = try folder.spool.merge(into: &opened, at: time)
            database = consume opened
            shutBecause = nil
        } catch {
            guard error.isForNow else { throw error }
            shut(because: error)
        }
    }

    private mutating func shut(because error: TrackStoreError) {
        database = nil
        shutBecause = error
    }
}
