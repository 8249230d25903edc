import FieldModel

/// A stretch of a run in which something was wrong though the app was alive.
public struct Stretch: Hashable, Sendable {
    public var from: Moment
    public var to: Moment
    /// ms
    public var duration: Int64
    public var run: String
    /// What is known of the app then.
    public var context: LifeContext
    /// Callbacks in it, where they were counted.
    public var callbacks: Int?
}

/// A beat that fired over five seconds after it was due.
public struct LateBeat: Hashable, Sendable {
    public var at: Moment
    /// ms after it was due.
    public var late: Int64
    public var run: String
}

/// Watches the beats of one run: late ones, missing ones, and those that say the receiver gave nothing.
struct BeatWatch: Sendable {
    private struct Beat {
        var moment: Moment
        var callbacks: Int
    }

    let run: String
    private(set) var late: [LateBeat] = []
    private(set) var missing: [Stretch] = []
    private(set) var silent: [Stretch] = []
    private(set) var starved: [Stretch] = []
    /// Whether the condition for silence and starvation was ever known.
    private(set) var knowsReceiver = false

    /// The last beat; before the first one the beginning of the run.
    private(set) var last: Moment
    private(set) var beats = 0
    private var silentSince: Moment?
    private var silentCount = 0
    private var window: [Beat] = []
    private var windowStart: Moment?

    init(run: String, start: Moment) {
        self.run = run
        last = start
    }

    /// The stretch since the last beat begins anew: beats were turned on, or a gap has been accounted for.
    mutating func restart(at moment: Moment) {
        last = moment
        breakOff()
    }

    /// A beat. `gaps`: ms of gaps since the last one; `limit`: 1.5 periods, ms.
    mutating func beat(_ record: Record, at moment: Moment, gaps: Int64, limit: Int64, _ context: LifeContext) {
        beats += 1
        if let due = record["due"]?.integer, let m = moment.bootTime?.rawValue {
            let lateness = m.clamped(minus: due)
            if lateness > GapLimits.greatestLateness { late.append(LateBeat(at: moment, late: lateness, run: run)) }
        }
        noteMissing(until: moment, gaps: gaps, limit: limit, context)
        receive(record["cb"]?.integer.map(Self.count), moment, gaps: gaps, context)
        last = moment
    }

    /// A count that can be added up, whatever stands in the log.
    private static func count(_ written: Int64) -> Int { Int(min(max(0, written), 1_000_000_000)) }

    /// No beat came up to `moment`, though other records did.
    mutating func noteMissing(until moment: Moment, gaps: Int64, limit: Int64, _ context: LifeContext) {
        let interval = moment.elapsed(since: last).millis
        guard context.beatsExpected, interval - gaps > limit else { return }
        missing.append(Stretch(from: last, to: moment, duration: interval, run: run, context: context))
    }

    private mutating func receive(_ callbacks: Int?, _ moment: Moment, gaps: Int64, _ context: LifeContext) {
        if context.expectsFixes != nil, callbacks != nil { knowsReceiver = true }
        guard context.expectsFixes == true, let callbacks, context.tracking != false else { return breakOff() }
        // A beat that lies behind a gap counts the callbacks of the life around it only.
        if gaps > 0 { breakOff() }
        if callbacks == 0 {
            silentSince = silentSince ?? (gaps > 0 ? moment : last)
            silentCount += 1
            if silentCount == GapLimits.silentBeats { append(to: &silent, from: silentSince!, moment, 0, context) }
            if silentCount > GapLimits.silentBeats { extend(&silent, to: moment, callbacks: 0) }
            if silentCount >= GapLimits.silentBeats { window = []; windowStart = nil }
        } else {
            silentSince = nil
            silentCount = 0
        }
        if silentCount < GapLimits.silentBeats, gaps == 0 { starve(callbacks, moment, context) }
    }

    private mutating func starve(_ callbacks: Int, _ moment: Moment, _ context: LifeContext) {
        if windowStart == nil { windowStart = last }
        window.append(Beat(moment: moment, callbacks: callbacks))
        while window.count > 1, moment.elapsed(since: window[0].moment).millis >= GapLimits.starvedSpan {
            windowStart = window.removeFirst().moment
        }
        guard let start = windowStart else { return }
        let span = moment.elapsed(since: start).millis
        let sum = window.reduce(0) { $0 + $1.callbacks }
        guard span >= GapLimits.starvedSpan,
            Double(sum) < GapLimits.starvedShare * GapLimits.usualRate * Double(span) / 1000
        else {
            return
        }
        if let end = starved.last?.to, start.elapsed(since: end).millis == 0 {
            extend(&starved, to: moment, callbacks: callbacks)
        } else {
            append(to: &starved, from: start, moment, sum, context)
        }
    }

    private mutating func breakOff() {
        silentSince = nil
        silentCount = 0
        window = []
        windowStart = nil
    }

    private func append(
        to list: inout [Stretch], from: Moment, _ to: Moment, _ callbacks: Int, _ context: LifeContext
    ) {
        list.append(
            Stretch(
                from: from, to: to, duration: to.elapsed(since: from).millis, run: run, context: context,
                callbacks: callbacks))
    }

    private func extend(_ list: inout [Stretch], to moment: Moment, callbacks: Int) {
        guard let index = list.indices.last else { return }
        list[index].to = moment
        list[index].duration = moment.elapsed(since: list[index].from).millis
        list[index].callbacks = (list[index].callbacks ?? 0) + callbacks
    }
}
