import DecisionCore
import FieldModel
import LogFormat

/// Tries whether a log still shows what is to be kept: a replay under the rules in question, beside one under the others
/// where a divergence is asked for.
struct KeepTest<Core: DecidingCore> {
    let expression: KeepExpression
    /// The rules in question, and those that they are compared with: all that differ from the defaults.
    let now: [RuleOverride]
    let then: [RuleOverride]
    private let prepare: (inout Core) -> Void
    private let sums: () -> any BaselineSumming<Core>
    /// How the first divergence of the whole log reads: another one is not the same fault.
    private(set) var wanted: ReplayChange?

    init(
        _ expression: KeepExpression, now: [RuleOverride], then: [RuleOverride],
        sums: @escaping () -> any BaselineSumming<Core>, prepare: @escaping (inout Core) -> Void
    ) {
        self.expression = expression
        self.now = now
        self.then = then
        self.sums = sums
        self.prepare = prepare
    }

    /// What a log shows.
    struct Observation {
        var changes: [ReplayChange] = []
        /// Codes by input.
        var decisions: [(n: SequenceNumber, codes: Set<String>)] = []
        var gaps: Set<String> = []
        var totals: [String: Double] = [:]
    }

    /// Looks at the whole log first: what it shows is what every smaller one has to show.
    mutating func learn(_ entries: [LogEntry]) throws -> Observation {
        let observation = try observe(entries)
        wanted = observation.changes.first
        return observation
    }

    func holds(_ entries: [LogEntry]) throws -> Bool { holds(try observe(entries)) }

    func holds(_ observation: Observation) -> Bool {
        expression.conditions.allSatisfy { condition in
            switch condition {
            case .divergence: observation.changes.contains { change in wanted.map { change.isAlike($0) } ?? true }
            case .decisionCode, .decisionNumber: observation.decisions.contains(where: isAsked)
            case .gapKind(let kind): observation.gaps.contains(kind)
            case .total(let name, let comparison, let value):
                observation.totals[name].map { comparison.holds($0, value) } ?? false
            }
        }
    }

    /// Code and number, where both are asked for, are of one decision.
    private func isAsked(_ decision: (n: SequenceNumber, codes: Set<String>)) -> Bool {
        expression.conditions.allSatisfy { condition in
            switch condition {
            case .decisionCode(let code): decision.codes.contains(code)
            case .decisionNumber(let n): decision.n == n
            default: true
            }
        }
    }

    /// The number of the input that first shows what is asked for, where it is one input that does.
    func first(in observation: Observation) -> SequenceNumber? {
        let change = expression.asksForDivergence ? observation.changes.first?.n : nil
        let decision = expression.asksForDecision ? observation.decisions.first(where: isAsked)?.n : nil
        return [change, decision].compactMap(\.self).max()
    }

    func observe(_ entries: [LogEntry]) throws -> Observation {
        var observation = Observation()
        if expression.asksForGap { observation.gaps = gaps(entries) }
        guard expression.asksForDivergence || expression.asksForDecision || expression.asksForTotal else {
            return observation
        }
        var options = Replay<Core>.Options()
        options.overrides = now
        if expression.asksForDivergence { options.against = then }
        var heard = Heard(
            sums: expression.asksForTotal ? sums() : nil, keepsDecisions: expression.asksForDecision)
        var replay = try Replay<Core>(options, prepare: prepare)
        for entry in entries { replay.take(entry, heardBy: &heard) }
        observation.changes = replay.finish().changes
        observation.decisions = heard.decisions
        observation.totals = heard.sums?.totals(replay.core) ?? [:]
        return observation
    }

    private struct Heard: ReplayListener {
        var sums: (any BaselineSumming<Core>)?
        let keepsDecisions: Bool
        var decisions: [(n: SequenceNumber, codes: Set<String>)] = []

        mutating func hear(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing Core) {
            if keepsDecisions, !decisions.isEmpty {
                self.decisions.append((stamp.n, Set(decisions.flatMap(\.codes))))
            }
            sums?.hear(signal, stamp, decisions, core)
        }
    }

    private func gaps(_ entries: [LogEntry]) -> Set<String> {
        var cadence = CadenceScan()
        for entry in entries { cadence.add(entry) }
        var scan = LifeScan(cadence: cadence.cadence)
        for entry in entries { scan.add(entry) }
        return Set(scan.finish(writer: nil).gaps.map(\.kind.rawValue))
    }
}

extension Decision {
    /// Every code that a decision goes by: its reason, its settlement, its state.
    fileprivate var codes: [String] {
        if case .ruled(let ruling) = self { return [ruling.reason?.rawValue, ruling.verdict.word].compactMap(\.self) }
        guard let (_, fields) = event(by: 0) else { return [] }
        return fields.compactMap { $0.value.string } + [code]
    }
}

/// What a core's results come to, as numbers.
protocol BaselineSumming<Core>: ReplayListener {
    func totals(_ core: Core) -> [String: Double]
}

struct AccountSums<Account: CoreAccount>: BaselineSumming {
    private var account: Account
    init(_ account: Account) { self.account = account }

    mutating func hear(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing Account.Core) {
        account.hear(signal, stamp, decisions, core)
    }

    func totals(_ core: Account.Core) -> [String: Double] {
        Dictionary(
            account.figures.compactMap { figure in figure.field.value.double.map { (figure.field.key, $0) } },
            uniquingKeysWith: { first, _ in first })
    }
}

struct TrailSums: BaselineSumming {
    private var ledger = TrailLedger()

    mutating func hear(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing TrailCore) {
        ledger.take(signal, at: stamp, decisions, of: core)
    }

    func totals(_ core: TrailCore) -> [String: Double] {
        let fields = TrailTotals(ledger, core, [:], TimeWindow()).value.fields ?? []
        var totals = Dictionary(
            fields.compactMap { field in field.value.double.map { (field.key, $0) } }, uniquingKeysWith: { a, _ in a })
        totals["stays"] = Double(ledger.stays(of: core).count)
        return totals
    }
}
