import FieldModel
import LogFormat

/// Gathers what the checks look at, entry by entry. What was the case when the part that is asked for began is known all
/// the same: the entries before it are heard, and not counted.
struct CheckScan: Sendable {
    /// Kinds of event whose fields the checks need beside those of a life.
    static let wanted: Set<RecordKind> = [.timer, .visit, .capability, .state]

    private let window: TimeWindow
    private var events = EventFacts()
    private var samples = SampleFacts()
    private var grid = GridFacts()
    private var capabilities = CapabilityFacts()

    init(window: TimeWindow) { self.window = window }

    mutating func add(_ entry: LogEntry) {
        let isCounted = window.isEverything || entry.stamp.map { window.contains($0.wallTime) } ?? false
        switch entry {
        case .event(let event):
            events.add(event, isCounted: isCounted)
            grid.add(event, isCounted: isCounted)
            capabilities.add(event, isCounted: isCounted)
            if event.kind == .launch { samples.runBegan() }
        case .sample(let sample):
            samples.add(sample, isCounted: isCounted)
            grid.add(sample, isCounted: isCounted)
        case .tear: break
        }
    }

    /// What every check says of it. `expires` is a bundle's own date, `now` what it is compared with.
    func results(_ report: LifeReport, expires: WallTime? = nil, now: WallTime? = nil) -> [CheckResult] {
        let facts = CheckFacts(
            report: report, samples: samples, events: events, capabilities: capabilities, grid: grid, expires: expires,
            now: now)
        return FieldCheck.all.map { $0.result(facts) }
    }
}
