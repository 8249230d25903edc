import FieldModel
import Testing

@testable import DecisionCore

@Suite struct TrailDwellTests {
    /// A phone that has dwelt at the origin since 0 s, by the sensor; the next fix comes at 200 s or later.
    private func dwelling() -> Scene {
        var scene = Scene()
        scene.motion(.stationary, at: 0)
        scene.feed((0..<20).map { Scene.fix(Double($0) * 10, speed: 0) })
        return scene
    }

    private func feed(_ fixes: [Fix]) -> Scene {
        var scene = dwelling()
        scene.feed(fixes)
        return scene
    }

    @Test(
        "stationary for 120 s begins a dwell, unless a fix in motion came in between",
        arguments: [(119.999, -1.0, false), (120, -1, true), (121, 0.5, true), (120, 0.5, false)])
    func sensor(asked: Double, moving: Double, expected: Bool) {
        var scene = Scene()
        scene.motion(.stationary, at: 0)
        scene.feed(Scene.fix(moving < 0 ? 0 : moving, speed: moving < 0 ? 0 : 1))
        scene.signal(.stepsCounted(0), at: asked)
        #expect(scene.core.isDwelling == expected)
    }

    @Test(
        "a fix within 50 m of where the circle began, 180 s later, begins a dwell",
        arguments: [(180, 49.9, true), (179.999, 49.9, false), (180, 50.1, false)])
    func circle(second: Double, north: Double, expected: Bool) {
        var scene = Scene()
        scene.feed(Scene.fix(0, accuracy: 20))
        scene.feed(Scene.fix(second, north: north, accuracy: 20))
        #expect(scene.core.isDwelling == expected)
    }

    @Test(
        "the first fix of a run within 100 m goes on dwelling, further away it goes through the gate",
        arguments: [(100.0, "d"), (100.1, "k")])
    func launch(north: Double, verdict: String) {
        var scene = dwelling()
        scene.launch(at: 1000)
        scene.feed(Scene.fix(1000, north: north, accuracy: 20))
        #expect(scene.verdicts.suffix(1) == verdict)
        #expect(scene.core.isDwelling == (verdict == "d"))
    }

    @Test(
        "a fix points away by how far it is and whether it moves",
        arguments: [
            (Scene.fix(200, north: 29.9, speed: 1.4), "d"),
            (Scene.fix(200, north: 30.1, speed: 1.4), "k"),
            (Scene.fix(200, north: 100, accuracy: 20), "d"),
            (Scene.fix(200, north: 100.1, accuracy: 20), "k"),
            // The anchor's circle is 8 m.
            (Scene.fix(200, north: 107.9, accuracy: 100), "d"),
            (Scene.fix(200, north: 108.1, accuracy: 100), "k"),
            (Scene.fix(200, north: 1000.1, accuracy: 100), "k"),
            (Scene.fix(200, north: 500, accuracy: 101), "r"),
        ])
    func pointsAway(fix: Fix, verdict: String) {
        #expect(feed([fix]).verdicts.suffix(1) == verdict)
    }

    @Test(
        "a candidate is confirmed by a fix far enough beyond it, in time",
        arguments: [
            // In motion: 10 m more within 120 s.
            (40.0, 1.4, 320.0, 50.1, 1.4, true), (40, 1.4, 320, 49.9, 1.4, false), (40, 1.4, 320.001, 60, 1.4, false),
            // Not in motion: 100 m more.
            (150, -1, 300, 250.1, -1, true), (150, -1, 300, 249.9, -1, false),
            // Beyond 1 km: the next one beyond 1 km, whenever it comes.
            (1500, -1, 20_000, 1001, -1, true), (1500, -1, 201, 999, -1, false),
        ])
    func confirmed(
        candidate: Double, candidateSpeed: Double, second: Double, north: Double, speed: Double, leaves: Bool
    ) {
        let scene = feed([
            Scene.fix(200, north: candidate, speed: candidateSpeed), Scene.fix(second, north: north, speed: speed),
        ])
        #expect(scene.core.isDwelling != leaves)
        #expect((scene.points.count > 1) == leaves)
    }

    @Test(
        "a candidate is dropped by what speaks against it",
        arguments: [
            Scene.fix(210, north: 29.9, speed: 0), Scene.fix(210, north: 99.9), Scene.fix(320.001, north: 200),
            Scene.fix(210, north: 300, speed: 25, speedAccuracy: -1),
        ])
    func dropped(by fix: Fix) {
        let scene = feed([Scene.fix(200, north: 150), fix])
        let dropped = scene.decisions.compactMap { decision -> SequenceNumber? in
            if case .settled(let of, .refused(let ruling)) = decision, ruling.verdict == .dwelling { of } else { nil }
        }
        // 20 fixes before, the motion reading first of all.
        #expect(dropped == [22])
        #expect(scene.points.count == 1)
    }

    @Test("a way off right behind a fake speed is taken up 30 s later, and nothing of it is lost")
    func doubt() {
        var scene = dwelling()
        scene.feed(Scene.fix(200, north: 0, speed: 1.4, speedAccuracy: -1))
        scene.feed(Scene.going(201..<280, from: 0, at: 1.4))
        #expect(scene.rulings.map(\.verdict).prefix(50).suffix(29).allSatisfy { $0 == .dwelling })
        #expect(!scene.core.isDwelling)
        #expect(scene.points.dropFirst().first.map(Scene.north) == 11)
        #expect(scene.dashed == 0)
        #expect((105...110).contains(scene.solid))
    }

    @Test("coarse and implausible fixes neither confirm nor drop a candidate")
    func noEvidence() {
        var scene = dwelling()
        scene.motion(.automotive, at: 199)
        scene.feed([
            Scene.fix(200, north: 150, speed: 10), Scene.fix(201, north: 10, accuracy: 500),
            Scene.fix(202, north: 5000, accuracy: 5000),
        ])
        #expect(scene.verdicts.suffix(3) == "kdr")
        scene.feed(Scene.fix(203, north: 180, speed: 10))
        #expect(!scene.core.isDwelling)
    }

    @Test("neither walking nor driving by the sensor ends a dwell", arguments: [MotionKind.walking, .automotive])
    func sensorDoesNotEnd(kind: MotionKind) {
        var scene = dwelling()
        scene.motion(kind, at: 200)
        scene.feed(Scene.fix(201, north: 20, speed: 0))
        #expect(scene.verdicts.suffix(1) == "d")
    }

    @Test("while not dwelling a jump is stored once a fix 50 m beyond it confirms it", arguments: [150.1, 149.9])
    func jump(north: Double) {
        var scene = Scene()
        scene.feed([Scene.fix(0), Scene.fix(10, north: 100.1), Scene.fix(20, north: north)])
        let isConfirmed = north > 150
        #expect(scene.verdicts == (isConfirmed ? "aka" : "akr"))
        #expect(scene.decisions.contains(.settled(of: 2, .accepted)) == isConfirmed)
        #expect(scene.points.map(\.held.n) == (isConfirmed ? [1, 2, 3] : [1]))
    }

    @Test("a repeat of the newest fix shows that the stay goes on")
    func repeatIsSeen() {
        let scene = feed([Scene.fix(300, north: 5, accuracy: 30), Scene.fix(500, north: 5, accuracy: 30)])
        #expect(scene.rulings.last?.reason == .cachedRepeat)
        #expect(scene.stays.first?.span.to == Scene.wallTime(500))
    }

    @Test("a dwell that no fix saw is no stay; tracking off ends one that was seen")
    func trackingOff() {
        var unseen = Scene()
        unseen.motion(.stationary, at: 0)
        unseen.feed(Scene.fix(0))
        unseen.signal(.stepsCounted(0), at: 200)
        #expect(unseen.core.isDwelling)
        #expect(unseen.stays == [])
        var seen = dwelling()
        seen.signal(.trackingTurned(on: false), at: 200)
        #expect(seen.decisions.contains { if case .dwellEnded(.trackingOff, .some) = $0 { true } else { false } })
        #expect(seen.stays.map(\.span) == [Stay.Span(from: Scene.wallTime(0), to: Scene.wallTime(190))])
    }

    @Test(
        "the open end is stored when a dwell begins, tracking goes off, or the next point is late",
        arguments: [
            (Signal.trackingTurned(on: false), 130.0, [0, 9]), (.stepsCounted(1), 130, [0, 9]),
        ])
    func openEnd(signal: Signal, second: Double, norths: [Int64]) {
        var scene = Scene()
        scene.feed([Scene.fix(0, accuracy: 5, speed: 1), Scene.fix(8, north: 9, accuracy: 5, speed: 1)])
        scene.motion(.stationary, at: 9)
        #expect(scene.points.map(Scene.north) == [0])
        #expect(scene.solid == 9)
        scene.signal(signal, at: second)
        #expect(scene.points.map(Scene.north) == norths)
        #expect(scene.solid == 9)
    }

    @Test("the open end is stored before a point more than 20 s later only", arguments: [(28.0, 2), (28.001, 3)])
    func openEndLate(second: Double, count: Int) {
        var scene = Scene()
        scene.feed([
            Scene.fix(0, accuracy: 5, speed: 1), Scene.fix(8, north: 9, accuracy: 5, speed: 1),
            Scene.fix(second, north: 40, accuracy: 5, speed: 1),
        ])
        #expect(scene.points.count == count)
    }

    @Test("the accuracy asked for is lowered after 120 s of standing still, and only then")
    func profile() {
        var scene = Scene()
        scene.motion(.walking, at: 0)
        scene.motion(.stationary, at: 100)
        scene.signal(.stepsCounted(0), at: 219.999)
        scene.signal(.stepsCounted(0), at: 220)
        scene.motion(.unknown, at: 230)
        scene.motion(.walking, at: 240)
        let profiles = scene.decisions.compactMap { decision -> String? in
            if case .setProfile(let profile) = decision { profile.label } else { nil }
        }
        #expect(profiles == ["best", "reduced", "best"])
    }
}
