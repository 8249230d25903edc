import DecisionCore
import FieldModel
import Testing

/// For each row of the capability matrix: the path when it is off is the one that runs.
@Suite struct CapabilityTests {
    @Test(arguments: Authorization.Motion.allCases)
    func onlyExactlyAuthorizedMotionGivesTheManagedStream(_ motion: Authorization.Motion) throws {
        var scene = try WalkScene(motion: motion)
        scene.signal(.regionCrossed(id: "home", .enter), at: 0)
        let path = motion == .authorized ? "managed-stream" : "classic-stream"
        #expect(scene.words[1] == "motion: \(path)")
        #expect(scene.account.sessions.map(\.path) == [path])
    }

    @Test func motionNeverAskedAboutGivesTheClassicStream() throws {
        var core = WalkCore(pack: try StreetPack(WalkScene.pack))
        var decisions: [Decision] = []
        let stamp = Stamp(wallTime: WallTime(0))
        core.decide(.authorizationChanged(Authorization(location: .always)), at: stamp, into: &decisions)
        core.decide(.regionCrossed(id: "home", .enter), at: stamp, into: &decisions)
        #expect(decisions.contains(.pathChosen(PathChoice("motion", path: "classic-stream"))))
    }

    @Test func withLocationWhileInUseAnArrivalIsOfferedAndATapStarts() throws {
        var scene = try WalkScene()
        scene.signal(.authorizationChanged(Authorization(location: .whenInUse)), at: -50)
        scene.signal(.regionCrossed(id: "home", .enter), at: 0)
        scene.signal(.regionCrossed(id: "home", .enter), at: 1)
        #expect(scene.words == ["location-always: arrival-notification", "offer home"])
        #expect(scene.core.phase == .dormant)
        scene.signal(.woken(by: .user), at: 20)
        #expect(scene.core.phase == .arriving)
    }

    @Test func reducedAccuracyIsAskedAboutOnceAndThereIsNoSession() throws {
        var scene = try WalkScene()
        scene.signal(.authorizationChanged(Authorization(precise: false)), at: -50)
        scene.signal(.regionCrossed(id: "home", .enter), at: 0)
        scene.signal(.regionCrossed(id: "home", .enter), at: 60)
        #expect(scene.words == ["precise-location: no-session", "ask full accuracy"])
        #expect(scene.core.phase == .dormant)
        scene.signal(.authorizationChanged(Authorization(precise: true)), at: 70)
        #expect(scene.core.phase == .arriving)
    }

    @Test func withoutNotificationsNothingIsOffered() throws {
        var scene = try WalkScene()
        scene.signal(.authorizationChanged(Authorization(location: .whenInUse)), at: -50)
        scene.signal(.settingsChanged([.init("notifications", false)]), at: -40)
        scene.signal(.regionCrossed(id: "home", .enter), at: 0)
        #expect(scene.words == ["location-always: arrival-notification", "notifications: open-the-app"])
        scene.signal(.appMoved(to: .foreground), at: 20)
        #expect(scene.core.phase == .arriving, "the app was opened")
    }

    @Test(arguments: [
        ("refresh", Value.bool(false), "background-refresh: maintenance-at-launch"),
        ("lowPower", true, "full-power: slower-stream"), ("cloud", false, "cloud-backup: on-the-device"),
    ]) func aSettingThatIsOffTakesItsPath(_ key: String, _ value: Value, _ word: String) throws {
        var scene = try WalkScene()
        scene.signal(.settingsChanged([.init(key, value)]), at: -50)
        scene.signal(.settingsChanged([.init(key, value)]), at: -40)
        #expect(scene.words == [word])
    }

    @Test(arguments: Capability.matrix) func everyRowHasAPathForOnAndForOff(_ row: Capability) {
        #expect(row.givenBy.allSatisfy { row.path(for: $0) == row.path })
        #expect(row.path(for: nil) == row.pathWhenOff)
        #expect(row.path(for: .string("notDetermined")) == row.pathWhenOff)
        #expect(row.path != row.pathWhenOff)
    }

    @Test func aLocationThatIsDeniedEndsTheSession() throws {
        var scene = try WalkScene()
        scene.begin()
        scene.signal(.authorizationChanged(Authorization(location: .denied)), at: 5)
        #expect(scene.core.phase == .dormant)
    }
}
