import DecisionCore
import FieldModel

/// A replay of the trail together with what it comes to.
public struct TrailReplay: Sendable {
    public var report: ReplayReport<TrailCore>
    public var totals: TrailTotals

    /// Gathers the totals while a replay runs. A class: the replay's observer and its owner both hold it.
    private final class Gatherer {
        private var gathered = Gathered()
        private let window: TimeWindow

        init(_ window: TimeWindow) { self.window = window }

        private struct Kind: Hashable {
            var verdict: Verdict
            var reason: Reason?
        }

        /// All that is gathered, together: an object's variable is checked for exclusive access each time it is reached.
        private struct Gathered {
            var ledger = TrailLedger()
            var rulings = Tally<Kind, Int>()

            mutating func take(
                _ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: TrailCore, _ window: TimeWindow
            ) {
                ledger.take(signal, at: stamp, decisions, of: core)
                guard case .ruled(let ruling) = decisions.last, window.contains(stamp.wallTime) else { return }
                rulings.update(Kind(verdict: ruling.verdict, reason: ruling.reason), from: 0) { $0 += 1 }
            }
        }

        func take(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: TrailCore) {
            gathered.take(signal, stamp, decisions, core, window)
        }

        /// - Parameter core: as it is at the end.
        func totals(of core: TrailCore) -> TrailTotals {
            let outcomes = gathered.rulings.dictionary.map { kind, count in
                (ReplayOutcome(kind.verdict, kind.reason?.rawValue ?? ""), count)
            }
            return TrailTotals(gathered.ledger, core, Dictionary(uniqueKeysWithValues: outcomes), window)
        }
    }

    /// Replays a log. `observe` hears of every input.
    public static func run(
        _ source: LogSource, _ options: Replay<TrailCore>.Options = .init(),
        progress: (Int64) -> Void = { _ in }, observe: Replay<TrailCore>.Observer? = nil
    ) throws -> TrailReplay {
        let gatherer = Gatherer(options.window)
        let replay = try Replay<TrailCore>(options) { signal, stamp, decisions, core in
            gatherer.take(signal, stamp, decisions, core)
            observe?(signal, stamp, decisions, core)
        }
        let report = try replay.run(over: source, progress: progress)
        return TrailReplay(report: report, totals: gatherer.totals(of: report.core))
    }

    /// What a log comes to under each of several values of a rule, in one pass over it.
    public static func sweep(
        _ source: LogSource, rule: String, values: [Double], _ options: Replay<TrailCore>.Options = .init(),
        progress: (Int64) -> Void = { _ in }
    ) throws -> [(value: Double, totals: TrailTotals)] {
        let gatherers = values.map { _ in Gatherer(options.window) }
        var replays: [Replay<TrailCore>] = []
        for (value, gatherer) in zip(values, gatherers) {
            var swept = options
            swept.overrides.append(RuleOverride(rule, value))
            replays.append(try Replay<TrailCore>(swept) { gatherer.take($0, $1, $2, $3) })
        }
        guard let part = source.parts.first else { return [] }
        _ = try part.read(wanted: Replay<TrailCore>.wanted, progress: progress) { entry in
            for index in replays.indices { replays[index].take(entry) }
        }
        return values.indices.map { (values[$0], gatherers[$0].totals(of: replays[$0].core)) }
    }
}
