import DecisionCore
import FieldModel

/// A replay of the trail together with what it comes to.
public struct TrailReplay: Sendable {
    public var report: ReplayReport<TrailCore>
    public var totals: TrailTotals

    /// Gathers the totals while a replay runs.
    private struct Gatherer: ReplayListener {
        private var ledger = TrailLedger()
        private var rulings = Tally<Kind, Int>()
        private let window: TimeWindow
        private var observer: ReplayObserver<TrailCore>?

        init(_ window: TimeWindow, _ observer: ReplayObserver<TrailCore>? = nil) {
            self.window = window
            self.observer = observer
        }

        private struct Kind: Hashable {
            var verdict: Verdict
            var reason: Reason?
        }

        mutating func hear(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing TrailCore) {
            ledger.take(signal, at: stamp, decisions, of: core)
            observer?.hear(signal, stamp, decisions, core)
            guard case .ruled(let ruling) = decisions.last, window.contains(stamp.wallTime) else { return }
            rulings.update(Kind(verdict: ruling.verdict, reason: ruling.reason), from: 0) { $0 += 1 }
        }

        /// - Parameter core: as it is at the end.
        func totals(of core: TrailCore) -> TrailTotals {
            let outcomes = rulings.dictionary.map { kind, count in
                (ReplayOutcome(kind.verdict, kind.reason?.rawValue ?? ""), count)
            }
            return TrailTotals(ledger, core, Dictionary(uniqueKeysWithValues: outcomes), window)
        }
    }

    /// A replay of a sweep, with what it comes to.
    private struct Swept {
        var replay: Replay<TrailCore>
        var gatherer: Gatherer

        mutating func take(_ entry: LogEntry) { replay.take(entry, heardBy: &gatherer) }
    }

    /// Replays a log. `observer` hears of every input.
    public static func run(
        _ source: LogSource, _ options: Replay<TrailCore>.Options = .init(),
        progress: (Int64) -> Void = { _ in }, observer: ReplayObserver<TrailCore>? = nil
    ) throws -> TrailReplay {
        var gatherer = Gatherer(options.window, observer)
        let report = try Replay<TrailCore>(options).run(over: source, progress: progress, heardBy: &gatherer)
        return TrailReplay(report: report, totals: gatherer.totals(of: report.core))
    }

    /// What a log comes to under each of several values of a rule, in one pass over it.
    public static func sweep(
        _ source: LogSource, rule: String, values: [Double], _ options: Replay<TrailCore>.Options = .init(),
        progress: (Int64) -> Void = { _ in }
    ) throws -> [(value: Double, totals: TrailTotals)] {
        var sweep = try values.map { value in
            var swept = options
            swept.overrides.append(RuleOverride(rule, value))
            return Swept(replay: try Replay<TrailCore>(swept), gatherer: Gatherer(options.window))
        }
        guard let part = source.parts.first else { return [] }
        _ = try part.read(wanted: Replay<TrailCore>.wanted, progress: progress) { entry in
            for index in sweep.indices { sweep[index].take(entry) }
        }
        return zip(values, sweep).map { ($0, $1.gatherer.totals(of: $1.replay.core)) }
    }
}
