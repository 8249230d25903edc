import FieldModel
import LogFormat

/// Gaps within a run: opened by a silence, settled by what the beats and notes after it say.
extension LifeScan {
    mutating func openGap(
        from last: Moment, to moment: Moment, _ elapsed: Int64, _ byWallClock: Bool, endedBy: String
    ) {
        flushGroup(at: last)
        var evidence = GapEvidence(duration: elapsed, hasBeats: hasBeats)
        evidence.byWallClock = byWallClock
        evidence.cpuBefore = lastCPU?.millis
        evidence.isOff = context.tracking == false ? .tracking : context.beatsExpected ? nil : .beats
        let index = life.gaps.count
        life.gaps.append(
            Gap(
                kind: .suspended, from: last, to: moment, duration: elapsed, missed: missed(from: last, to: moment),
                run: current?.run.id ?? "", certainty: .low, evidence: [],
                records: [last.n, moment.n].filter { $0 > 0 },
                before: context, endedBy: endedBy))
        pending.append(PendingGap(index: index, evidence: evidence, uptimeBefore: lastWithUptime))
        moves.gapFound(index)
        gapsSinceBeat.add(clamping: elapsed)
        current?.run.gaps.add(clamping: elapsed)
        grouped = nil
    }

    var hasBeats: Bool { current?.run.period != nil || cadence.period != nil }

    /// Beats that were due strictly inside, counted on from the last beat or the beginning of the run.
    func missed(from: Moment, to: Moment) -> Int? {
        guard let period = current?.run.period ?? cadence.period, period > 0, let base = beats?.last else { return nil }
        guard context.beatsExpected else { return 0 }
        let before = from.elapsed(since: base).millis, after = to.elapsed(since: base).millis
        return Int(max(0, (after - 1) / period - before / period))
    }

    /// What a beat after a gap says about it. A gap is settled at the second one, when the notes that follow a late beat
    /// are there as well.
    mutating func settlePending(_ record: Record, at moment: Moment) {
        for index in pending.indices where pending[index].beatsSeen == 0 {
            let gap = life.gaps[pending[index].index]
            pending[index].evidence.cpuAfter = record["cpu"]?.double.map { Int64(clamping: $0) }
            if let due = record["due"]?.integer, let from = gap.from.bootTime, let to = gap.to.bootTime {
                pending[index].evidence.beatCameLate = due > from.rawValue && due < to.rawValue
            }
            if let cpuRate, let lastCPU {
                let outside = moment.elapsed(since: lastCPU.at).millis - gapsSinceBeat
                pending[index].evidence.cpuOutside = Int64(clamping: 2 * cpuRate * Double(max(0, outside)))
            }
            pending[index].evidence.lossCounted = (record["lost"]?.integer ?? 0) > 0
            life.gaps[pending[index].index].records.append(contentsOf: moment.n > gap.to.n ? [moment.n] : [])
        }
        settle { $0.beatsSeen > 0 }
        for index in pending.indices { pending[index].beatsSeen += 1 }
    }

    /// Gives the verdict on the pending gaps that are ripe.
    mutating func settle(_ isRipe: (PendingGap) -> Bool = { _ in true }) {
        for var gap in pending where isRipe(gap) {
            gap.evidence.asleep = life.gaps[gap.index].asleep
            let verdict = gap.evidence.verdict
            life.gaps[gap.index].kind = verdict.kind
            life.gaps[gap.index].certainty = verdict.certainty
            life.gaps[gap.index].evidence = verdict.codes
            if verdict.kind == .silence { life.gaps[gap.index].missed = nil }
        }
        pending.removeAll(where: isRipe)
    }

    /// Device sleep over a gap: what the clock that stops in sleep did not count, between the nearest records that have
    /// both clocks.
    mutating func measureSleep(at moment: Moment) {
        guard moment.uptime != nil else { return }
        for index in pending.indices where life.gaps[pending[index].index].asleep == nil {
            guard let before = pending[index].uptimeBefore, before.boot == moment.boot else { continue }
            let duration = life.gaps[pending[index].index].duration
            life.gaps[pending[index].index].asleep = Self.sleep(from: before, to: moment, atMost: duration)
        }
    }

    static func sleep(from before: Moment, to moment: Moment, atMost most: Int64) -> Int64? {
        guard let u = moment.uptime, let u0 = before.uptime, let m = moment.bootTime, let m0 = before.bootTime else {
            return nil
        }
        return min(max(0, (m - m0).clamped(minus: u - u0)), most)
    }

    /// Evidence that comes in events around a gap, and what they say about the app.
    mutating func interpret(_ event: Event, at moment: Moment) {
        if !pending.isEmpty { measureSleep(at: moment) }
        // Most of a log says nothing of the app's life: it was there, and that is all.
        guard event.kind?.tellsOfLife == true else { return }
        let record = event.record
        switch event.kind {
        case .heartbeat: heartbeat(record, at: moment)
        case .hole:
            guard let from = record["from"]?.integer, let to = record["to"]?.integer else { break }
            for index in pending.indices where overlaps(pending[index], from, to, least: GapLimits.coveredShare) {
                pending[index].evidence.holeNoted = true
            }
        case .lost: noteLoss(record, at: moment)
        case .purged: life.recordsPurged = life.recordsPurged.adding(max(0, record["records"]?.integer ?? 0))
        case .track: noteSession(isOn: record["on"]?.bool, at: moment)
        case .wake:
            for gap in pending where moment.elapsed(since: life.gaps[gap.index].to).millis <= GapLimits.wakeReach {
                life.gaps[gap.index].endedBy = Self.name(event)
            }
        case .mark:
            life.marks.append(Life.Mark(at: moment, text: record["text"]?.string ?? ""))
        case .prevExit: settleExit(record)
        default: break
        }
        let before = context
        context.note(event)
        if event.kind == .heartbeatsOn { beats?.restart(at: moment) }
        if context != before || event.kind == .heartbeat { flushGroup(at: moment) }
    }

    /// A session begins where tracking is turned on after it was off, and with the log; it goes on over relaunches.
    mutating func noteSession(isOn: Bool?, at moment: Moment) {
        guard let isOn, let last = life.sessions.indices.last else { return }
        if isOn, context.tracking == false {
            life.sessions.append(Life.Session(from: moment, to: moment))
        } else if !isOn, context.tracking != false {
            life.sessions[last].to = moment
        }
    }

    mutating func heartbeat(_ record: Record, at moment: Moment) {
        context.note(Event(record: record, kind: .heartbeat))
        settlePending(record, at: moment)
        if pendingExit != nil { pendingExit?.beatsSeen += 1 }
        if (pendingExit?.beatsSeen ?? 0) > 1 { settleExit(nil) }
        let (gaps, limit, context) = (gapsSinceBeat, beatLimit, context)
        beats?.beat(record, at: moment, gaps: gaps, limit: limit, context)
        current?.run.beats += 1
        if let cpu = record["cpu"]?.double {
            if let last = lastCPU, gapsSinceBeat == 0 {
                let span = moment.elapsed(since: last.at).millis
                if span > 0 { cpuRate = max(0, cpu - Double(last.millis)) / Double(span) }
            }
            lastCPU = (Int64(clamping: cpu), moment)
        }
        gapsSinceBeat = 0
    }

    var beatLimit: Int64 {
        (current?.run.period ?? cadence.period).map { $0.beats(GapLimits.periods) } ?? .max
    }

    /// The writer's own loss; it covers a gap where most of the gap lies in its span.
    mutating func noteLoss(_ record: Record, at moment: Moment) {
        let count = max(0, record["records"]?.integer ?? 0)
        guard !cameBehindCrash(record) else { return life.recordsBehindCrash = life.recordsBehindCrash.adding(count) }
        life.recordsLost = life.recordsLost.adding(count)
        life.lostBytes = life.lostBytes.adding(max(0, record["bytes"]?.integer ?? 0))
        guard let from = record["from"]?.integer, let to = record["to"]?.integer else { return }
        for index in pending.indices {
            let covers = overlaps(pending[index], from, to, least: GapLimits.coveredShare)
            pending[index].evidence.lossCovers = covers || pending[index].evidence.lossCovers == true
            if covers, moment.n > 0 { life.gaps[pending[index].index].records.append(moment.n) }
        }
    }

    /// Whether a loss is of the run before: of records that its other threads wrote while whoever saw it crash held it, behind
    /// the last line of its log.
    private func cameBehindCrash(_ loss: Record) -> Bool {
        guard loss["why"]?.string == "signal", let last = loss["to"]?.integer, let launch = current?.run.start.bootTime
        else { return false }
        return last <= launch.rawValue
    }

    /// Whether a span covers at least a share of a gap. Spans are on the boot clock; a number that only a wall clock
    /// can show is taken as one.
    func overlaps(_ pending: PendingGap, _ from: Int64, _ to: Int64, least: Double) -> Bool {
        let gap = life.gaps[pending.index]
        let isWall = from > ClockWatch.unsetBefore.rawValue
        let start = isWall ? gap.from.wallTime.rawValue : gap.from.bootTime?.rawValue ?? .max
        let end = isWall ? gap.to.wallTime.rawValue : gap.to.bootTime?.rawValue ?? .min
        guard end > start else { return false }
        let common = min(to, end).clamped(minus: max(from, start))
        return Double(common) >= least * Double(end.clamped(minus: start))
    }
}
