import DecisionCore
import FieldModel
import LogFormat

/// One time the app was started or resumed: by what, after which silence, and what it cost until fixes were good again.
public struct Wake: Hashable, Sendable {
    /// What did it: `significant-change`, `visit`, `region`, `push`, `task`, `motion`, `user`, `location`, `unknown`.
    public var by: String
    /// Whether the process was started; else it was resumed.
    public var isLaunch: Bool
    public var at: Moment
    public var run: String
    /// ms without a sign of life before it.
    public var silence: Int64
    /// ms of life after it until the next gap or the end of the log.
    public var life: Int64 = 0
    /// When the movement began that it belongs to: the last time the motion sensor began to say moving; nil where it
    /// did not.
    public var movedAt: WallTime?
    /// The first good fix after it.
    public var goodFixAt: WallTime?
    /// Accuracy of that fix; cm.
    public var accuracy: Int32?
    /// Between the last good fix before and the first after it; mm.
    public var distance: Int64?

    /// ms from the first movement, or the wake where no movement is known, to the first good fix.
    public var delay: Int64? { goodFixAt.map { max(0, $0 - (movedAt ?? at.wallTime)) } }

    /// mm of the way that a departure fence of `radius` mm around the last good fix would have recorded.
    public func saved(byFence radius: Int64) -> Int64? { distance.map { max(0, $0 - radius) } }
}

/// Goes over a log and finds its wakes. A wake is a `wake` record, a launch that something other than the user caused,
/// or the end of a gap; records of one moment are one wake.
struct WakeScan: Sendable {
    private(set) var wakes: [Wake] = []
    private var evidence = PlaceEvidence()
    private var lastGood: Fix?
    private var waiting: [Int] = []
    private var movedAt: WallTime?
    private var lastMotion: MotionKind?
    private var last: Moment?
    private var run = ""
    private var boot = 0

    mutating func add(_ entry: LogEntry) {
        guard let stamp = entry.stamp else { return }
        var moment = Moment(stamp, boot: boot)
        if let m = moment.bootTime, let before = last?.bootTime, before - m > GapLimits.clockSlack {
            boot += 1
            moment.boot = boot
        }
        switch entry {
        case .event(let event): add(event, moment)
        case .sample(let sample): add(sample)
        case .tear: break
        }
        last = moment
    }

    private mutating func add(_ event: Event, _ moment: Moment) {
        let record = event.record
        switch event.kind {
        case .launch:
            run = record["run"]?.string ?? ""
            found(record["reason"]?.string ?? "unknown", isLaunch: true, at: moment)
        case .wake: found(record["by"]?.string ?? "unknown", isLaunch: false, at: moment)
        case .motion:
            guard let kind: MotionKind = record.code("kind") else { break }
            let isMoving = kind != .stationary && kind != .unknown
            let wasMoving = lastMotion.map { $0 != .stationary && $0 != .unknown } ?? false
            if isMoving, !wasMoving { movedAt = record["at"]?.integer.map { WallTime($0) } ?? moment.wallTime }
            if kind == .stationary { movedAt = nil }
            lastMotion = kind
            // The sensor's history comes after the wake that its movement caused.
            for index in waiting where wakes[index].movedAt == nil { wakes[index].movedAt = movedAt }
        default: break
        }
    }

    private mutating func found(_ cause: String, isLaunch: Bool, at moment: Moment) {
        if let index = wakes.indices.last, moment.elapsed(since: wakes[index].at).millis <= GapLimits.wakeTogetherness,
            wakes[index].run == run || isLaunch
        {
            // A launch says less of its cause than the wake record that follows it.
            if !isLaunch { wakes[index].by = cause }
            return
        }
        let silence = last.map { moment.elapsed(since: $0).millis } ?? 0
        wakes.append(
            Wake(by: cause, isLaunch: isLaunch, at: moment, run: run, silence: silence, movedAt: movedAt))
        waiting.append(wakes.count - 1)
    }

    private mutating func add(_ sample: Sample) {
        guard evidence.isOrdinary(sample), sample.fix.horizontalAccuracy.rawValue <= GapLimits.goodAccuracy else {
            return
        }
        let fix = sample.fix
        for index in waiting {
            wakes[index].goodFixAt = fix.receiveTime
            wakes[index].accuracy = fix.horizontalAccuracy.rawValue
            wakes[index].distance = lastGood.map { Distance.between($0, fix) }
        }
        waiting = []
        lastGood = fix
    }

    /// The wakes with the life that followed each, as the gaps of the log tell it.
    func finish(_ life: Life) -> [Wake] {
        wakes.map { wake in
            var wake = wake
            let next = life.gaps.first {
                $0.from.n >= wake.at.n && $0.from.n > 0 || $0.from.wallTime >= wake.at.wallTime
            }
            let end = next?.from ?? life.last ?? wake.at
            wake.life = max(0, end.wallTime - wake.at.wallTime)
            return wake
        }
    }
}
