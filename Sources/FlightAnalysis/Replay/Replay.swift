import DecisionCore
import FieldModel
import LogFormat

/// Runs a log through a core, making exactly the calls that the phone made, and compares what is decided with what was.
///
/// - A core starts from the last `core` record before the first input; without one it starts empty.
/// - At a later launch it takes over the recorded state, since the phone's core began anew there with what it was given;
///   under other rules than the log's it goes on with its own.
/// - Records that carry `by` are decisions, everything else that a signal can be made of is an input.
/// - What was decided by another core, as the log's `core` records name it, is no decision to compare with. A log without
///   such records is the trail's: nothing else gives verdicts without them. Nor did that core start this one's timers:
///   they fire here when they are due, as they would on a phone that is never suspended.
public struct Replay<Core: DecidingCore> {
    /// What a replay is to be like.
    public struct Options: Sendable {
        /// Rules set otherwise than the log has them.
        public var overrides: [RuleOverride] = []
        /// Compare with a replay under these rules instead of with what was recorded.
        public var against: [RuleOverride]?
        /// What is reported; the replay itself begins at the beginning.
        public var window = TimeWindow()
        /// The input to explain, by its number.
        public var explained: SequenceNumber?

        public init() {}
    }

    /// Hears of every input with what came of it: signal, stamp, decisions, the core afterwards.
    public typealias Observer = (Signal, Stamp, [Decision], Core) -> Void

    private let options: Options
    private let prepare: (inout Core) -> Void
    private let observe: Observer?
    private(set) var core: Core
    /// The rules that the log has at this point.
    private var recordedRules = Core.Rules()
    /// Whether the core runs under them, so that what it knew is what this one would know.
    private var hasRecordedRules = true
    /// A second core under other rules, where that is what is compared with.
    private var other: Core?
    private var decisions: [Decision] = []
    private var othersDecisions: [Decision] = []
    private var report: ReplayReport<Core>
    private var diff = ReplayDiff()
    private var lastNumber: SequenceNumber = 0
    /// Whether only what a launch brings with it came since the last launch, or since the beginning.
    private var isLaunching = true
    /// The number of the last launch.
    private var launch: SequenceNumber = 0
    private var lastInput: SequenceNumber = 0
    private var sawSettings = false
    /// As they were last said.
    private var settings: [Record.Field] = []
    /// Whether the log's verdicts and decisions are this core's; nil until a `core` record says.
    private var isOwn: Bool?
    private var timers = ReplayTimers()
    private var othersTimers = ReplayTimers()
    /// Times at which further rules begin to hold, in order.
    private var ruleTimes: [WallTime]

    /// `prepare` gives a core what is no part of its state, as a walking game's pack.
    public init(
        _ options: Options = Options(), observe: Observer? = nil, prepare: @escaping (inout Core) -> Void = { _ in }
    ) throws(CoreError) {
        self.options = options
        self.prepare = prepare
        self.observe = observe
        core = Core(rules: Core.Rules())
        prepare(&core)
        // A rule that is not there is said before anything is read, whenever it is to hold.
        var rules = Core.Rules()
        for override in options.overrides + (options.against ?? []) { try rules.set(override.name, to: override.value) }
        report = ReplayReport(core: core)
        ruleTimes = (options.overrides + (options.against ?? [])).compactMap(\.from).sorted()
        if options.against != nil { other = core }
        setRules(at: WallTime(.min))
    }

    /// Kinds of event whose parameters a replay needs.
    static var wanted: Set<RecordKind> {
        Set(RecordKind.allCases).subtracting([.heartbeat, .crash, .prevExit, .mark, .unsynced, .clock, .check])
    }

    /// Takes the next entry of the log.
    public mutating func take(_ entry: LogEntry) {
        switch entry {
        case .tear: break
        case .sample(let sample):
            let n = number(sample.n)
            // What another core decided is no decision to compare with.
            let recorded = isOwn ?? (Core.name == TrailCore.name) ? sample.verdict : nil
            decide(
                sample.signal, at: sample.fix.stamp, n: n, isFix: true,
                recorded: recorded.map { ReplayOutcome($0, sample.reason) })
        case .event(let event): take(event)
        }
    }

    private mutating func take(_ event: Event) {
        let record = event.record
        let n = number(record.stamp.n)
        guard event.kind != nil else {
            report.unknownKinds[record.kind, default: 0] += 1
            return
        }
        if event.kind == .core { return take(core: record) }
        // Of a decision, the number of its input; a wake has a word there, and is an input itself.
        if record["by"]?.sequenceNumber != nil {
            guard isOwn ?? true, options.against == nil, let (decision, input) = Decision.read(record) else { return }
            if options.window.contains(record.stamp.wallTime) {
                diff.recorded(decision, by: input, at: record.stamp.wallTime)
            }
            return
        }
        guard let signal = Signal(record) else { return }
        if record.isRestated { return restate(signal, at: record.stamp) }
        if case .launched = signal {
            isLaunching = true
            launch = n
            diff.forgive(lastInput)
        }
        if case .settingsChanged(let fields) = signal {
            if sawSettings { report.noteSettings(SettingsChange(record.stamp, from: settings, to: fields)) }
            if isLaunching { sawSettings = true }
            settings = fields
        }
        var stamp = record.stamp
        stamp.n = n
        decide(signal, at: stamp, n: n, isFix: false, recorded: nil)
    }

    /// What held before the cut of a slice: known to the core, but nothing that came in. A `core` record behind it says
    /// all of it more exactly.
    private mutating func restate(_ signal: Signal, at stamp: Stamp) {
        if case .settingsChanged(let fields) = signal {
            (sawSettings, settings) = (true, fields.filter { $0.key != Record.restatedKey })
        }
        guard !report.hasBegun else { return }
        decisions.removeAll(keepingCapacity: true)
        core.decide(signal, at: stamp, into: &decisions)
        if isOwn != true { timers.take(decisions, at: stamp) }
        othersDecisions.removeAll(keepingCapacity: true)
        other?.decide(signal, at: stamp, into: &othersDecisions)
        if isOwn != true { othersTimers.take(othersDecisions, at: stamp) }
    }

    /// Numbers rise by one from record to record: what is missing was lost.
    private mutating func number(_ n: SequenceNumber) -> SequenceNumber {
        guard n > 0 else {
            lastNumber += 1
            report.replayability.note(.notNumbered, "records without numbers, taken in the order they stand in")
            return lastNumber
        }
        if lastNumber > 0, n > lastNumber + 1 { report.noteMissing(after: lastNumber, before: n) }
        lastNumber = max(lastNumber, n)
        return n
    }

    private mutating func decide(
        _ signal: Signal, at stamp: Stamp, n: SequenceNumber, isFix: Bool, recorded: ReplayOutcome?
    ) {
        let time = stamp.wallTime
        if let next = ruleTimes.first, time >= next {
            ruleTimes.removeAll { $0 <= time }
            setRules(at: time)
        }
        if isOwn != true { fireTimers(before: stamp, signal) }
        decisions.removeAll(keepingCapacity: true)
        if n == options.explained {
            explain(signal, at: stamp, n: n)
        } else {
            core.decide(signal, at: stamp, into: &decisions)
        }
        if isFix { core.recorded(as: n) }
        report.count(signal, at: time)
        if !signal.comesWithLaunch {
            isLaunching = false
            report.hasBegun = true
        }
        lastInput = n
        let then = other == nil ? recorded : decideOtherwise(signal, at: stamp, n: n, isFix: isFix)
        if options.window.contains(time) {
            for decision in decisions {
                if case .ruled(let ruling) = decision {
                    diff.add(n, time, then: then, now: ReplayOutcome(ruling))
                } else if isOwn ?? true || other != nil {
                    diff.decided(decision, by: n, at: time)
                }
            }
        }
        if isOwn != true { timers.take(decisions, at: stamp) }
        if let observe {
            var numbered = stamp
            numbered.n = n
            observe(signal, numbered, decisions, core)
        }
    }

    /// Lets timers fire that are due before this input.
    private mutating func fireTimers(before stamp: Stamp, _ signal: Signal) {
        if case .launched = signal { timers.removeAll() }
        if case .launched = signal { othersTimers.removeAll() }
        while other != nil, let (id, due) = othersTimers.fire(by: stamp) {
            othersDecisions.removeAll(keepingCapacity: true)
            other?.decide(.timerFired(id: id), at: due, into: &othersDecisions)
            othersTimers.take(othersDecisions, at: due)
        }
        while let (id, due) = timers.fire(by: stamp) {
            decisions.removeAll(keepingCapacity: true)
            core.decide(.timerFired(id: id), at: due, into: &decisions)
            timers.take(decisions, at: due)
            observe?(.timerFired(id: id), due, decisions, core)
        }
    }

    /// The same input through the core under the rules that are compared with.
    private mutating func decideOtherwise(
        _ signal: Signal, at stamp: Stamp, n: SequenceNumber, isFix: Bool
    ) -> ReplayOutcome? {
        othersDecisions.removeAll(keepingCapacity: true)
        other?.decide(signal, at: stamp, into: &othersDecisions)
        if isFix { other?.recorded(as: n) }
        if isOwn != true { othersTimers.take(othersDecisions, at: stamp) }
        var outcome: ReplayOutcome?
        for decision in othersDecisions {
            if case .ruled(let ruling) = decision {
                outcome = ReplayOutcome(ruling)
            } else if options.window.contains(stamp.wallTime) {
                diff.recorded(decision, by: n, at: stamp.wallTime)
            }
        }
        return outcome
    }

    private mutating func explain(_ signal: Signal, at stamp: Stamp, n: SequenceNumber) {
        let before = core.state
        var account = CheckAccount()
        core.decide(signal, at: stamp, into: &decisions, heardBy: &account)
        report.explanation = ReplayExplanation(
            n: n, signal: signal, stamp: stamp, checks: account.checks, decisions: decisions, stateBefore: before,
            stateAfter: core.state, rules: Core.Rules.names(askedBy: account.checks.first { $0.outcome == .failed }))
    }

    // MARK: Rules and state

    private mutating func take(core record: Record) {
        isOwn = record["core"]?.string == Core.name
        if isOwn == false { diff.forget(from: launch) }
        guard record["core"]?.string == Core.name else { return }
        report.coreRecords += 1
        noteVersion(record["version"]?.integer ?? 0)
        let rules = readRules(record["rules"] ?? .object([]))
        if report.coreRecords > 1, rules != recordedRules {
            report.noteRules(SettingsChange(record.stamp, from: recordedRules, to: rules))
        }
        recordedRules = rules
        setRules(at: record.stamp.wallTime)
        guard let state = record["state"] else {
            report.replayability.note(.unreadableState, "record \(record.stamp.n) has no state")
            return
        }
        let isDifferent = core.state != state
        guard !report.hasBegun || isLaunching && hasRecordedRules else {
            if hasRecordedRules, isDifferent { report.stateDifferences.append(record.stamp.n) }
            return
        }
        do throws(CoreError) {
            core = try restored(core.rules, state)
            if let rules = other?.rules { other = try restored(rules, state) }
            if !report.hasBegun { report.hasInitialState = true }
            // The phone's core came to this launch with a state of its own: what the launch led to cannot be compared.
            if isDifferent { diff.forget(from: launch) }
        } catch {
            report.replayability.note(.unreadableState, "record \(record.stamp.n): \(error)")
        }
    }

    private func restored(_ rules: Core.Rules, _ state: Value) throws(CoreError) -> Core {
        var core = try Core(rules: rules, state: state)
        prepare(&core)
        return core
    }

    private mutating func noteVersion(_ version: Int64) {
        let known = Int64(Core.version)
        if version > known { report.replayability.note(.newerCore, "written by version \(version), this is \(known)") }
        if version < known { report.replayability.note(.olderCore, "written by version \(version), this is \(known)") }
    }

    /// The rules of a record; those that this version lacks are left out, and that is said.
    private mutating func readRules(_ value: Value) -> Core.Rules {
        var rules = Core.Rules()
        for field in value.fields ?? [] {
            do throws(CoreError) {
                try rules.set(field.key, to: field.value.double ?? .nan)
            } catch {
                report.replayability.note(.unknownRule, "\(error)")
            }
        }
        return rules
    }

    /// Rules of the log, changed by what holds at `time`.
    private mutating func setRules(at time: WallTime) {
        // Names were tried at the beginning, so nothing is left that could fail.
        core.rules = (try? recordedRules.applying(options.overrides, at: time)) ?? recordedRules
        hasRecordedRules = core.rules == recordedRules
        if let against = options.against {
            other?.rules = (try? Core.Rules().applying(against, at: time)) ?? Core.Rules()
        }
    }

    /// Reads a log through to its end, or to the first input behind number `limit`. `progress` gets the bytes read now and then.
    public consuming func run(
        over source: LogSource, upTo limit: SequenceNumber = .max, progress: (Int64) -> Void = { _ in }
    ) throws(AnalysisError) -> ReplayReport<Core> {
        // A second process's log beside it has a core of its own, if any.
        guard let part = source.parts.first else { return finish() }
        // What an input led to stands right behind it.
        let account = try part.read(
            wanted: Self.wanted, progress: progress, goesOn: { lastInput <= limit }, { take($0) })
        return finish(damage: account.total)
    }

    /// Everything, once the log is at its end.
    public mutating func finish(damage: Damage = Damage()) -> ReplayReport<Core> {
        diff.forgive(lastInput)
        diff.finish(within: options.window)
        report.changes = diff.changes
        report.compared = diff.compared
        report.counts = diff.counts
        report.recordedDecisions = diff.recordedDecisions
        report.core = core
        report.recordedRules = recordedRules
        report.noteWhatIsMissing(sawSettings: sawSettings, damage: damage)
        return report
    }
}

extension Signal {
    /// Whether a launch brings it with it, before anything that a core goes by.
    fileprivate var comesWithLaunch: Bool {
        switch self {
        case .launched, .zoneChanged, .settingsChanged, .authorizationChanged, .appMoved, .batteryRead, .woken: true
        default: false
        }
    }
}
