import FieldModel

/// Checks of how the app lived.
extension FieldCheck {
    /// A pulse is made of gaps of this length, at least three of them, with less life than this between; ms.
    static let pulseGap: ClosedRange<Int64> = 180_000...420_000
    static let pulseCount = 3
    static let pulseLife: Int64 = 30_000

    static let life: [FieldCheck] = [
        FieldCheck(
            code: "pulse", why: "the app is suspended between wakes and lives for seconds only",
            advice: "look at the distance filter and the accuracy: any filter beside significant changes does this"
        ) { facts in
            guard !facts.gaps.isEmpty else { return .good }
            let pulses = facts.lives.reduce(0) { $0 + pulse(in: $1) }
            return Outcome(
                verdict: pulses >= pulseCount ? .fail : .good, value: Double(pulses), limit: Double(pulseCount),
                evidence: pulses >= pulseCount
                    ? ["\(pulses) gaps of 3 to 7 min, each ended by a significant change"] : [])
        },
        FieldCheck(
            code: "gaps", why: "somebody moved while nothing was recorded",
            advice: "analyze gaps lists them; --by config shows under which settings they come"
        ) { facts in
            let matter = facts.gaps.filter { $0.matters == true }
            return .any(matter.map { "\($0.from.wallTime): \($0.kind.rawValue), \($0.duration / 1000) s" }, .fail)
        },
        FieldCheck(
            code: "ends", why: "a run that crashed or was ended for a reason of its own can be mended",
            advice: "analyze exits has a card for each end"
        ) { facts in
            let causes = ["crash", "watchdog", "out-of-memory", "cpu", "thermal", "task-timeout"]
            let bad = facts.ends.filter { causes.contains($0.cause) }
            return .any(bad.map { "\($0.at.wallTime): \($0.cause)" }, .fail)
        },
        FieldCheck(
            code: "heartbeats", why: "beats that stop while the app goes on hide whether it lives",
            advice: "beats must be independent of severity and phase; say hb.off where silence is meant"
        ) { facts in
            guard facts.lives.contains(where: { $0.runs.contains { $0.beats > 0 } }) else { return .unknown }
            let missing = facts.lives.flatMap(\.missingBeats)
            return .any(missing.map { "\($0.from.wallTime): \($0.duration / 1000) s without a beat" })
        },
        FieldCheck(
            code: "silent-receiver", why: "the app was alive and the receiver gave nothing",
            advice: "look at permissions, precise location, and where the device was"
        ) { facts in
            guard facts.lives.contains(where: \.knowsReceiver) else { return .unknown }
            let silent = facts.lives.flatMap(\.silent) + facts.lives.flatMap(\.starved)
            return .any(silent.map { "\($0.from.wallTime): \($0.duration / 1000) s" })
        },
        FieldCheck(
            code: "clock", why: "times before and after a step do not belong together",
            advice: "nothing to change in the app: durations come from the clock that is never set"
        ) { facts in
            let unset = facts.gaps.contains { $0.from.isUnset || $0.to.isUnset }
            let steps = facts.lives.flatMap(\.clockSteps).map { "\($0.at.wallTime): set by \($0.by / 1000) s" }
            return .any(steps + (unset ? ["times before the clock was set were worked out backwards"] : []))
        },
    ]

    /// Gaps of the pulse's length that a significant change ended and that another gap followed within seconds.
    private static func pulse(in life: Life) -> Int {
        let gaps = life.gaps
        return gaps.indices.filter { index in
            guard pulseGap.contains(gaps[index].duration), gaps[index].endedBy.hasSuffix("significant-change") else {
                return false
            }
            let next = index + 1 < gaps.count ? gaps[index + 1].from : life.last ?? gaps[index].to
            return next.elapsed(since: gaps[index].to).millis < pulseLife
        }.count
    }
}
