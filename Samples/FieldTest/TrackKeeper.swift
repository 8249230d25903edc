/// Keeps the track in its database beside the log, from what the live core decides. A run goes from tracking on to
/// tracking off, over however many lives of the process. What is derived from it is kept up to date at the pace of
/// `RecomputePace`, made anew where other rules made it, and what is old goes.
import DecisionCore
import FieldModel
import TrackStore

final class TrackKeeper {
    private var writer: TrackWriter
    private var facts = TrailFacts()
    private var hasRun = false
    private let name: String
    private let folder: TrackFolder
    private var pace = RecomputePace()
    private var retention = Retention()
    private var lastPurge: WallTime?
    private var isInBackground = false

    /// - Parameters:
    ///   - folder: of the log.
    ///   - name: of the run to begin, unique: that of this life of the process.
    init(in folder: String, name: String, at now: Stamp) throws {
        self.folder = TrackFolder(folder)
        writer = try TrackWriter(self.folder, at: now.wallTime)
        self.name = name
        // What a kill cut off goes on, as a segment of its own.
        if let run = writer.recovered.last {
            try writer.resume(run, at: now.wallTime, bootTime: now.bootTime?.rawValue)
            hasRun = true
        }
    }

    /// Before anything else is done: what is old goes, and a result that other rules made, or that a kill left behind
    /// the facts, is made anew.
    func bringUpToDate(_ rules: TrailRules, at now: Stamp) throws {
        guard writer.database != nil else { return }
        try purge(.launch, rules, at: now)
        let recompute = Recompute(folder, rules: rules)
        guard try !recompute.isCurrent() else { return }
        _ = try recompute.wholeOnThisThread()
    }

    /// Takes in what the core made of a signal. A database that will not take it now is tried again with the next fact.
    func take(_ signal: Signal, at stamp: Stamp, _ decisions: [Decision], of core: TrailCore) throws {
        let clock = stamp.coreClock
        let new = facts.take(signal, at: stamp, decisions, of: core)
        if !hasRun, !new.isEmpty {
            try writer.begin(
                name, RunStart(wallTime: stamp.wallTime.rawValue, bootTime: stamp.bootTime?.rawValue))
            hasRun = true
        }
        for fact in new { try writer.append(fact, at: clock) }
        if case .appMoved(let state) = signal { isInBackground = state != .foreground }
        switch signal {
        case .visitReported(let report): try writer.keep(report, at: stamp.wallTime)
        case .appMoved: try writer.flush(at: clock)
        case .trackingTurned(false): try end(at: stamp)
        default: try writer.tick(at: clock)
        }
        var due: Stay.Span?
        for case .point(let point) in new {
            if let span = pace.stored(at: point.time, inBackground: isInBackground) { due = span.joined(with: due) }
        }
        switch signal {
        case .appMoved(to: .foreground), .trackingTurned(on: false): due = pace.take()?.joined(with: due) ?? due
        default: break
        }
        if let due { try derive(due, core.rules, at: stamp) }
        try purge(.periodic, core.rules, at: stamp)
    }

    /// Tracking is over, or the app ends in order.
    func end(at stamp: Stamp) throws {
        guard hasRun else { return }
        try writer.end(.finished, at: stamp.wallTime, clock: stamp.coreClock)
        hasRun = false
    }

    /// Writes what waits; the run goes on.
    func flush(at stamp: Stamp) throws { try writer.flush(at: stamp.coreClock) }

    private func derive(_ span: Stay.Span, _ rules: TrailRules, at stamp: Stamp) throws {
        try flush(at: stamp)
        // What the spool keeps comes in when the database opens.
        guard writer.database != nil else { return }
        _ = try Recompute(folder, rules: rules).local(from: span.from, to: span.to)
    }

    private func purge(_ occasion: Retention.Occasion, _ rules: TrailRules, at now: Stamp) throws {
        guard writer.database != nil, Retention.isDue(occasion, last: lastPurge, now: now.wallTime) else { return }
        lastPurge = now.wallTime
        guard let cutoff = retention.pointCutoff(now: now.wallTime) else { return }
        _ = try Recompute(folder, rules: rules).purge(before: cutoff)
    }
}

extension Stay.Span {
    /// The span over both.
    fileprivate func joined(with other: Stay.Span?) -> Stay.Span {
        guard let other else { return self }
        return Stay.Span(from: min(from, other.from), to: max(to, other.to))
    }
}
