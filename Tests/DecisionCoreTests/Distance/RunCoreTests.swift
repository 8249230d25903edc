import DecisionCore
import FieldModel
import Testing

@Suite struct RunCoreTests {
    typealias Run = CoreScene<RunCore>

    /// Metres counted.
    static func metres(_ run: Run) -> Double { Double(run.core.distance) / 1000 }

    static func near(_ a: Double, _ b: Double, within tolerance: Double) -> Bool { abs(a - b) <= tolerance }

    static func going(_ seconds: Range<Int>, from: Double = 0, at speed: Double) -> [Fix] {
        Scene.going(seconds, from: from, at: speed)
    }

    @Test func aZigzagOf10KilometresCountsTheWayAndNotTheZigzag() {
        // Each step goes 3.33 m east and as far to a side that it is 1 m longer.
        let (east, aside) = (10_000.0 / 3000, ((10_000.0 / 3000 + 1) * (10_000.0 / 3000 + 1) - 100.0 / 9).squareRoot())
        let fixes = (0...3000).map { step in
            Scene.fix(Double(step), north: step % 2 == 0 ? 0 : aside, east: Double(step) * east, speed: 3.3)
        }
        var raw: Int64 = 0
        for (a, b) in zip(fixes, fixes.dropFirst()) { raw += Distance.between(a, b) }
        var run = Run(RunCore())
        run.feed(fixes)
        #expect(Self.near(Double(raw) / 1000, 13_000, within: 5))
        #expect(Self.near(Self.metres(run), 10_000, within: 5))
    }

    @Test func standingStillInHalfAMetreOfNoiseCountsNothing() {
        var run = Run(RunCore())
        run.feed(
            (0..<60).map { second -> Fix in
                let north = second % 2 == 0 ? 0.5 : -0.5
                return Scene.fix(Double(second), north: north, east: second % 3 == 0 ? 0.5 : 0)
            })
        #expect(run.core.distance == 0)
    }

    @Test func oneFix200MetresOffAndBackCountsNothing() {
        var run = Run(RunCore())
        run.feed((0..<60).map { second -> Fix in Scene.fix(Double(second), north: 0.05, speed: 0) })
        run.feed([Scene.fix(60, north: 200), Scene.fix(61, north: 0.1, speed: 0)])
        #expect(run.core.distance == 0)
        #expect(run.count(.tooFast) == 1)
    }

    @Test(arguments: zip([200.0, -1, 0], [Reason.accuracy, .invalidAccuracy, .invalidAccuracy]))
    func aFixOfBadOrNoAccuracyIsDropped(_ accuracy: Double, _ reason: Reason) {
        var run = Run(RunCore())
        run.feed([
            Scene.fix(0), Scene.fix(10, north: 30, accuracy: accuracy, speed: 3), Scene.fix(20, north: 20, speed: 2),
        ])
        #expect(run.rulings.map(\.reason) == [nil, reason, nil])
        #expect(Self.near(Self.metres(run), 20, within: 0.01))
    }

    @Test func afterAJumpTheNextTrueFixCountsFromTheLastOneKept() {
        var run = Run(RunCore())
        run.feed([Scene.fix(0), Scene.fix(1, north: 200), Scene.fix(2, north: 8, speed: 4)])
        #expect(run.rulings.map(\.reason) == [nil, .tooFast, nil])
        #expect(Self.near(Self.metres(run), 8, within: 0.01))
    }

    @Test func aKeptFixThatCountsNothingStillLimitsTheSpeedOfTheNext() {
        // From the last counted 13 m in 2 s would do, from the last kept 12.5 m in 1 s would not.
        var run = Run(RunCore())
        run.feed([Scene.fix(0), Scene.fix(1, north: 0.5), Scene.fix(2, north: 13)])
        #expect(run.rulings.map(\.reason) == [nil, .spacing, .tooFast])
    }

    @Test(arguments: [(4.99, 0.0), (5.01, 5.01)]) func aMoveCountsFrom5MetresOn(_ moved: Double, _ counted: Double) {
        var run = Run(RunCore())
        run.feed([Scene.fix(0), Scene.fix(5, north: moved, speed: 1)])
        #expect(Self.near(Self.metres(run), counted, within: 0.005))
    }

    @Test(arguments: [(11.99, nil), (12.02, Reason.tooFast)] as [(Double, Reason?)])
    func aFixThatNeedsMoreThan12MetresASecondIsDropped(_ moved: Double, _ reason: Reason?) {
        var run = Run(RunCore())
        run.feed([Scene.fix(0), Scene.fix(1, north: moved, speed: 11)])
        #expect(run.rulings.last?.reason == reason)
    }

    static let breaks: [([Signal], String)] = [
        ([.trackingTurned(on: false), .trackingTurned(on: true)], "2 by pause"),
        ([.launched(run: "b", boot: "1")], "2 by kill"),
        ([.launched(run: "b", boot: "2")], "2 by reboot"),
        ([.authorizationChanged(Authorization(location: .denied))], "2 by permission"),
        ([.holeFound(from: BootTime(11_000), to: BootTime(19_000))], "2 by hole"),
    ]

    @Test(arguments: breaks) func nothingIsCountedAcrossTwoSegments(_ signals: [Signal], _ change: String) {
        var run = Run(RunCore())
        run.signal(.launched(run: "a", boot: "1"), at: -1)
        run.feed(Self.going(8..<11, at: 5.01))
        for signal in signals { run.signal(signal, at: 20) }
        run.feed(Self.going(20..<23, from: 5000, at: 5.01))
        #expect(Self.near(Self.metres(run), 20, within: 0.05))
        #expect(run.changes(of: "segment") == ["1 by start", change])
        #expect(run.rulings.allSatisfy { $0.reason == nil || $0.reason == .spacing })
    }

    @Test(arguments: [(20.0, 501.0, 1), (21.0, 499.0, 1), (21.0, 501.0, 2)])
    func longerThan20SecondsAndFurtherThan500MetresBeginsASegment(_ time: Double, _ moved: Double, _ segments: Int64) {
        var run = Run(RunCore())
        run.feed([Scene.fix(0), Scene.fix(time, north: moved, speed: 25)])
        #expect(run.core.segment == segments)
    }

    @Test func aHoleFoundAfterTheFirstFixBehindItTakesTheMoveBack() {
        var run = Run(RunCore())
        run.feed(Self.going(0..<11, at: 2))
        run.feed(Scene.fix(311, north: 320, speed: 2))
        #expect(Self.near(Self.metres(run), 320, within: 0.1))
        run.signal(.holeFound(from: BootTime(12_000), to: BootTime(311_000)), at: 312)
        #expect(
            Self.near(Self.metres(run), 18, within: 2.1), "what lies within two metres a second of the first eleven")
        run.feed(Self.going(313..<324, from: 324, at: 2))
        #expect(Self.near(Self.metres(run), 42, within: 3))
        #expect(run.changes(of: "segment") == ["1 by start", "2 by hole"])
    }

    @Test func fixesOfAHoleThatCameLateInABatchAreCounted() {
        var run = Run(RunCore())
        run.feed(Self.going(0..<11, at: 2))
        run.signal(.holeFound(from: BootTime(11_000), to: BootTime(100_000)), at: 100)
        run.feed((11..<100).map { s -> Fix in Scene.fix(Double(s), north: Double(s) * 2, speed: 2, received: 100) })
        #expect(Self.near(Self.metres(run), 198, within: 6))
        #expect(run.core.segment == 1)
    }

    @Test func whilePausedNothingCountsAndTheStatesAreTold() {
        var run = Run(RunCore())
        run.feed(Self.going(8..<11, at: 5.01))
        run.signal(.trackingTurned(on: false), at: 11)
        run.feed(Self.going(11..<21, from: 11, at: 1))
        run.signal(.trackingTurned(on: true), at: 21)
        run.feed(Self.going(21..<24, from: 21, at: 5.01))
        #expect(Self.near(Self.metres(run), 20, within: 0.05))
        #expect(run.count(.notRecording) == 10)
        #expect(run.changes(of: "run") == ["paused by pause", "recording by start"])
    }

    @Test func aWithdrawnPermissionInterruptsAndIsSaid() {
        var run = Run(RunCore())
        run.feed(Self.going(0..<11, at: 1))
        run.signal(.authorizationChanged(Authorization(location: .denied)), at: 12)
        #expect(run.core.status == .interrupted)
        #expect(run.changes(of: "run") == ["interrupted by permission"])
        run.signal(.authorizationChanged(Authorization(location: .always)), at: 13)
        #expect(run.core.status == .interrupted)
        run.feed(Scene.fix(20, north: 20, speed: 1))
        #expect(run.changes(of: "run").last == "recording by fix")
    }

    @Test("B026: a red light of 45 s ends no ride") func redLight() {
        var run = Run(RunCore())
        run.feed(Self.going(0..<300, at: 5))
        run.feed(Scene.still(300..<345, at: 1500))
        run.feed(Self.going(345..<645, from: 1500, at: 5))
        #expect((2985...3000).contains(Self.metres(run)))
        #expect(run.core.segment == 1)
    }

    @Test("B033: a point at the old address is not in the run") func oldAddress() {
        var run = Run(RunCore())
        run.feed(
            Scene.fixes(
                """
                1777881600,50.000000,10.000000,8,1.4,0.3,0,5,walk,1777881600
                1777881610,50.000126,10.000000,8,1.4,0.3,0,5,walk,1777881610
                1777881620,50.134898,10.000000,20,-1,-1,-1,-1,walk,1777881620
                1777881630,50.000378,10.000000,8,1.4,0.3,0,5,walk,1777881630
                1777881640,50.000504,10.000000,8,1.4,0.3,0,5,walk,1777881640
                """
            ).map(\.fix))
        #expect(run.rulings.map(\.reason) == [nil, nil, .tooFast, nil, nil])
        #expect(Self.metres(run).rounded() == 56)
    }

    @Test("B034: one place that keeps coming back adds no metre, and is too coarse to begin with") func comingBack() {
        var run = Run(RunCore())
        run.feed(
            Scene.fixes(
                """
                1777881600,50.000000,10.000000,65,-1,-1,-1,-1,still,1777881600
                1777881605,50.000360,10.000000,8,1.4,0.3,0,5,walk,1777881605
                1777881610,50.000000,10.000000,65,-1,-1,-1,-1,still,1777881610
                1777881615,50.000486,10.000000,8,1.4,0.3,0,5,walk,1777881615
                1777881620,50.000000,10.000000,65,-1,-1,-1,-1,still,1777881620
                1777881625,50.000612,10.000000,8,1.4,0.3,0,5,walk,1777881625
                """
            ).map(\.fix))
        #expect(run.rulings.map(\.reason) == [.accuracy, nil, .cachedRepeat, nil, .cachedRepeat, nil])
        #expect(Self.metres(run).rounded() == 28)
    }

    @Test func theStateComesBackEqualFromItsValue() throws {
        var run = Run(RunCore())
        run.signal(.launched(run: "a", boot: "1"), at: -1)
        run.feed(Self.going(0..<30, at: 1))
        run.feed(Scene.fix(60, north: 60, speed: 1))
        run.signal(.holeFound(from: BootTime(61_000), to: BootTime(90_000)), at: 91)
        run.signal(.trackingTurned(on: false), at: 92)
        let again = try RunCore(rules: run.core.rules, state: run.core.state)
        #expect(again == run.core)
    }
}
