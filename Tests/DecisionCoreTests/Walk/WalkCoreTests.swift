import DecisionCore
import FieldModel
import Testing

@Suite struct WalkCoreTests {
    @Test func aSessionArrivesPlaysPausesAndEndsWithTheTown() throws {
        var scene = try WalkScene()
        scene.signal(.regionCrossed(id: "home", .enter), at: 0)
        scene.motion(.walking, at: 10)
        scene.motion(.stationary, at: 100)
        scene.signal(.timerFired(id: "tick"), at: 279)
        scene.signal(.timerFired(id: "tick"), at: 280)
        scene.motion(.walking, at: 300)
        scene.signal(.regionCrossed(id: "home", .exit), at: 400)
        #expect(
            scene.words == [
                "arriving by region", "motion: managed-stream", "receiver", "start tick 20", "playing by motion",
                "start tick 20", "paused by still", "start tick 20", "playing by motion", "dormant by region",
                "cancel tick", "off",
            ])
    }

    @Test func theReceiverRunsAtTenMetresWithAFilterOfTenForFitness() {
        #expect(
            WalkCore.profile
                == ReceiverProfile(accuracy: .nearestTenMeters, filter: 10, activity: .fitness, label: "walk"))
    }

    @Test func twoFastFixesInARowAreWalkingAsWell() throws {
        var scene = try WalkScene(motion: .denied)
        scene.signal(.regionCrossed(id: "home", .enter), at: 0)
        scene.feed(Scene.fix(1, north: 0, speed: 0.7))
        scene.feed(Scene.fix(2, north: 1, speed: 0.69))
        scene.feed(Scene.fix(3, north: 2, speed: 0.7))
        #expect(scene.core.phase == .arriving)
        scene.feed(Scene.fix(4, north: 3, speed: 0.7))
        #expect(scene.core.phase == .playing)
    }

    @Test func aDotIsCollectedWithin25MetresWhilePlayingAndOnlyOnce() throws {
        var scene = try WalkScene()
        scene.begin()
        scene.feed(Scene.fix(1, north: 0, speed: 1))
        scene.feed(Scene.fix(2, north: 1, speed: 1))
        #expect(scene.dots == ["0 collected", "1 collected"])
        scene.feed(Scene.fix(20, north: 200, speed: 1))
        scene.feed(Scene.fix(40, north: 0, speed: 1))
        #expect(scene.dots.suffix(2) == ["0 already", "1 already"])
        #expect(scene.core.collectedCount == 5)
    }

    @Test(arguments: [(24.99, true), (25.02, false)]) func theReachOfAFixIs25Metres(_ east: Double, _ reached: Bool)
        throws
    {
        var scene = try WalkScene()
        scene.begin()
        scene.feed(Scene.fix(1, north: 0, east: east, speed: 1))
        #expect(scene.core.isCollected(0) == reached)
    }

    @Test func everyRefusalHasItsCode() throws {
        var scene = try WalkScene()
        scene.signal(.regionCrossed(id: "home", .enter), at: 0)
        scene.feed(Scene.fix(1, north: 0, speed: 0))
        scene.motion(.walking, at: 2)
        scene.feed(Scene.fix(3, north: 100, accuracy: 50.01, speed: 1))
        scene.motion(.stationary, at: 4)
        scene.feed(Scene.fix(184, north: 300, speed: 0))
        scene.feed(Scene.fix(185, north: 301, speed: 0))
        #expect(
            scene.dots == [
                "0 not-playing", "1 not-playing", "4 accuracy", "5 accuracy", "6 accuracy", "14 paused", "15 paused",
                "16 paused",
            ])
        #expect(scene.core.phase == .paused)
    }

    @Test func aFixOfExactly50MetresCollects() throws {
        var scene = try WalkScene()
        scene.begin()
        scene.feed(Scene.fix(1, north: 0, accuracy: 50, speed: 1))
        #expect(scene.core.isCollected(0))
    }

    @Test func aSignificantChangeLooksAtAllTownsAndItsPositionCollectsNothing() throws {
        var scene = try WalkScene()
        scene.feed(Scene.fix(1, north: 0, east: 5000, accuracy: 500, source: .significantChange))
        #expect(scene.words.prefix(2) == ["watch home+other", "arriving by significant-change"])
        #expect(scene.core.collectedCount == 0)
        #expect(scene.dots.isEmpty)
    }

    @Test func aFixOutsideTheTownByMoreThanItsErrorEndsTheSession() throws {
        var scene = try WalkScene()
        scene.begin()
        scene.feed(Scene.fix(1, north: 1309, accuracy: 10, speed: 1))
        #expect(scene.core.phase == .playing)
        scene.feed(Scene.fix(2, north: 1311, accuracy: 10, speed: 1))
        #expect(scene.core.phase == .dormant)
    }

    @Test func ofManyTownsTheNearest18AreWatched() throws {
        let towns = (0..<25).map { WalkScene.town("t\($0)", north: 3000 * Double($0), east: 0, streets: []) }
        var core = WalkCore(pack: try StreetPack(["towns": .array(towns)]))
        var decisions: [Decision] = []
        core.decide(.trackingTurned(on: true), at: Stamp(wallTime: WallTime(0)), into: &decisions)
        #expect(decisions.contains(.effect(.armRegions((0..<18).map { "t\($0)" }))))
        decisions = []
        let fix = Scene.fix(0, north: 3000 * 12 + 1000, source: .significantChange)
        core.decide(.fixArrived(fix), at: fix.stamp, into: &decisions)
        #expect(decisions.contains(.effect(.armRegions((4..<22).map { "t\($0)" }))))
        decisions = []
        let again = Scene.fix(10, north: 3000 * 12 + 1100, source: .significantChange)
        core.decide(.fixArrived(again), at: again.stamp, into: &decisions)
        #expect(decisions.count == 1, "the same towns are not armed again")
    }

    @Test func aNewProcessIsDormantAndArmsEverythingAgain() throws {
        var scene = try WalkScene()
        scene.begin()
        scene.decisions = []
        scene.signal(.launched(run: "b", boot: "1"), at: 5)
        #expect(scene.words == ["dormant by launch", "start wakes", "start motion", "watch home+other"])
    }

    @Test func turnedOffNothingIsWatchedAndNothingRuns() throws {
        var scene = try WalkScene()
        scene.signal(.trackingTurned(on: true), at: -1)
        scene.begin()
        scene.decisions = []
        scene.signal(.trackingTurned(on: false), at: 5)
        #expect(
            scene.words == [
                "dormant by tracking-off", "cancel tick", "off", "watch ", "stop motion", "stop wakes",
            ])
        scene.feed(Scene.fix(6, north: 0, speed: 1))
        #expect(scene.dots.isEmpty)
        #expect(scene.core.phase == .dormant)
    }

    @Test func theStateComesBackEqualFromItsValue() throws {
        var scene = try WalkScene()
        scene.begin()
        scene.feed((0..<100).map { Scene.fix(Double($0), north: Double($0), speed: 1) })
        scene.signal(.settingsChanged([.init("notifications", false)]), at: 100)
        var again = try WalkCore(rules: scene.core.rules, state: scene.core.state)
        again.pack = scene.core.pack
        #expect(again.state == scene.core.state)
        #expect(again.collectedCount == scene.core.collectedCount)
    }
}
