import FieldModel
import LogFormat

/// Goes over the entries of one log in their order and finds runs, gaps, ends and clock steps. A value that is fed and
/// then asked; its memory grows with what it finds, not with the length of the log.
///
/// Rules: every record and every sample is a sign of life. Within a run, a stretch without one longer than the threshold
/// is a gap. Between runs, the hole from the last sign of the old run to the launch of the new one is a gap. Durations
/// come from the clock that runs on through sleep; only across a start of the machine, or where a record lacks it, from
/// the wall clock.
public struct LifeScan: Sendable {
    /// The kinds of event whose fields it needs.
    public static let wanted = Set(RecordKind.allCases.filter(\.tellsOfLife))

    let cadence: Cadence
    let givenThreshold: Int64?
    /// Only what was received in it is counted by kind and run; nil for all.
    let counted: TimeWindow?
    var life = Life()
    var clock = ClockWatch()
    var moves = MoveWatch()
    var context = LifeContext()
    var current: RunFacts?
    var beats: BeatWatch?
    var threshold: Int64
    var lastSign: Moment?
    /// The last moment with all three clocks.
    var lastWithUptime: Moment?
    /// CPU time at the last beat, and when.
    var lastCPU: (millis: Int64, at: Moment)?
    /// ms of CPU time a second of life, as far as the run has shown it.
    var cpuRate: Double?
    var gapsSinceBeat: Int64 = 0
    var pending: [PendingGap] = []
    var pendingExit: PendingExit?
    var numbers = SequenceWatch()
    var counts = KindCount()
    var grouped: (group: LifeGroup, since: Moment, gaps: Int64)?

    /// A gap whose kind waits for what the next beat says.
    struct PendingGap: Sendable {
        var index: Int
        var evidence: GapEvidence
        var beatsSeen = 0
        var uptimeBefore: Moment?
    }

    /// - Parameters:
    ///   - cadence: from a first pass, for what no launch declares.
    ///   - threshold: the least silence that is a gap, ms, instead of 1.5 periods.
    ///   - counted: what is counted by kind and run, where that is not all.
    public init(cadence: Cadence, threshold: Int64? = nil, counted: TimeWindow = TimeWindow()) {
        self.cadence = cadence
        self.counted = counted.isEverything ? nil : counted
        givenThreshold = threshold
        self.threshold = threshold ?? cadence.threshold(period: nil)
        life.period = cadence.period
    }

    /// Takes the next entry of the log.
    public mutating func add(_ entry: LogEntry) {
        switch entry {
        case .event(let event):
            numbers.note(event.record.stamp.n)
            add(event)
        case .sample(let sample):
            numbers.note(sample.n)
            add(sample)
        case .tear(let tear): if tear.beginsAsCrash { current?.crashWasCut() }
        }
    }

    private mutating func add(_ event: Event) {
        guard let moment = moment(event.record.stamp) else { return }
        if event.kind == .launch {
            beginRun(event.record, at: moment)
        } else {
            sign(moment, endedBy: { Self.name(event) })
        }
        let isCounted = counted?.contains(moment.wallTime) ?? true
        if isCounted {
            current?.run.events += 1
            counts.add(event)
        }
        current?.note(event)
        interpret(event, at: currentMoment(moment))
        if counted != nil, isCounted { life.endContext = context }
        lastWithUptime = moment.uptime != nil ? currentMoment(moment) : lastWithUptime
    }

    private mutating func add(_ sample: Sample) {
        guard let moment = moment(sample.stamp) else { return }
        sign(moment, endedBy: { "sample" })
        current?.lifeGoesOn()
        if counted?.contains(moment.wallTime) ?? true {
            current?.run.samples += 1
            counts.add(sample)
        }
        if let (movement, gaps) = moves.add(sample) {
            for index in gaps { life.gaps[index].movement = movement }
        }
    }

    /// The moment of a stamp; nil where its only clock shows a time that no clock can have shown.
    private mutating func moment(_ stamp: Stamp) -> Moment? {
        if stamp.bootTime == nil, !ClockWatch.plausible.contains(stamp.wallTime) {
            life.damagedTimes += 1
            return nil
        }
        return Moment(stamp, boot: clock.boot)
    }

    /// The machine may have been found to have started anew at this moment.
    private func currentMoment(_ moment: Moment) -> Moment {
        var moment = moment
        moment.boot = clock.boot
        return moment
    }

    /// A sign of life that begins no run.
    private mutating func sign(_ found: Moment, endedBy: () -> String) {
        var moment = found
        guard let last = lastSign, current != nil else { return beginUnknownRun(at: moment) }
        if let m = moment.bootTime, let before = last.bootTime, moment.boot == last.boot,
            before - m > GapLimits.clockSlack
        {
            // The boot clock starts again although no launch says so: its record was lost.
            moment.boot += 1
            return beginRun(Record(stamp: Stamp(wallTime: moment.wallTime), kind: ""), at: found, isFound: true)
        }
        clock.note(moment)
        let (elapsed, byWallClock) = moment.elapsed(since: last)
        life.recorded.add(clamping: elapsed)
        if elapsed > threshold { openGap(from: last, to: moment, elapsed, byWallClock, endedBy: endedBy()) }
        lastSign = latest(last, moment)
        current?.run.end = lastSign ?? moment
    }

    /// A record stamped before the last one does not take the last sign of life back; one of the same moment may carry a
    /// wall clock that was just set.
    private func latest(_ last: Moment, _ moment: Moment) -> Moment {
        if moment.boot == last.boot, let m = moment.bootTime, let before = last.bootTime {
            return m >= before ? moment : last
        }
        return moment.bootTime != nil || moment.wallTime >= last.wallTime ? moment : last
    }

    static func name(_ event: Event) -> String {
        let record = event.record
        let cause: String? =
            switch event.kind {
            case .wake: record["by"]?.string
            case .app: record["to"]?.string
            default: nil
            }
        return record.kind + (cause.map { ":\($0)" } ?? "")
    }
}

extension RecordKind {
    /// Whether its fields say something of the life of the app.
    var tellsOfLife: Bool {
        switch self {
        case .launch, .prevExit, .crash, .exit, .heartbeat, .heartbeatsOff, .heartbeatsOn, .app, .track, .zone, .motion,
            .profile, .settings, .authorization, .battery, .wake, .lost, .purged, .hole, .mark:
            true
        case .capability, .steps, .burst, .region, .visit, .core, .state, .effect, .dwell, .decision, .check, .timer,
            .clock, .unsynced:
            false
        }
    }
}
