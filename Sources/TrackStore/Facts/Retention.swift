/// How long things are kept. Each kind is switched off by itself: 0 keeps for ever and does not stop the other. Runs,
/// visits and corrections are never touched: they are few, and a run's counters must outlive its points.
import FieldModel
import SQLiteIO

/// How many days of each kind are kept.
public struct Retention: Hashable, Sendable {
    /// Days that points, doubted fixes, stays and holes are kept; 0 for ever.
    public var pointDays: Int64
    /// Days that the recorder keeps its log files; 0 for ever. The recorder removes them itself.
    public var logDays: Int64

    public init(pointDays: Int64 = 30, logDays: Int64 = 7) {
        self.pointDays = pointDays
        self.logDays = logDays
    }

    /// Why a purge is asked for.
    public enum Occasion: Sendable { case launch, demand, periodic }

    /// Least time between two periodic purges, ms.
    public static let period: Int64 = 12 * 3_600_000

    /// Whether a purge is due; a clock that was set back does not put it off.
    public static func isDue(_ occasion: Occasion, last: WallTime?, now: WallTime) -> Bool {
        guard occasion == .periodic, let last else { return true }
        return now < last || now - last >= period
    }

    /// What is older goes; nil where nothing does.
    public func pointCutoff(now: WallTime) -> WallTime? { Self.cutoff(pointDays, now) }
    /// What is older of the log goes; nil where nothing does.
    public func logCutoff(now: WallTime) -> WallTime? { Self.cutoff(logDays, now) }

    private static func cutoff(_ days: Int64, _ now: WallTime) -> WallTime? {
        days > 0 ? now + -(min(days, 1_000_000) * WallTime.millisecondsPerDay) : nil
    }
}

/// What a purge removed.
public struct Purged: Hashable, Sendable {
    public var points = 0
    public var doubted = 0
    public var transitions = 0
}

extension FactDatabase {
    /// Removes points, doubted fixes, stays and holes from before `cutoff`, a run at a time, so that the recorder never
    /// waits for long. What is derived has to be recomputed up to `cutoff`.
    public func purge(before cutoff: WallTime) throws(TrackStoreError) -> Purged {
        var purged = Purged()
        for run in try runs() where run.start.wallTime < cutoff.rawValue {
            let condition = "run = \(run.id) AND t < \(cutoff - WallTime(run.start.wallTime))"
            try stored { () throws(SQLiteError) in
                try connection.transaction { () throws(SQLiteError) in
                    try connection.execute("DELETE FROM point WHERE \(condition)")
                    purged.points += connection.changes
                    try connection.execute("DELETE FROM doubted WHERE \(condition)")
                    purged.doubted += connection.changes
                    // Where a segment begins and which zone it was in concerns what follows as well.
                    try connection.execute(
                        "DELETE FROM transition WHERE run = \(run.id) AND ifnull(until, t) < \(cutoff.rawValue) "
                            + "AND kind IN ('stay', 'unobserved', 'hole')")
                    purged.transitions += connection.changes
                }
            }
        }
        return purged
    }
}
