import DecisionCore
import FieldModel
import LogFormat

/// Everything that a report of a log tells, gathered in one pass over it: its life, what the checks of the field found,
/// the track, and what the rules decide now beside what they decided then.
public struct LogReport: Sendable {
    public let choice: ExportChoice
    public let gapListing: GapListing
    public let exitListing: ExitListing
    public let infoListing: InfoListing
    public let wakes: [Wake]
    public let findings: [CheckResult]
    /// The track as every export draws it.
    public let drawing: TrackDrawing
    public let replay: ReplayReport<TrailCore>
    let scan: ReportScan

    public var life: LifeReport { gapListing.report }
    public var gaps: [Gap] { gapListing.gaps }
    public var ends: [RunEnd] { exitListing.ends }
    /// Begin and end of what is shown; nil for an empty log.
    public let span: ClosedRange<WallTime>?

    /// Reads a log once. `name` and window are those of `choice`.
    public init(
        of source: LogSource, _ choice: ExportChoice, progress: (Int64) -> Void = { _ in }
    ) throws {
        self.choice = choice
        var gatherer = try Gatherer(choice)
        let life = try LifeReport(
            of: source, wanted: Gatherer.wanted, counted: choice.window, progress: progress,
            partEnded: { gatherer.partEnded() },
            visit: { gatherer.take($0) })
        let window = choice.window
        gapListing = GapListing(life, window: window)
        exitListing = ExitListing(life, window: window)
        infoListing = InfoListing(life, window: window)
        let first = life.lives.compactMap(\.first?.wallTime).min(), last = life.lives.compactMap(\.last?.wallTime).max()
        let from = window.since ?? first, to = window.until ?? last
        span = from.flatMap { from in to.flatMap { $0 >= from ? from...$0 : nil } }
        gatherer.scan.finish(at: last ?? WallTime(0))
        scan = gatherer.scan
        wakes = zip(gatherer.wakes, life.lives).flatMap { $0.finish($1) }.filter { window.contains($0.at.wallTime) }
        findings = gatherer.findings(life)
        drawing = gatherer.drawing(life)
        replay = gatherer.replay.finish(damage: life.totalDamage)
    }
}

/// Hands the entries of a log to all that wants them. What a second process wrote beside the log has a life and wakes,
/// and no track of its own.
private struct Gatherer {
    static let wanted: Set<RecordKind> = ReportScan.wanted.union(Replay<TrailCore>.wanted)
        .union(CheckScan.wanted).union([.core, .steps, .region])

    let choice: ExportChoice
    var scan: ReportScan
    var wakes: [WakeScan] = []
    var replay: Replay<TrailCore>
    private var wake = WakeScan()
    private var builder = DrawingBuilder()
    private var checks: CheckScan
    private var isOwnLog = true

    init(_ choice: ExportChoice) throws {
        self.choice = choice
        scan = ReportScan(choice)
        checks = CheckScan(window: choice.window)
        var options = Replay<TrailCore>.Options()
        options.window = choice.window
        replay = try Replay(options)
    }

    mutating func take(_ entry: LogEntry) {
        wake.add(entry)
        guard isOwnLog else { return }
        scan.add(entry)
        replay.take(entry)
        checks.add(entry)
        switch entry {
        case .event(let event): builder.take(event.record)
        case .sample(let sample): builder.take(sample)
        case .tear: break
        }
    }

    mutating func partEnded() {
        wakes.append(wake)
        wake = WakeScan()
        isOwnLog = false
    }

    /// What the checks have to say, the worst first.
    func findings(_ life: LifeReport) -> [CheckResult] {
        checks.results(life.limited(to: choice.window)).filter { $0.verdict >= .warn }
            .enumerated().sorted { ($1.element.verdict, $0.offset) < ($0.element.verdict, $1.offset) }.map(\.element)
    }

    func drawing(_ life: LifeReport) -> TrackDrawing {
        guard let own = life.lives.first else { return TrackDrawing(name: choice.name) }
        var builder = builder
        for end in own.ends where end.untilLaunch != nil || end.clean || end.crashed { builder.take(end) }
        return builder.finished(name: choice.name, gaps: own.gaps.map(GapSpan.init)).within(choice.window)
            .cut(by: choice.zones)
    }
}
