import DecisionCore
import FieldModel

/// What a session comes to on one local day.
public struct DayTotals: Sendable {
    /// From 1, in order of time.
    public var session: Int
    public var day: CivilDate
    /// mm of solid line, the open end with it.
    public var solid: Int64 = 0
    /// ms moving, standing, and without a fix in reach.
    public var moving: Int64 = 0
    public var stopped: Int64 = 0
    public var unobserved: Int64 = 0
    /// ms of solid line, and of standing or unobserved time in it.
    var lineTime: Int64 = 0
    var lineIdle: Int64 = 0
    /// cm/s; nil where no speed was reliable and no join a second long.
    public var maximum: Int64?
    /// cm climbed; nil where no height came with its accuracy.
    public var climb: Int64?
    /// ms at each accuracy of the receiver, while dwelling and while not.
    public var receiver: [String: (dwelling: Int64, not: Int64)] = [:]

    init(session: Int, day: CivilDate) {
        self.session = session
        self.day = day
    }

    /// cm/s: the line by the time on it, less standing and unobserved time, and no more than the maximum; nil without any.
    public var average: Int64? {
        let time = lineTime - lineIdle
        guard solid > 0, time > 0 else { return nil }
        let average = (solid * 100 + time / 2) / time
        return maximum.map { min($0, average) } ?? average
    }

    /// A row of the listing.
    public var value: Value {
        func speed(_ centimetres: Int64?) -> Value { centimetres.map { .number(Double($0) / 100) } ?? .null }
        func minutes(_ millis: Int64) -> Value { .number(Double(millis / 100) / 600) }
        let accuracies = receiver.sorted { $0.key < $1.key }.map { label, time in
            Record.Field(
                label, .object([.init("dwelling_min", minutes(time.dwelling)), .init("moving_min", minutes(time.not))]))
        }
        return .object([
            .init("session", .whole(session)), .init("day", .string("\(day)")), .init("solid_m", .metres(solid)),
            .init("moving_s", .seconds(moving)), .init("stopped_s", .seconds(stopped)),
            .init("unobserved_s", .seconds(unobserved)), .init("average_mps", speed(average)),
            .init("maximum_mps", speed(maximum)), .init("climb_m", speed(climb)),
            .init("accuracy", .object(accuracies)),
        ])
    }
}

/// What a replay has to tell of days.
private struct DayGatherer: ReplayListener {
    var tally = TrailTally()
    var ledger = TrailLedger()
    let calendar: LocalDays

    mutating func hear(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: borrowing TrailCore) {
        if case .zoneChanged(let offset) = signal { calendar.note(offset: offset, since: stamp.wallTime) }
        ledger.take(signal, at: stamp, decisions, of: core)
        tally.take(signal, stamp, decisions, core)
    }
}

/// Totals of a trail for each session and each local day.
public struct TrailDays: Sendable {
    /// In order of sessions, then days.
    public private(set) var days: [DayTotals] = []

    /// Replays a log and adds up what lies in `window`.
    public init(
        of source: LogSource, days calendar: LocalDays = LocalDays(), window: TimeWindow = TimeWindow(),
        progress: (Int64) -> Void = { _ in }
    ) throws {
        var gatherer = DayGatherer(calendar: calendar)
        let core = try Replay<TrailCore>().run(over: source, progress: progress, heardBy: &gatherer).core
        let (tally, ledger) = (gatherer.tally, gatherer.ledger)
        var sum = DaySum(calendar, window)
        sum.add(tally, joinTimes: ledger.judge(core.rules).joinTimes, core.rules)
        sum.add(ledger.line(of: core), ledger.judgement(of: core), tally)
        days = sum.days
    }
}
