import FieldModel
import LogFormat

/// Runs: where one begins, what its end leaves to be settled.
extension LifeScan {
    /// The log begins without a launch: an import, a slice, a log whose beginning was purged.
    mutating func beginUnknownRun(at moment: Moment) {
        clock.note(moment)
        start(Run(id: "", start: moment, end: moment), at: moment)
    }

    mutating func beginRun(_ launch: Record, at found: Moment, isFound: Bool = false) {
        var moment = found
        guard let ended = current, let last = lastSign else {
            clock.note(moment)
            return start(Self.run(launch, at: moment), at: moment)
        }
        closeRun()
        var facts = ended.endedRun(context)
        var next = NextLaunch()
        next.boot = launch["boot"]?.string
        next.app = launch["app"]?.string
        next.build = launch["build"]?.string
        next.binary = launch["binary"]?.string
        next.os = launch["os"]?.string
        let boots = facts.boot.map { before in next.boot.map { $0 != before } ?? false } ?? false
        if let m = moment.bootTime, let before = last.bootTime, before - m > 0 { next.bootClockWentBack = true }
        if boots || next.bootClockWentBack { clock.machineStarted() }
        moment.boot = clock.boot
        facts.trace = .kept
        clock.note(moment)
        let (elapsed, byWallClock) = moment.elapsed(since: last)
        life.recorded.add(clamping: elapsed)
        let index = life.gaps.count
        life.gaps.append(
            Gap(
                kind: GapKind(rawValue: ""), from: last, to: moment, duration: elapsed,
                missed: missed(from: last, to: moment), run: ended.run.id, certainty: .low,
                evidence: byWallClock ? ["wall-clock"] : [], records: [last.n, moment.n].filter { $0 > 0 },
                before: context, endedBy: isFound ? "record" : Self.endedBy(launch)))
        if !byWallClock, let before = lastWithUptime, before.boot == moment.boot {
            life.gaps[index].asleep = Self.sleep(from: before, to: moment, atMost: elapsed)
        }
        moves.gapFound(index)
        var end = RunEnd(
            run: ended.run.id, at: last, cause: "", last: .unknown, clean: false, crashed: false, certainty: .low,
            evidence: [], isRecorded: false, addresses: ended.addresses, frames: ended.frames,
            binary: ended.run.text("binary"),
            untilLaunch: elapsed, launchReason: launch["reason"]?.string, context: context)
        end.lastRecords = ended.lastRecords
        life.ends.append(end)
        pendingExit = PendingExit(gap: index, end: life.ends.count - 1, facts: facts, launch: next)
        start(Self.run(launch, at: moment), at: moment)
    }

    private static func endedBy(_ launch: Record) -> String {
        "launch" + (launch["reason"]?.string.map { ":\($0)" } ?? "")
    }

    private static func run(_ launch: Record, at moment: Moment) -> Run {
        var run = Run(id: launch["run"]?.string ?? "", start: moment, end: moment)
        run.launch = launch.fields
        run.period = launch["period"]?.integer.flatMap { $0 > 0 ? $0 : nil }
        return run
    }

    mutating func start(_ run: Run, at moment: Moment) {
        current = RunFacts(run: run)
        beats = BeatWatch(run: run.id, start: moment)
        threshold = givenThreshold ?? cadence.threshold(period: run.period)
        if let period = run.period { life.period = period }
        lastSign = moment
        lastWithUptime = moment.uptime == nil ? nil : moment
        lastCPU = nil
        cpuRate = nil
        gapsSinceBeat = 0
        grouped = nil
        if life.first == nil {
            life.first = moment
            life.sessions.append(Life.Session(from: moment, to: moment))
        }
    }

    /// Settles what waits for more of the run that ends here.
    mutating func closeRun() {
        settle()
        if pendingExit != nil { settleExit(nil) }
        guard var facts = current, let last = lastSign else { return }
        flushGroup(at: last)
        if var watch = beats {
            if watch.beats > 0 { watch.noteMissing(until: last, gaps: gapsSinceBeat, limit: beatLimit, context) }
            life.late += watch.late
            life.missingBeats += watch.missing
            life.silent += watch.silent
            life.starved += watch.starved
            life.knowsReceiver = life.knowsReceiver || watch.knowsReceiver
        }
        facts.run.duration = last.elapsed(since: facts.run.start).millis
        life.runs.append(facts.run)
    }

    /// Alive time up to a moment goes to what was the case; then a new stretch begins.
    mutating func flushGroup(at moment: Moment) {
        if let grouped {
            let before = life.aliveTime[grouped.group] ?? 0
            life.aliveTime[grouped.group] = before.adding(moment.elapsed(since: grouped.since).millis)
        }
        grouped = (LifeGroup(context, at: moment), moment, 0)
    }

    /// Everything that was found. `writer`: what the state file says of the process.
    public consuming func finish(writer: WriterState? = nil) -> Life {
        guard current != nil, let last = lastSign else { return life }
        closeRun()
        life.last = last
        if counted == nil { life.endContext = context }
        life.sequence = numbers
        life.eventsByKind = counts.events
        life.samplesByVerdict = counts.samples
        if context.tracking != false { life.sessions[life.sessions.count - 1].to = last }
        life.threshold = threshold
        life.movedRecorded = moves.recorded
        life.clockSteps = clock.steps
        endLastRun(writer)
        correctClocks()
        life.movedUnrecorded = moves.unrecorded { life.gaps[$0].kind.isIntended }
        return life
    }
}
