import FieldModel

/// One time for a whole trace that never steps back: within a run the clock that runs on through sleep, laid on the wall
/// clock of the run's first record. A wall clock that was set in between moves nothing.
struct TraceClock {
    private var offset: Int64?
    /// Where each offset begins to count, by the number of the record that gave it.
    private var offsets: [(n: SequenceNumber, offset: Int64)] = []
    /// The latest moment given, in ms since the Unix epoch.
    private(set) var latest: Int64?

    /// A run begins: its boot clock may be another one.
    mutating func beginRun() { offset = nil }

    /// The moment of a stamp in ms since the Unix epoch, never before the one given last.
    mutating func moment(of stamp: Stamp) -> Int64 {
        var moment = stamp.wallTime.rawValue
        if let boot = stamp.bootTime {
            let known = offset ?? stamp.wallTime - WallTime(boot.rawValue)
            if offset == nil { offsets.append((stamp.n, known)) }
            offset = known
            moment = boot.rawValue &+ known
        }
        moment = max(moment, latest ?? moment)
        latest = moment
        return moment
    }

    /// The moment of a record long gone by.
    func moment(of past: Moment) -> Int64 {
        guard let boot = past.bootTime, let run = offsets.last(where: { $0.n <= past.n }) else {
            return past.wallTime.rawValue
        }
        return boot.rawValue &+ run.offset
    }

    /// The moment of a boot time of the same run, which may lie in the past.
    func moment(of boot: BootTime) -> Int64? { offset.map { boot.rawValue &+ $0 } }
}
