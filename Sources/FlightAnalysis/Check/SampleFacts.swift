import DecisionCore
import FieldModel
import LogFormat

/// What samples tell the checks.
struct SampleFacts: Sendable {
    /// 1,024 weeks: the receiver's week number begins anew; ms.
    static let rollover: Int64 = 619_315_200_000
    /// How near a difference has to be to a whole number of rollovers; ms.
    static let rolloverSlack: Int64 = 86_400_000
    static let staleAge: Int64 = 30_000
    /// After the last point of a trip an ordinary fix is to come within this time; ms.
    static let endReach: Int64 = 60_000

    private(set) var count = 0
    private(set) var late = CheckFacts.Found()
    private(set) var worstAge: Int64 = 0
    private(set) var repeated = CheckFacts.Found()
    private(set) var fakeSpeed = CheckFacts.Found()
    private(set) var deadReckoned = CheckFacts.Found()
    private(set) var rolledOver = CheckFacts.Found()
    private(set) var rollovers: Int64 = 0
    private(set) var wakesInTrack = CheckFacts.Found()
    private(set) var firstUnconditional = CheckFacts.Found()
    private(set) var uncertainEnds = CheckFacts.Found()
    private(set) var mixedSources = false
    private(set) var hasVerdicts = false
    private var isFirstOfRun = true
    private var ring: [Fix] = []
    private var lastPoint: Fix?
    private var ordinaryAfterPoint = true

    mutating func runBegan() { isFirstOfRun = true }

    mutating func add(_ sample: Sample) {
        count += 1
        let fix = sample.fix
        if sample.verdict != nil { hasVerdicts = true }
        if fix.source != .gps {
            mixedSources = true
            if sample.verdict == .accepted { wakesInTrack.add("\(fix.receiveTime): \(fix.source.rawValue)") }
        }
        guard fix.defect == nil else { return }
        noteAge(sample)
        noteRepeat(fix)
        if sample.reason == Reason.deadReckoned.rawValue {
            deadReckoned.add("\(fix.receiveTime): accuracy \(fix.horizontalAccuracy.rawValue / 100) m")
        }
        if Self.isFake(fix) { fakeSpeed.add("\(fix.receiveTime): \(Double(fix.speed.rawValue) / 100) m/s") }
        noteEnd(sample)
        isFirstOfRun = false
    }

    private mutating func noteAge(_ sample: Sample) {
        let fix = sample.fix
        let age = fix.receiveTime - fix.sampleTime
        let weeks = (age + (age < 0 ? -1 : 1) * Self.rollover / 2) / Self.rollover
        if weeks != 0, abs(age.clamped(minus: weeks.times(Self.rollover))) <= Self.rolloverSlack {
            rollovers = weeks
            rolledOver.add(
                "sample dated \(fix.sampleTime), received \(fix.receiveTime): \(abs(weeks) * 1024) weeks "
                    + (weeks > 0 ? "behind" : "ahead"))
            return
        }
        guard age > Self.staleAge else { return }
        worstAge = max(worstAge, age)
        late.add("\(fix.receiveTime): \(age / 1000) s old at its arrival")
        if isFirstOfRun, sample.verdict == .accepted {
            firstUnconditional.add("\(fix.receiveTime): the first fix of a run, \(age / 1000) s old, was accepted")
        }
    }

    /// Equal position and accuracy without a satellite speed, within the last ten such fixes.
    private mutating func noteRepeat(_ fix: Fix) {
        guard !fix.speed.isValid else { return }
        let isRepeat = ring.contains {
            $0.latitude == fix.latitude && $0.longitude == fix.longitude
                && $0.horizontalAccuracy == fix.horizontalAccuracy && fix.sampleTime - $0.sampleTime < 600_000
        }
        if isRepeat { repeated.add("\(fix.receiveTime)") }
        if ring.count == 10 { ring.removeFirst() }
        ring.append(fix)
    }

    /// A speed of 1 m/s or more without the accuracies that a measured one comes with. Columns that the source never
    /// carries say nothing.
    private static func isFake(_ fix: Fix) -> Bool {
        guard fix.speed.rawValue >= 100 else { return false }
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
        if pause > Self.endReach, fix.horizontalAccuracy.rawValue > MoveWatch.ordinaryAccuracy {
            uncertainEnds.add(
                "end uncertain after \(point.sampleTime): next \(pause / 1000) s without a good fix")
            ordinaryAfterPoint = true
        } else if fix.horizontalAccuracy.rawValue > 0, fix.horizontalAccuracy.rawValue <= MoveWatch.ordinaryAccuracy {
            ordinaryAfterPoint = true
        }
    }
}
