import FieldModel
import SystemIO

/// A log as lanes of states, moments and counters, record by record in the order of `n`.
struct TraceExport {
    private struct OpenSlice {
        var name: String
        var from: Int64
        var n: SequenceNumber
    }

    private var writer = TraceWriter()
    private var clock = TraceClock()
    private var open: [Lane: OpenSlice] = [:]
    private var counters: [Counter: Int64] = [:]
    private var lastSample: WallTime?

    private enum Counter: Hashable { case accuracy, speed, interval, battery, memory }

    /// What lies outside is known, and not shown.
    private let window: ClosedRange<Int64>

    init(window: TimeWindow = TimeWindow()) {
        let since = window.since?.rawValue ?? .min
        self.window = since...max(since, window.until?.rawValue ?? .max)
    }

    mutating func begin(to out: inout OutputBuffer) { writer.begin(to: &out) }

    /// Begins the lanes of one log.
    mutating func begin(part name: String, to out: inout OutputBuffer) {
        writer.begin(process: name, lanes: Lane.allCases.map { ($0.number, $0.name) }, to: &out)
        (clock, open, counters, lastSample) = (TraceClock(), [:], [:], nil)
    }

    /// Ends what its lanes show, and adds what is known of it as a whole.
    mutating func end(gaps: [Gap], to out: inout OutputBuffer) {
        if let latest = clock.latest { closeAll(at: latest, &out) }
        for gap in gaps {
            slice(
                gap.kind.rawValue, .gaps, from: clock.moment(of: gap.from), to: clock.moment(of: gap.to), gap.to.n, &out
            )
        }
    }

    mutating func end(to out: inout OutputBuffer) { writer.end(to: &out) }

    mutating func take(_ sample: Sample, to out: inout OutputBuffer) {
        let moment = clock.moment(of: sample.stamp)
        let fix = sample.fix
        guard fix.defect == nil else { return }
        if fix.horizontalAccuracy.isValid {
            count(.accuracy, "accuracy m", moment, Int64(fix.horizontalAccuracy.rawValue), decimals: 2, &out)
        }
        if fix.speed.isValid { count(.speed, "speed m/s", moment, Int64(fix.speed.rawValue), decimals: 2, &out) }
        if let lastSample {
            count(.interval, "fix interval s", moment, max(0, fix.receiveTime - lastSample), decimals: 3, &out)
        }
        lastSample = fix.receiveTime
    }

    mutating func take(_ record: Record, to out: inout OutputBuffer) {
        if record.knownKind == .launch {
            // What the last run was doing ended with its last sign of life.
            if let latest = clock.latest { closeAll(at: latest, &out) }
            clock.beginRun()
            lastSample = nil
        }
        let moment = clock.moment(of: record.stamp)
        let n = record.stamp.n
        switch record.knownKind {
        case .launch:
            let run = record["run"]?.string.map { " " + $0.prefix(8) } ?? ""
            let app = record["app"]?.string.map { " \($0)" } ?? ""
            become("run\(run)\(app)", .runs, moment, n, &out)
        case .prevExit:
            point("ended: \(record["cause"]?.string ?? "unknown")", .runs, moment, n, everywhere: true, &out)
        case .crash:
            point("crash, signal \(record["sig"]?.integer ?? 0)", .runs, moment, n, everywhere: true, &out)
            closeAll(at: moment, &out)
        case .exit:
            point("exit: \(record["reason"]?.string ?? "")", .runs, moment, n, everywhere: true, &out)
            closeAll(at: moment, &out)
        case .app: become(record["to"]?.string, .app, moment, n, &out)
        case .authorization:
            let parts = ["location", "motion"].compactMap { key in record[key]?.string.map { "\(key) \($0)" } }
            let precise = record["precise"]?.bool.map { $0 ? ["precise"] : ["reduced accuracy"] } ?? []
            become((parts + precise).joined(separator: ", "), .permissions, moment, n, &out)
        case .motion: become(record["kind"]?.string, .motion, moment, n, &out)
        case .state where record["code"]?.string == "motion": become(record["to"]?.string, .state, moment, n, &out)
        case .profile:
            let off = record["receiver"]?.bool == false
            become(off ? "off" : record["label"]?.string ?? record["accuracy"]?.string, .receiver, moment, n, &out)
        case .track: become(record["on"]?.bool == true ? "on" : nil, .tracking, moment, n, &out)
        case .dwell:
            let began = record["code"]?.string != "ended"
            become(began ? record["cause"]?.string ?? "dwell" : nil, .dwell, moment, n, &out)
        case .hole: hole(record, n, &out)
        case .decision, .effect, .state, .check:
            point(record["code"]?.string ?? record.kind, .decisions, moment, n, &out)
        case .wake, .region, .visit:
            let what = record["by"]?.string ?? record["edge"]?.string
            point(record.kind + (what.map { " \($0)" } ?? ""), .wakes, moment, n, &out)
        case .mark: point(record["text"]?.string ?? "mark", .marks, moment, n, everywhere: true, &out)
        default: break
        }
        readings(record, moment, &out)
    }

    // MARK: Lanes

    /// Ends what a lane shows and begins something new; nil begins nothing.
    private mutating func become(
        _ name: String?, _ lane: Lane, _ moment: Int64, _ n: SequenceNumber, _ out: inout OutputBuffer
    ) {
        if let old = open[lane] {
            if old.name == name { return }
            slice(old.name, lane, from: old.from, to: moment, old.n, &out)
        }
        open[lane] = name.map { OpenSlice(name: $0, from: moment, n: n) }
    }

    private mutating func closeAll(at moment: Int64, _ out: inout OutputBuffer) {
        for lane in Lane.allCases { become(nil, lane, moment, 0, &out) }
    }

    private mutating func point(
        _ name: String, _ lane: Lane, _ moment: Int64, _ n: SequenceNumber, everywhere: Bool = false,
        _ out: inout OutputBuffer
    ) {
        guard window.contains(moment) else { return }
        writer.instant(name, lane: lane.number, at: moment, everywhere: everywhere, n: n, out: &out)
    }

    /// A span in which the process did not run.
    private mutating func hole(_ record: Record, _ n: SequenceNumber, _ out: inout OutputBuffer) {
        guard let from = record["from"]?.integer.flatMap({ clock.moment(of: BootTime($0)) }),
            let to = record["to"]?.integer.flatMap({ clock.moment(of: BootTime($0)) }), from <= to
        else { return }
        slice("hole", .holes, from: from, to: to, n, &out)
    }

    private mutating func slice(
        _ name: String, _ lane: Lane, from: Int64, to: Int64, _ n: SequenceNumber, _ out: inout OutputBuffer
    ) {
        guard from <= window.upperBound, to >= window.lowerBound else { return }
        writer.slice(
            name, lane: lane.number, from: max(from, window.lowerBound), to: min(to, window.upperBound), n: n, out: &out
        )
    }

    // MARK: Counters

    private mutating func readings(_ record: Record, _ moment: Int64, _ out: inout OutputBuffer) {
        let level = record.knownKind == .battery ? record["level"]?.double : record["bat"]?.double
        if let level, (0...1).contains(level) {
            count(.battery, "battery %", moment, Int64((level * 1000).rounded()), decimals: 1, &out)
        }
        if record.knownKind == .heartbeat, let memory = record["mem"]?.integer, memory >= 0 {
            count(.memory, "memory MB", moment, memory / 1000, decimals: 3, &out)
        }
    }

    /// A counter keeps its value until the next event: only changes are written.
    private mutating func count(
        _ counter: Counter, _ name: StaticString, _ moment: Int64, _ value: Int64, decimals: Int,
        _ out: inout OutputBuffer
    ) {
        guard window.contains(moment), counters.updateValue(value, forKey: counter) != value else { return }
        writer.counter(name, at: moment, value: value, decimals: decimals, out: &out)
    }
}
