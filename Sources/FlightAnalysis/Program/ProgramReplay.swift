import DecisionCore
import FieldModel
import LogFormat

/// Runs a log through a program of the user's own, and compares what it decides with what was recorded.
///
/// - It hears what a core would: every sample, every event that a signal can be made of, and the log's `core` records.
/// - What was decided is not told: verdicts, and records that carry `by`.
/// - Where the log names cores and the program is none of them, there is nothing to compare.
public struct ProgramReplay {
    /// Which program hears what of the log.
    public struct Options: Sendable {
        /// A command for the shell.
        public var command: String
        /// ms for each answer.
        public var limit = 10_000
        /// Rules that it is to set otherwise.
        public var rules: [RuleOverride] = []
        public var window = TimeWindow()
        /// The input to explain; nil: none.
        public var explained: SequenceNumber?

        public init(_ command: String) { self.command = command }
    }

    /// Hears every decision, with the number of the input.
    public typealias Observer = (Value, SequenceNumber) -> Void

    private let options: Options
    private let observe: Observer?
    private var report = ProgramReport()
    /// By input: what was recorded, and what the program decides, beside verdicts.
    private var open: [SequenceNumber: (time: WallTime, then: [ProgramDecision], now: [ProgramDecision])] = [:]
    private var coresSeen: Set<String> = []
    private var lastNumber: SequenceNumber = 0
    private var lastInput: SequenceNumber = 0
    private var failure: ProgramError?

    public init(_ options: Options, observe: Observer? = nil) {
        self.options = options
        self.observe = observe
    }

    /// Starts the program, tells it the log, waits for its end.
    public consuming func run(over source: LogSource, progress: (Int64) -> Void = { _ in }) throws -> ProgramReport {
        var core = try ProgramCore.start(options.command, limit: options.limit, rules: options.rules)
        (report.core, report.version) = (core.name, core.version)
        guard let part = source.parts.first else { return finished(Damage()) }
        let account = try part.read(
            progress: progress, goesOn: { failure == nil },
            { entry in
                do throws(ProgramError) { try take(entry, &core) } catch { failure = error }
            })
        if let failure { throw failure }
        try core.finish()
        return finished(account.total)
    }

    private mutating func take(_ entry: LogEntry, _ core: inout ProgramCore) throws(ProgramError) {
        switch entry {
        case .tear: break
        case .sample(let sample):
            let n = number(sample.n)
            let decisions = try ask(SignalLine.value(sample.fix, n: n), n, &core)
            report.fixes += 1
            let time = sample.fix.receiveTime
            note(time)
            guard options.window.contains(time) else { return }
            let then = sample.verdict.map { ReplayOutcome($0, sample.reason) }
            let now = decisions.lazy.compactMap(\.outcome).last
            if let then { report.compare(n, time, then, now ?? ReplayOutcome(then.verdict, "no-verdict")) }
            add(decisions.filter { $0.kind != ProgramDecision.ruled }, n, time)
        case .event(let event): try take(event, &core)
        }
    }

    private mutating func take(_ event: Event, _ core: inout ProgramCore) throws(ProgramError) {
        var record = event.record
        let n = number(record.stamp.n)
        guard event.kind != nil else {
            report.unknownKinds[record.kind, default: 0] += 1
            return
        }
        if let input = record["by"]?.sequenceNumber {
            guard options.window.contains(record.stamp.wallTime) else { return }
            report.recordedDecisions += 1
            open[input, default: (record.stamp.wallTime, [], [])].then.append(ProgramDecision(record))
            return
        }
        let isState = event.kind == .core
        if isState, let name = record["core"]?.string { coresSeen.insert(name) }
        guard isState || Signal(record) != nil else { return }
        record.stamp.n = n
        let decisions = try ask(SignalLine.value(record, n: n), n, &core)
        guard !isState, !record.isRestated else { return }
        note(record.stamp.wallTime)
        if options.window.contains(record.stamp.wallTime) { add(decisions, n, record.stamp.wallTime) }
    }

    private mutating func ask(
        _ input: Value, _ n: SequenceNumber, _ core: inout ProgramCore
    ) throws(ProgramError) -> [ProgramDecision] {
        let answer = try core.decide(input, n: n, explaining: n == options.explained)
        lastInput = n
        if n == options.explained { report.explanation = ProgramReport.Explanation(n: n, input: input, answer) }
        if let observe {
            for decision in answer.decisions { observe(decision.value, n) }
        }
        return answer.decisions
    }

    private mutating func add(_ decisions: [ProgramDecision], _ n: SequenceNumber, _ time: WallTime) {
        if !decisions.isEmpty { open[n, default: (time, [], [])].now += decisions }
    }

    private mutating func note(_ time: WallTime) {
        report.inputs += 1
        report.first = report.first ?? time
        report.last = time
    }

    private mutating func number(_ n: SequenceNumber) -> SequenceNumber {
        guard n > 0 else {
            lastNumber += 1
            report.replayability.note(.notNumbered, "records without numbers, taken in the order they stand in")
            return lastNumber
        }
        if lastNumber > 0, n > lastNumber + 1 { report.missing += n - lastNumber - 1 }
        lastNumber = max(lastNumber, n)
        return n
    }

    private mutating func finished(_ damage: Damage) -> ProgramReport {
        // A process that ended may not have got to writing what its last input led to.
        if let it = open[lastInput], it.now.starts(with: it.then) { open[lastInput] = nil }
        if !coresSeen.isEmpty, !coresSeen.contains(report.core) {
            report.forgetComparison()
        } else if report.recordedDecisions > 0 {
            for (n, it) in open where it.then != it.now { report.differ(n, it.time, it.then, it.now) }
        }
        report.finish(damage, hasState: coresSeen.contains(report.core))
        return report
    }
}
