import DecisionCore
import FieldModel
import Testing

/// What walks with a phone in a pocket taught.
@Suite struct WalkFieldTests {
    @Test func aCafePauseOf32MinutesIsNoEndAndTheGameGoesOnBehindIt() throws {
        var scene = try WalkScene()
        scene.begin()
        scene.feed((1...200).map { Scene.fix(Double($0), north: Double($0), speed: 1) })
        scene.motion(.stationary, at: 200)
        scene.feed((1...1920).map { Scene.fix(200 + Double($0), north: 200, speed: 0) })
        #expect(scene.core.phase == .paused)
        scene.motion(.walking, at: 2121)
        scene.feed((1...100).map { Scene.fix(2121 + Double($0), north: 200 + Double($0), speed: 1) })
        #expect(scene.core.phase == .playing)
        #expect(scene.account.lost.isEmpty)
        #expect(scene.core.collectedCount == 17)
    }

    /// The app is suspended in the café at 200 m and wakes far away: the dots in between are lost.
    static func suspendedWalk(wakingAt north: Double) throws -> WalkScene {
        var scene = try WalkScene()
        scene.begin()
        scene.feed((1...200).map { Scene.fix(Double($0), north: Double($0), speed: 1) })
        scene.motion(.stationary, at: 200)
        scene.feed((1...190).map { Scene.fix(200 + Double($0), north: 200, speed: 0) })
        scene.motion(.walking, at: 2300)
        scene.feed((0..<60).map { Scene.fix(2310 + Double($0), north: north + Double($0), speed: 1) })
        return scene
    }

    @Test func aFenceOf150MetresSavesNoneOfTheDotsLostNearerThanThat() throws {
        let scene = try Self.suspendedWalk(wakingAt: 370)
        #expect(scene.account.lost.map { ($0.distance + 500) / 1000 } == [40, 60, 80, 100, 120, 140])
        #expect(scene.account.saved(byFence: 150_000).isEmpty)
        #expect(scene.account.saved(byFence: 110_000).count == 2)
    }

    @Test func theNineDotsOfTwoDeparturesAreSavedByNoFenceOf150Metres() {
        // Nine dots lost at 41-139 m behind one pause and at 100-137 m behind another.
        let distances: [Int64] = [41, 60, 79, 99, 119, 139, 100, 118, 137]
        #expect(distances.filter { $0 * 1000 > 150_000 }.isEmpty)
        let lost = distances.enumerated().map { WalkAccount.Lost(dot: $0, distance: $1 * 1000) }
        #expect(WalkAccount.saved(lost, byFence: 150_000).isEmpty)
        #expect(WalkAccount.saved(lost, byFence: 100_000).map(\.dot) == [4, 5, 7, 8])
    }

    @Test func a124FixesWhereThePhoneBesideHad6808AreStarvationAndSaidSo() throws {
        // 135 minutes with motion access off: a first session of 124 fixes with a gap of 19 minutes, a second without any.
        var starved = try WalkScene(motion: .denied)
        starved.signal(.regionCrossed(id: "home", .enter), at: 0)
        starved.feed(
            (0..<124).map { index -> Fix in
                // 62 fixes, 19 minutes of nothing, 62 fixes to the end.
                let time = index < 62 ? Double(index) * 50 : 3050 + 1140 + Double(index - 62) * 64
                return Scene.fix(time, north: Double(index), speed: 1)
            })
        starved.signal(.regionCrossed(id: "home", .exit), at: 8097)
        starved.signal(.regionCrossed(id: "home", .enter), at: 8098)
        starved.signal(.regionCrossed(id: "home", .exit), at: 8100)
        let finding = starved.account.starvation
        #expect(finding.isStarved)
        #expect(finding.fixes == 124)
        #expect(finding.longestGap == 19 * 60_000)
        #expect(finding.duration == 8_099_000)
        #expect(starved.account.sessions.map(\.fixes) == [124, 0])
        #expect(starved.account.sessions.map(\.wasPlayed) == [true, false], "never past arriving")
        #expect(starved.account.sessions.map(\.path) == ["classic-stream", "classic-stream"])

        var beside = try WalkScene()
        beside.begin()
        beside.feed((0..<6808).map { Scene.fix(Double($0) * 1.19, north: Double($0 % 500), speed: 1) })
        #expect(!beside.account.starvation.isStarved)
        #expect(beside.account.sessions.map(\.fixes) == [6808])
    }
}
