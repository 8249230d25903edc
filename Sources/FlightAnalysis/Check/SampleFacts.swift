import DecisionCore
import FieldModel
import LogFormat

/// What samples tell the checks.
struct SampleFacts: Sendable {
    /// What was found, by its check.
    struct Findings: Sendable {
        var late = CheckFacts.Found()
        var repeated = CheckFacts.Found()
        var fakeSpeed = CheckFacts.Found()
        var deadReckoned = CheckFacts.Found()
        var rolledOver = CheckFacts.Found()
        var wakesInTrack = CheckFacts.Found()
        var firstUnconditional = CheckFacts.Found()
        var uncertainEnds = CheckFacts.Found()
    }

    private(set) var found = Findings()
    private(set) var count = 0
    private(set) var worstAge: Int64 = 0
    private(set) var rollovers: Int64 = 0
    private(set) var mixedSources = false
    private(set) var hasVerdicts = false
    private var isFirstOfRun = true
    private var ring: [Fix] = []
    private var lastPoint: Fix?
    private var ordinaryAfterPoint = true

    mutating func runBegan() { isFirstOfRun = true }

    /// Takes a sample; what it sets off counts only where it lies in the part that is asked for.
    mutating func add(_ sample: Sample, isCounted: Bool) {
        let kept = (found, count, worstAge)
        add(sample)
        if !isCounted { (found, count, worstAge) = kept }
    }

    private mutating func add(_ sample: Sample) {
        count += 1
        let fix = sample.fix
        if sample.verdict != nil { hasVerdicts = true }
        if fix.source != .gps {
            mixedSources = true
            if sample.verdict == .accepted {
                found.wakesInTrack.add(
                    fix.receiveTime, CheckWords.wakeInTrack, .init("source", .string(fix.source.rawValue)))
            }
        }
        guard fix.defect == nil else { return }
        noteAge(sample)
        noteRepeat(fix)
        if sample.reason == Reason.deadReckoned.rawValue {
            found.deadReckoned.add(
                fix.receiveTime, CheckWords.deadReckoned,
                .init("accuracy", .whole(fix.horizontalAccuracy.rawValue / 100)))
        }
        if Self.isFake(fix) {
            found.fakeSpeed.add(
                fix.receiveTime, CheckWords.fakeSpeed, .init("speed", .number(Double(fix.speed.rawValue) / 100)))
        }
        noteEnd(sample)
        isFirstOfRun = false
    }

    private mutating func noteAge(_ sample: Sample) {
        let fix = sample.fix
        let age = fix.receiveTime - fix.sampleTime
        let weeks = (age + (age < 0 ? -1 : 1) * CheckLimits.rollover / 2) / CheckLimits.rollover
        if weeks != 0, abs(age.clamped(minus: weeks.times(CheckLimits.rollover))) <= CheckLimits.rolloverSlack {
            rollovers = weeks
            found.rolledOver.add(
                fix.receiveTime, weeks > 0 ? CheckWords.rolledBehind : CheckWords.rolledAhead,
                .init("dated", .string(fix.sampleTime.description)), .init("weeks", .whole(abs(weeks) * 1024)),
                .init("seconds", .whole(abs(weeks).times(CheckLimits.rollover) / 1000)),
                .init("days", .whole(abs(weeks).times(CheckLimits.rollover) / 86_400_000)))
            return
        }
        guard age > CheckLimits.staleAge else { return }
        worstAge = max(worstAge, age)
        found.late.add(fix.receiveTime, CheckWords.late, .init("age", .whole(age / 1000)))
        if isFirstOfRun, sample.verdict == .accepted {
            found.firstUnconditional.add(fix.receiveTime, CheckWords.firstFix, .init("age", .whole(age / 1000)))
        }
    }

    /// Equal position and accuracy without a satellite speed, within the last ten such fixes.
    private mutating func noteRepeat(_ fix: Fix) {
        guard !fix.speed.isValid else { return }
        let repeated = ring.first {
            $0.latitude == fix.latitude && $0.longitude == fix.longitude
                && $0.horizontalAccuracy == fix.horizontalAccuracy
                && fix.sampleTime - $0.sampleTime < CheckLimits.repeatReach
        }
        if let first = repeated {
            found.repeated.add(
                fix.receiveTime, CheckWords.repeated,
                .init("age", .whole((fix.receiveTime - first.sampleTime) / 1000)))
        }
        if ring.count == CheckLimits.repeatRing { ring.removeFirst() }
        ring.append(fix)
    }

    /// A speed of 1 m/s or more without the accuracies that a measured one comes with. Columns that the source never
    /// carries say nothing.
    private static func isFake(_ fix: Fix) -> Bool {
        guard fix.speed.rawValue >= CheckLimits.fakeSpeed else { return false }
        return !(fix.speedAccuracy.isValidOrAbsent && fix.course.isValidOrAbsent && fix.courseAccuracy.isValidOrAbsent)
    }

    /// After the last accepted point no ordinary fix for more than a minute, and then none near it.
    private mutating func noteEnd(_ sample: Sample) {
        let fix = sample.fix
        if sample.verdict == .accepted {
            lastPoint = fix
            ordinaryAfterPoint = false
            return
        }
        guard let point = lastPoint, !ordinaryAfterPoint, fix.source == .gps else { return }
        let pause = fix.sampleTime - point.sampleTime
        if pause > CheckLimits.endReach, fix.horizontalAccuracy.rawValue > GapLimits.ordinaryAccuracy {
            found.uncertainEnds.add(
                point.sampleTime, CheckWords.endUncertain, .init("seconds", .whole(pause / 1000)))
            ordinaryAfterPoint = true
        } else if fix.horizontalAccuracy.rawValue > 0, fix.horizontalAccuracy.rawValue <= GapLimits.ordinaryAccuracy {
            ordinaryAfterPoint = true
        }
    }
}
