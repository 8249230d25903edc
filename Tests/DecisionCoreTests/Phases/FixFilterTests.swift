import DecisionCore
import FieldModel
import Testing

/// The seven checks over the full grid of what a fix can be: the verdict is right, and the audit says the same.
@Suite struct FixFilterTests {
    /// One point of the grid.
    struct Point: Sendable {
        /// cm
        var accuracy: Int32
        /// ms from the sample to its receipt
        var age: Int64
        /// ms after the last accepted fix; nil without one
        var lead: Int64?
        /// In the very place of the last accepted fix.
        var samePlace: Bool
        /// cm/s, negative for none
        var speed: Int32
        /// ms after the accepted fix that it repeats; nil where it repeats none
        var repeats: Int64?
        var source: FixSource
    }

    static let now: Int64 = 1_777_881_600_000

    static let grid: [Point] = {
        var grid: [Point] = []
        for accuracy: Int32 in [.min, -100, 0, 1, 5_000, 5_001, .max] {
            for age: Int64 in [-5_001, -5_000, 0, 30_000, 30_001] {
                for lead: Int64? in [nil, -1, 0, 1, 10_000] {
                    for samePlace in [false, true] {
                        for speed: Int32 in [.min, -100, 0, 500] {
                            for repeats: Int64? in [nil, 599_999, 600_000] {
                                for source in FixSource.allCases {
                                    grid.append(
                                        Point(
                                            accuracy: accuracy, age: age, lead: lead, samePlace: samePlace,
                                            speed: speed, repeats: repeats, source: source))
                                }
                            }
                        }
                    }
                }
            }
        }
        return grid
    }()

    static func fix(at time: Int64, north: Int32, accuracy: Int32, speed: Int32 = 100) -> Fix {
        Fix(
            sampleTime: WallTime(time), receiveTime: WallTime(time), latitude: 500_000_000 + north,
            longitude: 100_000_000, horizontalAccuracy: Quantity(accuracy), speed: Quantity(speed))
    }

    static func decide(_ fix: Fix, _ core: inout PhaseCore) -> (ruling: Ruling?, checks: [Check]) {
        var decisions: [Decision] = []
        var account = CheckAccount()
        core.decide(.fixArrived(fix), at: fix.stamp, into: &decisions, heardBy: &account)
        let ruling: Ruling? = if case .ruled(let ruling)? = decisions.first { ruling } else { nil }
        return (ruling, account.checks)
    }

    /// The core and the fix of a point. The fix lies at north 0; the fix it repeats too, the last accepted one only where
    /// the place is the same.
    static func arrange(_ point: Point) -> (core: PhaseCore, fix: Fix) {
        var core = PhaseCore()
        let time = now - point.age
        if let repeats = point.repeats, point.accuracy > 0 {
            _ = decide(fix(at: time - repeats, north: 0, accuracy: min(point.accuracy, 5_000)), &core)
        }
        if let lead = point.lead {
            // Away and back, or the last one would itself be a duplicate of the one before.
            _ = decide(fix(at: time - 20_000, north: 1800, accuracy: 3_000), &core)
            _ = decide(fix(at: time - lead, north: point.samePlace ? 0 : 900, accuracy: 3_000), &core)
        }
        var fix = fix(at: time, north: 0, accuracy: point.accuracy, speed: point.speed)
        fix.receiveTime = WallTime(now)
        fix.source = point.source
        return (core, fix)
    }

    /// The rule of each check in the words of its documentation, written without the filter; in order.
    static func failures(_ point: Point) -> [Reason?] {
        let isPosition = point.source == .gps
        let earlier = point.accuracy > 0 ? point.repeats : nil
        let original = point.accuracy <= 5_000 ? earlier : nil
        let last = point.lead ?? earlier
        let isSame = point.lead == nil ? earlier != nil : point.samePlace
        return [
            point.accuracy <= 0 ? .invalidAccuracy : nil,
            isPosition && point.accuracy > 5_000 ? .accuracy : nil,
            isPosition && point.age < -5_000 ? .future : nil,
            isPosition && point.age > 30_000 ? .stale : nil,
            last.map { $0 <= 0 } == true ? .outOfOrder : nil,
            last != nil && isSame ? .duplicatePosition : nil,
            isPosition && point.speed < 0 && original.map { $0 < 600_000 } == true ? .cachedRepeat : nil,
        ]
    }

    @Test func theVerdictOfEveryPointOfTheGridIsItsFirstFailure() {
        let wrong = Self.grid.filter { point in
            var (core, fix) = Self.arrange(point)
            let wanted = Self.failures(point).compactMap(\.self).first
            return Self.decide(fix, &core).ruling?.reason != wanted
        }
        #expect(wrong.count == 0, "\(wrong.prefix(3))")
        #expect(Self.grid.count == 7 * 5 * 5 * 2 * 4 * 3 * 3)
    }

    @Test func theAuditOfEveryPointOfTheGridSaysWhatTheVerdictSays() {
        let wrong = Self.grid.filter { point in
            var (core, fix) = Self.arrange(point)
            let audit = core.filter.audit(fix, core.rules)
            let (ruling, heard) = Self.decide(fix, &core)
            let failed = audit.firstIndex { $0.outcome == .failed }
            let decided = failed.map { FixFilter.Step.allCases[$0] }
            let behind = failed.map { audit[($0 + 1)...] } ?? []
            return heard.suffix(7) != audit[...] || audit.count != 7 || decided?.reason != ruling?.reason
                || (ruling?.verdict == .accepted) != (failed == nil)
                || failed.map { audit[$0].measured != ruling?.measured || audit[$0].limit != ruling?.limit } == true
                || !behind.allSatisfy { $0.outcome == .skipped || $0.outcome == .notApplicable }
        }
        #expect(wrong.count == 0, "\(wrong.prefix(3))")
    }

    @Test(arguments: [
        FixColumn.lat, .lon, .hacc, .alt, .vacc, .speed, .sacc, .course, .cacc, .t,
    ]) func aReadingInvalidOnEntryIsRefusedAtTheDoorAndSeenByNothingBehindIt(_ column: FixColumn) {
        var core = PhaseCore()
        let before = core
        var fix = Self.fix(at: Self.now, north: 0, accuracy: 500)
        fix.defect = column
        let (ruling, checks) = Self.decide(fix, &core)
        #expect(ruling?.reason == Reason(invalid: column))
        #expect(checks.map(\.outcome) == [.failed])
        #expect(core == before)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func whatIsNoNumberOrFitsNoneIsInvalidOnEntry(_ value: Double) {
        var core = PhaseCore()
        let reading = FixReading(
            sampleTime: 1_777_881_600, latitude: value, longitude: 10, horizontalAccuracy: 5)
        let fix = Fix(reading, receiveTime: WallTime(Self.now), bootTime: nil)
        #expect(Self.decide(fix, &core).ruling?.reason == .invalidLatitude)
    }

    @Test func onlyTheLastTenAcceptedFixesAreLookedThroughForAnOriginal() {
        var core = PhaseCore()
        for second in 0..<11 {
            let step = Self.fix(at: Self.now + Int64(second) * 1000, north: Int32(second) * 900, accuracy: 500)
            _ = Self.decide(step, &core)
        }
        let first = Self.fix(at: Self.now + 11_000, north: 0, accuracy: 500, speed: -100)
        let second = Self.fix(at: Self.now + 12_000, north: 900 * 2, accuracy: 500, speed: -100)
        #expect(Self.decide(first, &core).ruling?.verdict == .accepted, "eleven fixes ago")
        #expect(Self.decide(second, &core).ruling?.reason == .cachedRepeat, "nine fixes ago")
    }

    @Test func aSignificantChangeIsNeverTheOriginalOfARepeat() {
        var core = PhaseCore()
        var wake = Self.fix(at: Self.now, north: 0, accuracy: 500, speed: -100)
        wake.source = .significantChange
        #expect(Self.decide(wake, &core).ruling?.verdict == .accepted)
        _ = Self.decide(Self.fix(at: Self.now + 1000, north: 900, accuracy: 500), &core)
        let fix = Self.fix(at: Self.now + 2000, north: 0, accuracy: 500, speed: -100)
        #expect(Self.decide(fix, &core).ruling?.verdict == .accepted)
    }
}
