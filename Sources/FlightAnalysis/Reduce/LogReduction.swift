import DecisionCore
import FieldModel
import LogFormat
import SystemIO

/// A log cut down to what still shows something, as a fixture with a ready test.
public struct LogReduction<Core: DecidingCore> {
    /// What the smaller log still has to show, and under which rules.
    public struct Options: Sendable {
        public var keep: KeepExpression
        /// Rules set otherwise than the log has them.
        public var overrides: [RuleOverride] = []
        /// What a divergence is from: the rules that the log has where nil, else these from the defaults on.
        public var against: [RuleOverride]?
        /// Trials that are made at most.
        public var mostTrials = 20_000

        public init(_ keep: KeepExpression) { self.keep = keep }
    }

    /// What a reduction came to.
    public struct Summary: Sendable {
        public var recordsBefore = 0
        public var records: Int { entries.count }
        public var trials = 0
        /// Whether the trials sufficed.
        public var isMinimal = true
        /// Of the reduced log: the first input decided otherwise, if that was asked for.
        public var first: ReplayChange?
        public var entries: [LogEntry] = []
        /// Rules in question and compared with: those that differ from the defaults.
        public var now: [RuleOverride] = []
        public var then: [RuleOverride] = []
    }

    private let options: Options
    private let prepare: (inout Core) -> Void
    private let sums: () -> any BaselineSumming<Core>

    init(
        _ options: Options, sums: @escaping () -> any BaselineSumming<Core>,
        prepare: @escaping (inout Core) -> Void = { _ in }
    ) {
        self.options = options
        self.sums = sums
        self.prepare = prepare
    }

    /// Reduces a log.
    public func reduce(_ source: LogSource, progress: (Int64) -> Void = { _ in }) throws -> Summary {
        guard let part = source.parts.first else { throw AnalysisError.noLog(path: source.input) }
        var all: [LogEntry] = []
        var rules = Core.Rules()
        try part.read(progress: progress) { entry in
            if case .event(let event) = entry, event.kind == .core, event.record["core"]?.string == Core.name {
                // The rules of another version are read as far as this one has them.
                for field in event.record["rules"]?.fields ?? [] {
                    try? rules.set(field.key, to: field.value.double ?? .nan)
                }
            }
            all.append(entry)
        }
        return try reduce(all, recorded: rules, input: source.input)
    }

    func reduce(_ all: [LogEntry], recorded: Core.Rules, input: String) throws -> Summary {
        let end = WallTime(.max)
        let now = Self.changed(try recorded.applying(options.overrides, at: end))
        let then = Self.changed(
            try options.against.map { against throws(CoreError) in try Core.Rules().applying(against, at: end) }
                ?? recorded)
        var test = KeepTest<Core>(options.keep, now: now, then: then, sums: sums, prepare: prepare)
        // Decisions of the log say what was; the replay decides anew.
        let inputs = all.filter { $0.decidedBy == nil && !$0.isTear }
        let observation = try test.learn(inputs)
        guard test.holds(observation) else {
            throw AnalysisError.options(
                path: input, reason: "the whole log does not show '\(options.keep)' under these rules")
        }
        var summary = Summary()
        summary.recordsBefore = all.count
        (summary.now, summary.then) = (now, then)
        // Rules stand in the options; a `core` record would set others.
        let plain = inputs.filter { !$0.isCore }
        let start = try test.holds(plain) ? plain : inputs
        let index = test.first(in: observation).flatMap { n in start.firstIndex { $0.stamp?.n == n } }
        let learned = test
        var reducer = LogReducer(most: options.mostTrials) { try learned.holds($0) }
        var entries = try reducer.reduce(start, showsAt: index)
        if !options.keep.asksForNumber {
            let numbered = entries.enumerated().map { $1.numbered(SequenceNumber($0 + 1)) }
            if try learned.holds(numbered) { entries = numbered }
        }
        summary.entries = entries
        summary.trials = reducer.trials
        summary.isMinimal = reducer.trials < options.mostTrials
        summary.first = try learned.observe(entries).changes.first
        return summary
    }

    private static func changed(_ rules: Core.Rules) -> [RuleOverride] {
        let defaults = Core.Rules()
        return Core.Rules.table.filter { rules[$0] != defaults[$0] }.map { RuleOverride($0.name, rules[$0]) }
    }

    /// Writes the log, both sets of rules and a test that fails once the log shows it no more.
    public func write(_ summary: Summary, from input: String, to folder: borrowing OutputFolder) throws(IOError) {
        let columns = FixColumn.allCases.filter { column in
            summary.entries.contains { entry in
                guard case .sample(let sample) = entry else { return false }
                let cell = sample.cell(column)
                return cell != .absent && !([.motion, .app].contains(column) && cell == .empty)
            }
        }
        var text = LogText(SampleText(columns: columns.filter { $0 != .verdict && $0 != .reason }))
        for entry in summary.entries {
            switch entry {
            case .event(let event): text.append(event.record)
            case .sample(let sample): text.append(sample)
            case .tear: break
            }
        }
        for file in text.files { try folder.write(file.bytes, to: file.path) }
        try folder.write(Self.rulesFile(summary.now), to: "now.json")
        try folder.write(Self.rulesFile(summary.then), to: "then.json")
        let test = ReducedTest<Core>(summary, options.keep, from: input)
        try folder.write(Array(test.text.utf8), to: "ReducedTest.swift")
    }

    private static func rulesFile(_ rules: [RuleOverride]) -> [UInt8] {
        let value = Value.object([
            .init("core", .string(Core.name)),
            .init("rules", .object(rules.map { .init($0.name, .number($0.value)) })),
        ])
        return Array((JSON.indented(value) + "\n").utf8)
    }
}

extension LogReduction where Core == TrailCore {
    public init(_ options: Options) { self.init(options, sums: { TrailSums() }) }
}

extension LogReduction where Core == PhaseCore {
    public init(_ options: Options) { self.init(options, sums: { AccountSums(PhaseAccount()) }) }
}

extension LogReduction where Core == RunCore {
    public init(_ options: Options) { self.init(options, sums: { AccountSums(RunAccount()) }) }
}

extension LogReduction where Core == VisitCore {
    public init(_ options: Options) { self.init(options, sums: { AccountSums(VisitAccount()) }) }
}

extension LogReduction where Core == WalkCore {
    /// A reduction for the walking game: `pack` has the streets that are walked.
    public init(_ options: Options, pack: StreetPack) {
        self.init(options, sums: { AccountSums(WalkReplayAccount()) }, prepare: { $0.pack = pack })
    }
}

extension LogEntry {
    fileprivate var isTear: Bool { if case .tear = self { true } else { false } }

    fileprivate var isCore: Bool { if case .event(let event) = self { event.kind == .core } else { false } }

    fileprivate func numbered(_ n: SequenceNumber) -> LogEntry {
        switch self {
        case .tear: return self
        case .sample(var sample):
            sample.n = n
            return .sample(sample)
        case .event(var event):
            event.record.stamp.n = n
            return .event(event)
        }
    }
}
