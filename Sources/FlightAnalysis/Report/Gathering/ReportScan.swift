import FieldModel
import LogFormat

/// Gathers from the entries of a log what the pictures of a report show: states, measurements, counts, what was dropped
/// and where. Its memory is bounded: long series are thinned on the way.
struct ReportScan: Sendable {
    /// Kinds of event whose fields it needs.
    static let wanted: Set<RecordKind> = [
        .launch, .heartbeat, .app, .motion, .profile, .settings, .authorization, .battery, .zone, .track,
        .heartbeatsOff, .heartbeatsOn,
    ]
    /// Kept points of measurements, and dropped positions of each reason.
    private static let measureBudget = 40_000, dropBudget = 1_500
    /// Without a fix for so long, two measurements are not joined; ms.
    static let breakAfter: Int64 = 90_000

    private let choice: ExportChoice
    private(set) var app = StateHistory()
    private(set) var motion = StateHistory()
    private(set) var receiver = StateHistory()
    private(set) var changes: [SettingChange] = []
    /// Horizontal accuracy, cm, and speed, cm/s.
    private(set) var measures = ThinnedSeries(budget: measureBudget)
    /// Charge in thousandths, and 1 where plugged in.
    private(set) var battery = ThinnedSeries(budget: 8_000)
    private(set) var counts = FixCounts()
    /// Positions that became no point, by their reason; 1e-7 degree.
    private(set) var dropped: [String: ThinnedSeries] = [:]
    /// By verdict and reason, of the fixes in the window.
    private(set) var verdicts: [ReplayOutcome: Int] = [:]
    private(set) var hidden = 0
    private var context = LifeContext()
    private var plugged: Bool?
    private var lastTime: WallTime?
    private var lastSample: WallTime?
    private var beginsLine = true

    init(_ choice: ExportChoice) { self.choice = choice }

    mutating func add(_ entry: LogEntry) {
        switch entry {
        case .event(let event): add(event)
        case .sample(let sample): add(sample)
        case .tear: return
        }
        lastTime = entry.stamp?.wallTime
    }

    private mutating func add(_ event: Event) {
        let record = event.record, time = record.stamp.wallTime
        if event.kind == .launch { breakOff() }
        let before = context
        context.note(event)
        changes += SettingChange.between(before, context, at: time)
        app.note(context.app?.rawValue, at: time)
        motion.note(context.motion?.rawValue, at: time)
        receiver.note(context.profile.isEmpty ? nil : context.configuration, at: time)
        guard let level = record[event.kind == .battery ? "level" : "bat"]?.double, (0...1).contains(level),
            choice.includes(record.stamp)
        else { return }
        plugged = record["plugged"]?.bool ?? plugged
        battery.add(time.rawValue, Int32(level * 1000), plugged == true ? 1 : 0, beginsLine: battery.isEmpty)
    }

    /// A run ended: what was the case then is not known to go on.
    private mutating func breakOff() {
        let end = lastTime ?? WallTime(0)
        app.end(at: end)
        motion.end(at: end)
        receiver.end(at: end)
        beginsLine = true
    }

    private mutating func add(_ sample: Sample) {
        guard choice.includes(sample.stamp) else { return }
        let fix = sample.fix, time = sample.stamp.wallTime
        counts.add(at: time, accepted: sample.verdict == .accepted)
        if let verdict = sample.verdict { verdicts[ReplayOutcome(verdict, sample.reason), default: 0] += 1 }
        if let last = lastSample, time - last > Self.breakAfter || time < last { beginsLine = true }
        lastSample = time
        guard fix.defect == nil else { return }
        let accuracy = fix.horizontalAccuracy.isValid ? fix.horizontalAccuracy.rawValue : ThinnedSeries.none
        let speed = fix.speed.isValid ? fix.speed.rawValue : ThinnedSeries.none
        measures.add(time.rawValue, accuracy, speed, beginsLine: beginsLine)
        beginsLine = false
        drop(sample, at: time)
    }

    /// Keeps where a fix lay that became no point. Those of a dwell are where the stay is, and are counted only.
    private mutating func drop(_ sample: Sample, at time: WallTime) {
        guard let verdict = sample.verdict, verdict == .rejected || verdict == .coarse, !choice.hides(sample),
            abs(sample.fix.latitude) <= 900_000_000, abs(sample.fix.longitude) <= 1_800_000_000
        else { return }
        let reason = sample.reason.isEmpty ? verdict.word : sample.reason
        dropped[reason, default: ThinnedSeries(budget: Self.dropBudget)]
            .add(time.rawValue, sample.fix.latitude, sample.fix.longitude)
    }

    /// The last of it; `end` is the last sign of life.
    mutating func finish(at end: WallTime) {
        app.end(at: end)
        motion.end(at: end)
        receiver.end(at: end)
        measures.shrink()
        battery.shrink()
        for reason in dropped.keys { dropped[reason]?.shrink() }
    }
}
