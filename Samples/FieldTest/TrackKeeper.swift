/// Keeps the track in its database beside the log, from what the live core decides. A run goes from tracking on to
/// tracking off, over however many lives of the process.
import DecisionCore
import FieldModel
import TrackStore

final class TrackKeeper {
    private var writer: TrackWriter
    private var facts = TrailFacts()
    private var hasRun = false
    private let name: String

    /// - Parameters:
    ///   - folder: of the log.
    ///   - name: of the run to begin, unique: that of this life of the process.
    init(in folder: String, name: String, at now: Stamp) throws {
        writer = try TrackWriter(TrackFolder(folder), at: now.wallTime)
        self.name = name
        // What a kill cut off goes on, as a segment of its own.
        if let run = writer.recovered.last {
            try writer.resume(run, at: now.wallTime, bootTime: now.bootTime?.rawValue)
            hasRun = true
        }
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
        switch signal {
        case .visitReported(let report): try writer.keep(report, at: stamp.wallTime)
        case .appMoved: try writer.flush(at: clock)
        case .trackingTurned(false): try end(at: stamp)
        default: try writer.tick(at: clock)
        }
    }

    /// Tracking is over, or the app ends in order.
    func end(at stamp: Stamp) throws {
        guard hasRun else { return }
        try writer.end(.finished, at: stamp.wallTime, clock: stamp.coreClock)
        hasRun = false
    }

    /// Writes what waits; the run goes on.
    func flush(at stamp: Stamp) throws { try writer.flush(at: stamp.coreClock) }
}
