import DecisionCore
import FieldModel
import LogFormat

/// A core as a corpus runs it: its rules, and what it makes of a log as lines. One type for all cores, so that several
/// run over a log in one reading.
struct CorpusCore: Sendable {
    /// The code of the core.
    let name: String
    /// Every rule with its value, in the order of the table.
    let rules: [(name: String, value: Double)]
    /// Runs under these rules, changed by `overrides`.
    let run: @Sendable (_ overrides: [RuleOverride]) throws -> CorpusRunner

    /// The core called `name` under its own rules, changed by `set`.
    static func named(_ name: String, pack: StreetPack?, set: [RuleOverride]) throws -> CorpusCore {
        switch name {
        case TrailCore.name: try of(TrailCore.self, set) { TrailBaseline() }
        case PhaseCore.name: try of(PhaseCore.self, set) { AccountBaseline(PhaseAccount()) }
        case RunCore.name: try of(RunCore.self, set) { AccountBaseline(RunAccount()) }
        case VisitCore.name: try of(VisitCore.self, set) { AccountBaseline(VisitAccount()) }
        case WalkCore.name:
            try of(WalkCore.self, set, prepare: { if let pack { $0.pack = pack } }) {
                AccountBaseline(WalkReplayAccount())
            }
        default: throw CorpusError.core(name)
        }
    }

    private static func of<Core: DecidingCore, Sums: BaselineSums<Core>>(
        _ core: Core.Type, _ set: [RuleOverride], prepare: @escaping @Sendable (inout Core) -> Void = { _ in },
        _ sums: @escaping @Sendable () -> Sums
    ) throws -> CorpusCore {
        var rules = Core.Rules()
        // A rule of another core's is that core's business.
        for override in set where Core.Rules.table.contains(where: { $0.name == override.name }) {
            try rules.set(override.name, to: override.value)
        }
        let values = Core.Rules.table.map { ($0.name, rules[$0]) }
        return CorpusCore(name: Core.name, rules: values) { overrides in
            // The rules of today, whatever the log was recorded under.
            let all = values.map { RuleOverride($0.0, $0.1) } + overrides
            var run = try BaselineRun<Core, Sums>(all, sums(), prepare: prepare)
            return CorpusRunner(take: { run.take($0) }, finish: { run.finish($0) })
        }
    }
}

/// A log on its way through a core. Closures and no protocol, so that the whole way is compiled for each core.
struct CorpusRunner {
    let take: (LogEntry) -> Void
    /// What came of it, once the log is at its end.
    let finish: (Damage) -> (lines: [String], inputs: Int)
}

/// What a core's results come to, as lines of a baseline.
protocol BaselineSums<Core>: ReplayListener, SendableMetatype {
    /// Once everything was taken, with the core as it is then.
    func lines(_ core: Core) -> [String]
}

private struct BaselineRun<Core: DecidingCore, Sums: BaselineSums<Core>> {
    private var replay: Replay<Core>
    private var baseline: Baseline

    private struct Baseline: ReplayListener {
        var recorder = BaselineRecorder()
        var sums: Sums

        mutating func hear(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing Core) {
            recorder.take(stamp, decisions)
            sums.hear(signal, stamp, decisions, core)
        }
    }

    init(_ overrides: [RuleOverride], _ sums: Sums, prepare: @escaping (inout Core) -> Void) throws {
        baseline = Baseline(sums: sums)
        var options = Replay<Core>.Options()
        options.overrides = overrides
        replay = try Replay<Core>(options, prepare: prepare)
    }

    mutating func take(_ entry: LogEntry) { replay.take(entry, heardBy: &baseline) }

    mutating func finish(_ damage: Damage) -> (lines: [String], inputs: Int) {
        let report = replay.finish(damage: damage)
        return (baseline.recorder.lines(report, baseline.sums.lines(replay.core)), report.inputs)
    }
}

/// The figures and lists of an account, a line each.
private struct AccountBaseline<Account: CoreAccount>: BaselineSums {
    private var account: Account

    init(_ account: Account) { self.account = account }

    mutating func hear(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing Account.Core) {
        account.hear(signal, stamp, decisions, core)
    }

    func lines(_ core: Account.Core) -> [String] {
        let figures = account.figures.map {
            "sum \($0.field.key) \($0.field.value.string ?? JSON.text($0.field.value))"
        }
        let lists = account.lists.flatMap { list -> [String] in
            (list.value.array ?? [list.value]).map { "\(list.key) \(JSON.text($0))" }
        }
        return figures + lists
    }
}

/// What the judge makes of a trail: lengths, spikes, every join that is not drawn, every stay.
private struct TrailBaseline: BaselineSums {
    private var ledger = TrailLedger()

    mutating func hear(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing TrailCore) {
        ledger.take(signal, at: stamp, decisions, of: core)
    }

    func lines(_ core: TrailCore) -> [String] {
        let points = ledger.line(of: core)
        let judgement = ledger.judge(core.rules).judge(points)
        var lines = [
            "sum points \(points.count)", "sum solid_m \(JSON.text(.metres(judgement.solid)))",
            "sum dashed_m \(JSON.text(.metres(judgement.dashed)))",
        ]
        for (point, isSpike) in zip(points, judgement.isSpike) where isSpike { lines.append("spike \(point.held.n)") }
        for join in judgement.joins {
            guard let gap = join.gap else { continue }
            let numbers = "\(points[join.from].held.n)-\(points[join.to].held.n)"
            lines.append("connector \(numbers) \(gap.rawValue) \(JSON.text(.metres(join.distance))) m")
        }
        return lines + ledger.stays(of: core).map { "stay \(JSON.text($0.listed))" }
    }
}
