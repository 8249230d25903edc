import FieldModel

/// Step 11's memory: the stretch of fixes in motion since the accuracy radius last fell, in which a receiver that lost
/// its satellites and goes on by dead reckoning lets the radius grow steadily. Equal radii continue it, a long pause
/// between two of them ends it.
///
/// A fix is dead reckoned where some fix of the rise, long enough before, had a radius lower by `slope` for every second
/// since: `now - slope · t >= then - slope · t_then`. So only the least `level = radius - slope · t` of the fixes that
/// are old enough is kept, and of younger ones those that undercut all before them.
struct AccuracyRise: Equatable {
    /// A fix in waiting: its time, and its level in thousandths of a cm.
    struct Step: Equatable {
        var time: WallTime
        var level: Int64
    }

    /// Times count from the first fix of the rise.
    private var start: WallTime?
    private var newest: WallTime?
    private var radius: Int32 = 0
    private var least: Int64?
    private var waiting = Queue<Step>()

    init() {}

    /// Forgets every fix, and keeps the room they took.
    mutating func restart() {
        start = nil
        newest = nil
        radius = 0
        least = nil
        waiting.removeAll()
    }

    /// Takes a fix in motion into the rise (or begins a new one with it). Returns the radius in cm from which it counts
    /// as dead reckoned; nil where the rise is too young to tell.
    mutating func extend(by fix: Fix, _ rules: TrailRules) -> Int64? {
        let time = fix.sampleTime
        let pause = newest.map { time - $0 } ?? .max
        if pause > rules.deadReckonedPause || fix.horizontalAccuracy.rawValue < radius {
            start = time
            least = nil
            waiting.removeAll()
        }
        newest = time
        radius = fix.horizontalAccuracy.rawValue
        let drop = rules.deadReckonedSlope.saturatingMultiply(time - (start ?? time))
        let level = (Int64(radius) * 1000).saturatingSubtract(drop)
        while let step = waiting.first, time - step.time >= rules.deadReckonedTime {
            least = min(least ?? .max, step.level)
            waiting.removeFirst()
        }
        let limit = least.map { $0.saturatingAdd(drop) }
        if level < waiting.last?.level ?? least ?? .max { waiting.append(Step(time: time, level: level)) }
        // Rounded up: a radius that reaches the limit in thousandths reaches it in whole cm.
        return limit.map { ($0.saturatingAdd(999)).flooredDivision(by: 1000) }
    }
}

extension AccuracyRise.Step: StateCoding {
    var state: Value { [time.state, level.state] }
    init(state: Value) throws(CoreError) {
        let cells = try [Int64](state: state)
        guard cells.count == 2 else { throw CoreError.unfit(wanted: "time and level", found: "\(state)") }
        time = WallTime(cells[0])
        level = cells[1]
    }
}

extension AccuracyRise: StateCoding {
    var state: Value {
        [
            "start": start.state, "newest": newest.state, "radius": radius.state, "least": least.state,
            "waiting": waiting.state,
        ]
    }
    init(state: Value) throws(CoreError) {
        start = try state.read("start")
        newest = try state.read("newest")
        radius = try state.read("radius")
        least = try state.read("least")
        waiting = try state.read("waiting")
    }
}
