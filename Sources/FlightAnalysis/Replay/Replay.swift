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
    private let options: Options
    private let prepare: (inout Core) -> Void
    private var ours: TimedCore<Core>
    private var rules: RuleCourse<Core.Rules>
    /// Whether the core runs under them, so that what it knew is what this one would know.
    private var hasRecordedRules = true
    /// A second core under other rules, where that is what is compared with.
    private var other: TimedCore<Core>?
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

    /// `prepare` gives a core what is no part of its state, as a walking game's pack.
    public init(
        _ options: Options = Options(), prepare: @escaping (inout Core) -> Void = { _ in }
    ) throws(CoreError) {
        self.options = options
        self.prepare = prepare
        var core = Core(rules: Core.Rules())
        prepare(&core)
        ours = TimedCore(core)
        rules = try RuleCourse(options.overrides, against: options.against ?? [])
        report = ReplayReport(core: core)
        if options.against != nil { other = ours }
        setRules(at: WallTime(.min))
    }

    /// Whether a second core decides everything too. Asked of the options: to look at `other` would copy it.
    private var isCompared: Bool { options.against != nil }

    /// The core as it is now.
    var core: Core { ours.core }

    /// Kinds of event whose parameters a replay needs.
    static var wanted: Set<RecordKind> {
        Set(RecordKind.allCases).subtracting([.heartbeat, .crash, .prevExit, .mark, .unsynced, .clock, .check])
    }

    /// Takes the next entry of the log.
    public mutating func take(_ entry: LogEntry) {
        var nobody = UnheardReplay<Core>()
        take(entry, heardBy: &nobody)
    }

    /// Takes the next entry of the log, and tells `listener` what came of it.
    public mutating func take<Listener: ReplayListener<Core>>(_ entry: LogEntry, heardBy listener: inout Listener) {
        switch entry {
        case .tear: break
        case .sample(let sample):
            let n = number(sample.n)
            // What another core decided is no decision to compare with.
            let recorded = isOwn ?? (Core.name == TrailCore.name) ? sample.verdict : nil
            decide(
                sample.signal, at: sample.fix.stamp, n: n, isFix: true,
                recorded: recorded.map { ReplayOutcome($0, sample.reason) }, heardBy: &listener)
        case .event(let event): take(event, &listener)
        }
    }

    private mutating func take<Listener: ReplayListener<Core>>(_ event: Event, _ listener: inout Listener) {
        let record = event.record
        let n = number(record.stamp.n)
        guard event.kind != nil else {
            report.unknownKinds[record.kind, default: 0] += 1
            return
        }
        if event.kind == .core { return take(core: record) }
        // Of a decision, the number of its input; a wake has a word there, and is an input itself.
        if record["by"]?.sequenceNumber != nil {
            guard isOwn ?? true, !isCompared, let (decision, input) = Decision.read(record) else { return }
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
        decide(signal, at: stamp, n: n, isFix: false, recorded: nil, heardBy: &listener)
    }

    /// What held before the cut of a slice: known to the core, but nothing that came in. A `core` record behind it says
    /// all of it more exactly.
    private mutating func restate(_ signal: Signal, at stamp: Stamp) {
        if case .settingsChanged(let fields) = signal {
            (sawSettings, settings) = (true, fields.filter { $0.key != Record.restatedKey })
        }
        guard !report.hasBegun else { return }
        ours.decide(signal, at: stamp)
        other?.decide(signal, at: stamp)
        guard isOwn != true else { return }
        ours.startTimers(at: stamp)
        other?.startTimers(at: stamp)
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

    private mutating func decide<Listener: ReplayListener<Core>>(
        _ signal: Signal, at stamp: Stamp, n: SequenceNumber, isFix: Bool, recorded: ReplayOutcome?,
        heardBy listener: inout Listener
    ) {
        let time = stamp.wallTime
        if rules.turns(by: time) { setRules(at: time) }
        if isOwn != true { fireTimers(before: stamp, signal, &listener) }
        if n == options.explained {
            explain(signal, at: stamp, n: n)
        } else {
            ours.decide(signal, at: stamp)
        }
        if isFix { ours.core.recorded(as: n) }
        report.count(signal, at: time)
        if !signal.comesWithLaunch {
            isLaunching = false
            report.hasBegun = true
        }
        lastInput = n
        let then = isCompared ? decideOtherwise(signal, at: stamp, n: n, isFix: isFix) : recorded
        if options.window.contains(time) {
            for decision in ours.decisions {
                if case .ruled(let ruling) = decision {
                    diff.add(n, time, then: then, now: ruling)
                } else if isOwn ?? true || isCompared {
                    diff.decided(decision, by: n, at: time)
                }
            }
        }
        if isOwn != true { ours.startTimers(at: stamp) }
        var numbered = stamp
        numbered.n = n
        listener.hear(signal, numbered, ours.decisions, ours.core)
    }

    /// Lets timers fire that are due before this input.
    private mutating func fireTimers<Listener: ReplayListener<Core>>(
        before stamp: Stamp, _ signal: Signal, _ listener: inout Listener
    ) {
        if case .launched = signal {
            ours.dropTimers()
            other?.dropTimers()
        }
        while other?.fireTimer(by: stamp) != nil {}
        while let (fired, due) = ours.fireTimer(by: stamp) { listener.hear(fired, due, ours.decisions, ours.core) }
    }

    /// The same input through the core under the rules that are compared with.
    private mutating func decideOtherwise(
        _ signal: Signal, at stamp: Stamp, n: SequenceNumber, isFix: Bool
    ) -> ReplayOutcome? {
        other?.decide(signal, at: stamp)
        if isFix { other?.core.recorded(as: n) }
        if isOwn != true { other?.startTimers(at: stamp) }
        var outcome: ReplayOutcome?
        for decision in other?.decisions ?? [] {
            if case .ruled(let ruling) = decision {
                outcome = ReplayOutcome(ruling)
            } else if options.window.contains(stamp.wallTime) {
                diff.recorded(decision, by: n, at: stamp.wallTime)
            }
        }
        return outcome
    }

    private mutating func explain(_ signal: Signal, at stamp: Stamp, n: SequenceNumber) {
        let before = ours.core.state
        var account = CheckAccount()
        ours.decide(signal, at: stamp, heardBy: &account)
        report.explanation = ReplayExplanation(
            n: n, signal: signal, stamp: stamp, checks: account.checks, decisions: ours.decisions, stateBefore: before,
            stateAfter: ours.core.state,
            rules: Core.Rules.names(askedBy: account.checks.first { $0.outcome == .failed }))
    }

    // MARK: Rules and state

    private mutating func take(core record: Record) {
        isOwn = record["core"]?.string == Core.name
        if isOwn == false { diff.forget(from: launch) }
        guard record["core"]?.string == Core.name else { return }
        report.coreRecords += 1
        noteVersion(record["version"]?.integer ?? 0)
        let recorded = readRules(record["rules"] ?? .object([]))
        if report.coreRecords > 1, recorded != rules.recorded {
            report.noteRules(SettingsChange(record.stamp, from: rules.recorded, to: recorded))
        }
        rules.recorded = recorded
        setRules(at: record.stamp.wallTime)
        guard let state = record["state"] else {
            report.replayability.note(.unreadableState, "record \(record.stamp.n) has no state")
            return
        }
        let isDifferent = ours.core.state != state
        guard !report.hasBegun || isLaunching && hasRecordedRules else {
            if hasRecordedRules, isDifferent { report.stateDifferences.append(record.stamp.n) }
            return
        }
        do throws(CoreError) {
            ours.core = try restored(ours.core.rules, state)
            if let rules = other?.core.rules {
                let restored = try restored(rules, state)
                other?.core = restored
            }
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

    private mutating func setRules(at time: WallTime) {
        ours.core.rules = rules.rules(at: time)
        hasRecordedRules = ours.core.rules == rules.recorded
        other?.core.rules = rules.others(at: time)
    }

    /// Reads a log through to its end, or to the first input behind number `limit`. `progress` gets the bytes read now and then.
    public consuming func run(
        over source: LogSource, upTo limit: SequenceNumber = .max, progress: (Int64) -> Void = { _ in }
    ) throws(AnalysisError) -> ReplayReport<Core> {
        var nobody = UnheardReplay<Core>()
        return try run(over: source, upTo: limit, progress: progress, heardBy: &nobody)
    }

    /// The same, and tells `listener` of every input.
    public consuming func run<Listener: ReplayListener<Core>>(
        over source: LogSource, upTo limit: SequenceNumber = .max, progress: (Int64) -> Void = { _ in },
        heardBy listener: inout Listener
    ) throws(AnalysisError) -> ReplayReport<Core> {
        // A second process's log beside it has a core of its own, if any.
        guard let part = source.parts.first else { return finish() }
        // What an input led to stands right behind it.
        let account = try part.read(
            wanted: Self.wanted, progress: progress, goesOn: { lastInput <= limit },
            { take($0, heardBy: &listener) })
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
        report.core = ours.core
        report.recordedRules = rules.recorded
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
