import DecisionCore
import FieldModel
import LogFormat

/// The trail that a log comes to, with what the phone knew on the way: the side of a comparison that is judged.
public struct RecordedTrail: Sendable {
    /// A solid join.
    struct Line: Sendable {
        var from: ReferenceTrack.Point
        var to: ReferenceTrack.Point
        /// mm
        var length: Int64
    }

    /// What the core knew from a moment on.
    struct State: Hashable, Sendable {
        var time: WallTime
        var motion: MotionKind
        var isDwelling: Bool
    }

    /// Stored points that are drawn, in order of time.
    public private(set) var ordinary: [TrailPoint] = []
    /// Valid fixes of 100 m or better: what the alignment looks at.
    private(set) var fixes: [Fix] = []
    private(set) var lines: [Line] = []
    private(set) var states: [State] = []
    private(set) var first: WallTime?
    private(set) var last: WallTime?

    /// Gathers while a replay runs. A class: the replay's observer and its owner both hold it.
    private final class Gatherer {
        var fixes: [Fix] = []
        var states: [State] = []
        var first: WallTime?
        var last: WallTime?

        func take(_ signal: Signal, _ stamp: Stamp, _ decisions: [Decision], _ core: TrailCore) {
            let state = State(time: stamp.wallTime, motion: core.motionState, isDwelling: core.isDwelling)
            if states.last?.motion != state.motion || states.last?.isDwelling != state.isDwelling {
                states.append(state)
            }
            first = first ?? stamp.wallTime
            last = stamp.wallTime
            guard case .fixArrived(let fix) = signal, case .ruled(let ruling) = decisions.last,
                ruling.reason?.isFault != true, fix.horizontalAccuracy.isValid,
                Int64(fix.horizontalAccuracy.rawValue) <= core.rules.ordinaryAccuracy
            else { return }
            fixes.append(fix)
        }
    }

    init(_ source: LogSource, window: TimeWindow, progress: (Int64) -> Void) throws {
        let gatherer = Gatherer()
        var options = Replay<TrailCore>.Options()
        options.window = window
        let observer = ReplayObserver<TrailCore> { signal, stamp, decisions, core in
            if window.contains(stamp.wallTime) { gatherer.take(signal, stamp, decisions, core) }
        }
        let replay = try TrailReplay.run(source, options, progress: progress, observer: observer)
        let points = replay.totals.points
        ordinary = zip(points, replay.totals.judgement.isSpike).filter { !$0.isCoarse && !$1 }.map(\.0)
        lines = replay.totals.judgement.joins.filter(\.isSolid).map { join in
            Line(
                from: ReferenceTrack.Point(points[join.from]), to: ReferenceTrack.Point(points[join.to]),
                length: join.distance)
        }
        fixes = gatherer.fixes
        states = gatherer.states
        (first, last) = (gatherer.first, gatherer.last)
    }

    /// The last state known at a moment.
    func state(at time: WallTime) -> State? {
        var (low, high) = (0, states.count)
        while low < high {
            let middle = (low + high) / 2
            if states[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? states[low - 1] : nil
    }

    func motion(at time: WallTime) -> MotionKind { state(at: time)?.motion ?? .unknown }

    /// Whether the log tells of a moment at all.
    func covers(_ time: Int64) -> Bool {
        guard let first, let last else { return false }
        return time >= first.rawValue && time <= last.rawValue
    }
}

/// Solid lines by time.
struct DrawnLines {
    private let lines: [RecordedTrail.Line]
    /// The latest end of the lines up to each: lines that overlap end in no order.
    private let ends: [Int64]

    init(_ lines: [RecordedTrail.Line]) {
        self.lines = lines.sorted { $0.from.time < $1.from.time }
        var latest = Int64.min
        ends = self.lines.map { line in
            latest = max(latest, line.to.time)
            return latest
        }
    }

    /// Whether a line passes a place within `reach` mm, at most `slack` ms before or after.
    func passes(_ place: ReferenceTrack.Point, at time: Int64, within reach: Int64, _ slack: Int64) -> Bool {
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] < time - slack { low = middle + 1 } else { high = middle }
        }
        var index = low
        while index < lines.count, lines[index].from.time <= time + slack {
            let line = lines[index]
            let distance = ReferenceTrack.distance(
                place.latitude, place.longitude, line.from, line.to, line.length)
            if line.to.time >= time - slack, distance <= reach { return true }
            index += 1
        }
        return false
    }
}

extension ReferenceTrack.Point {
    init(_ point: TrailPoint) {
        self.init(time: point.time.rawValue, latitude: point.fix.latitude, longitude: point.fix.longitude)
    }
}
