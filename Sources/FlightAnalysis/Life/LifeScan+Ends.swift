import FieldModel
import LogFormat

/// The ends of runs: what the phone wrote down about them, and the same classifier where it wrote nothing.
extension LifeScan {
    /// An end whose verdict waits for a `prev-exit` record.
    struct PendingExit: Sendable {
        var gap: Int
        var end: Int
        var facts: EndedRun
        var launch: NextLaunch
        var beatsSeen = 0
    }

    /// The verdict on the run that ended before this one: as recorded, the classifier's for what the record leaves out.
    mutating func settleExit(_ record: Record?) {
        guard let waiting = pendingExit else { return }
        pendingExit = nil
        var facts = waiting.facts
        if let last: AppState = record?.code("last") { facts.lastState = last }
        let verdict = ExitClassifier.verdict(on: facts, foundBy: waiting.launch)
        var end = life.ends[waiting.end]
        end.isRecorded = record?["cause"]?.string != nil
        end.cause = record?["cause"]?.string ?? verdict.cause.rawValue
        end.last = record?.code("last") ?? verdict.last
        end.clean = record?["clean"]?.bool ?? (end.isRecorded ? end.cause == ExitCause.exit.rawValue : verdict.clean)
        end.crashed = record?["crashed"]?.bool ?? (end.isRecorded ? end.cause == "crash" : verdict.crashed)
        end.certainty = record?.code("confidence") ?? verdict.certainty
        end.evidence = record?["evidence"]?.array?.compactMap(\.string) ?? verdict.evidence.map(\.rawValue)
        end.signal = record?["sig"]?.integer.flatMap(Int.init(exactly:)) ?? verdict.signal
        life.ends[waiting.end] = end
        settleGap(waiting.gap, end, record)
    }

    private mutating func settleGap(_ index: Int, _ end: RunEnd, _ record: Record?) {
        var gap = life.gaps[index]
        gap.kind = GapKind(rawValue: end.cause)
        gap.certainty = end.certainty
        gap.evidence = ["new-run"] + end.evidence + gap.evidence
        if let n = record?.stamp.n, n > 0 { gap.records.append(n) }
        // The state kept a later sign of life than the files did: the hole is shorter than it looks.
        if let m = record?["end"]?["m"]?.integer, let from = gap.from.bootTime, let to = gap.to.bootTime,
            gap.from.boot == gap.to.boot, m > from.rawValue, m <= to.rawValue
        {
            let later = m.clamped(minus: from.rawValue)
            gap.from.bootTime = BootTime(m)
            gap.from.wallTime = record?["end"]?["t"]?.integer.map { WallTime($0) } ?? gap.from.wallTime + later
            gap.from.uptime = nil
            gap.duration -= later
            gap.evidence.append("end-from-state")
        }
        life.gaps[index] = gap
    }

    /// How the log ends: with a process that runs, an announced end, a crash, or nobody knows.
    mutating func endLastRun(_ writer: WriterState?) {
        guard let run = life.runs.last, let facts = current else { return }
        var ended = facts.endedRun(context)
        ended.isRunning = writer?.isAlive ?? false
        let verdict = ExitClassifier.verdict(on: ended, foundBy: NextLaunch())
        switch verdict.cause {
        case .stillRunning:
            life.ending = "running"
            return
        case .crash, .exit: life.ending = verdict.cause.rawValue
        default: life.ending = "end-unknown"
        }
        let isKnown = verdict.cause == .crash || verdict.cause == .exit
        var end = RunEnd(
            run: run.id, at: run.end, cause: life.ending ?? "", last: verdict.last, clean: verdict.clean,
            crashed: verdict.crashed, certainty: isKnown ? verdict.certainty : .low,
            evidence: isKnown ? verdict.evidence.map(\.rawValue) : ["no-later-run"], signal: verdict.signal,
            isRecorded: false, addresses: facts.addresses, frames: facts.frames, binary: run.text("binary"),
            context: context)
        end.lastRecords = facts.lastRecords
        life.ends.append(end)
    }

    /// Works out backwards what the wall clock would have shown before it was first set, and measures anew what was
    /// measured with it.
    mutating func correctClocks() {
        for index in life.gaps.indices {
            var gap = life.gaps[index]
            gap.from = clock.corrected(gap.from)
            gap.to = clock.corrected(gap.to)
            if gap.from.isUnset || gap.to.isUnset { gap.evidence.append("clock-unset") }
            if gap.evidence.contains("wall-clock") { measureAnew(&gap) }
            life.gaps[index] = gap
        }
        // Every gap between runs has the end of a run before it, in the same order.
        for (index, gap) in zip(life.ends.indices, life.gaps.filter { $0.evidence.contains("new-run") }) {
            life.ends[index].untilLaunch = gap.hasLength ? gap.duration : nil
        }
        for index in life.ends.indices { life.ends[index].at = clock.corrected(life.ends[index].at) }
        for index in life.runs.indices {
            life.runs[index].start = clock.corrected(life.runs[index].start)
            life.runs[index].end = clock.corrected(life.runs[index].end)
        }
        life.first = life.first.map(clock.corrected)
        life.last = life.last.map(clock.corrected)
    }

    /// A length that only the wall clock can tell. A clock that was set back, or never set, tells none, rather than a
    /// wrong one.
    private mutating func measureAnew(_ gap: inout Gap) {
        let before = gap.duration
        let isKnown = gap.from.wallTime >= ClockWatch.unsetBefore && gap.to.wallTime >= ClockWatch.unsetBefore
        gap.hasLength = isKnown && gap.to.wallTime >= gap.from.wallTime
        gap.duration = gap.hasLength ? gap.to.elapsed(since: gap.from).millis : 0
        life.recorded.add(clamping: gap.duration - before)
        guard isKnown, !gap.hasLength else { return }
        gap.missed = nil
        gap.evidence.append("clock-back")
        life.clockSteps.append(ClockStep(at: gap.to, by: gap.to.wallTime - gap.from.wallTime))
    }
}
