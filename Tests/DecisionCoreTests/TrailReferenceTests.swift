import FieldModel
import TestKit
import Testing

@testable import DecisionCore

/// Whole stories with the figures they are known to give.
@Suite struct TrailReferenceTests {
    @Test("a tunnel's dead reckoning is not a path, however long the accuracy was steady before", arguments: [0, 600])
    func tunnel(steady: Int) {
        var scene = Scene()
        scene.motion(.automotive, at: -1)
        let mouth = 22 * Double(steady)
        scene.feed(Scene.going(0..<steady, from: 0, at: 22) { _ in 14 })
        scene.feed(
            Scene.going(steady..<steady + 66, from: mouth, at: 22) { 14 + 80 * Double($0 - steady) / 65 })
        scene.feed(Scene.going(steady + 66..<steady + 80, from: mouth + 22 * 66, at: 22) { _ in 14 })
        #expect(scene.count(.deadReckoned) == 52)
        // The line reaches the last fix before the reckoned ones: 53 s at 22 m/s are missing.
        #expect(scene.connectors == [1166])
        #expect(scene.count(.openEnd) == 1)
    }

    @Test("a motorway that slowly loses the satellites is kept whole")
    func motorway() {
        var scene = Scene()
        scene.motion(.automotive, at: -1)
        scene.feed(Scene.going(0..<1201, from: 0, at: 33, claimed: 32.9) { 20 + 0.05 * Double($0) })
        #expect(scene.rulings.count { $0.verdict == .rejected && $0.reason != .spacing } == 0)
        #expect(scene.solid == 39_600)
    }

    @Test(
        "a phone that lies still at night is not moved by a false 25 m/s", arguments: [[], [9, 23], [9, 10, 11, 30]])
    func falseSpeed(complete: [Int]) {
        var scene = Scene()
        scene.motion(.stationary, at: 0)
        scene.feed((0..<150).map { Scene.fix(Double($0), accuracy: 20, speed: 0) })
        scene.motion(.automotive, at: 199)
        scene.feed(
            (0..<36).map {
                Scene.fix(
                    200 + Double($0), north: 25 * Double($0), speed: 25,
                    speedAccuracy: complete.contains($0) ? 0.5 : -1, courseAccuracy: complete.contains($0) ? 5 : -1)
            })
        #expect(scene.count(.fakeSpeed) == 36 - complete.count)
        #expect(scene.points.count == 1)
        #expect(scene.solid == 0)
    }

    @Test("eight hours in an office add no point after the arrival", arguments: [true, false], [1, 2, 3] as [UInt64])
    func office(motionAccess: Bool, seed: UInt64) {
        var scene = Scene()
        var random = SeededRandom(seed: seed)
        if motionAccess { scene.motion(.walking, at: 0) }
        scene.feed(Scene.going(0..<200, from: -280, at: 1.4))
        if motionAccess { scene.motion(.stationary, at: 200) }
        let arrived = scene.points.count
        var (north, east) = (0.0, 0.0)
        for second in stride(from: 205, to: 28_800, by: 5) {
            // Wi-Fi positions that wander, with a claimed accuracy that is too good.
            north = 0.98 * north + Double.random(in: -8...8, using: &random)
            east = 0.98 * east + Double.random(in: -8...8, using: &random)
            scene.feed(
                Scene.fix(
                    Double(second), north: north, east: east, accuracy: Double.random(in: 15...30, using: &random)))
        }
        #expect(scene.points.count <= arrived + 1)
        #expect(scene.points.dropFirst(arrived).allSatisfy { $0.origin == .openEnd })
        #expect(scene.stays.count == 1)
    }

    @Test("two red lights: the short one is no stay, the long one is one of 204 s")
    func lights() {
        var scene = Scene()
        scene.motion(.automotive, at: -1)
        scene.feed(Scene.going(0..<121, from: 0, at: 13, claimed: 12.9))
        scene.feed(Scene.still(121..<196, at: 1560))
        scene.feed(Scene.going(196..<316, from: 1573, at: 13, claimed: 12.9))
        scene.feed(Scene.still(316..<516, at: 3120))
        scene.feed(Scene.going(516..<636, from: 3133, at: 13, claimed: 12.9))
        #expect(scene.solid == 4680)
        #expect(scene.dashed == 0)
        // From the last fix on the way there, 315 s, to the fix 52 m on that confirmed the way off, 519 s.
        #expect(scene.stays.map(\.span.length) == [204_000])
    }

    @Test("a walk from home begins where it began, not at the Wi-Fi anchor")
    func walkFromHome() {
        var scene = Scene()
        scene.motion(.stationary, at: 0)
        scene.feed((0..<40).map { Scene.fix(Double($0) * 10, north: Double($0 % 3), east: 20, accuracy: 40) })
        scene.motion(.walking, at: 400)
        scene.feed(Scene.going(400..<430, from: 0, at: 1.4))
        #expect((3...4).contains(scene.count(.backfilled)))
        #expect(scene.points.first { $0.origin == .backfilled }.map(Scene.north) == 0)
    }

    @Test("a car from rest is a candidate at 30 m and gone 2 s later; its line begins where spacing lets it")
    func carFromRest() {
        var scene = Scene()
        scene.motion(.stationary, at: 0)
        scene.feed(Scene.still(0..<200, at: 0))
        scene.motion(.automotive, at: 200)
        scene.feed((0..<12).map { Scene.fix(200 + Double($0), north: Double($0 * $0) / 2, speed: Double($0)) })
        let candidate = scene.verdicts.firstIndex(of: "k")!
        #expect(scene.verdicts.distance(from: scene.verdicts.startIndex, to: candidate) == 208)
        #expect(scene.count(.backfilled) == 1)
        #expect(scene.points.first { $0.origin == .backfilled }?.time == Scene.wallTime(206))
        #expect(scene.rulings[209].verdict == .dwelling)
        #expect(!scene.core.isDwelling)
    }

    @Test("woken 1.5 km away, the way is taken up from the first fix on")
    func wokenFarAway() {
        var scene = Scene()
        scene.motion(.stationary, at: 0)
        scene.feed(Scene.still(0..<200, at: 0))
        scene.signal(.woken(by: .significantChange), at: 1999)
        scene.feed(Scene.going(2000..<2004, from: 1513, at: 13))
        #expect(scene.verdicts.suffix(4).first == "k")
        #expect(scene.points.dropFirst().first?.time == Scene.wallTime(2000))
        #expect(scene.points.dropFirst().first?.origin == .backfilled)
        #expect(scene.decisions.contains { if case .dwellEnded(.far, _) = $0 { true } else { false } })
        #expect(scene.dashed == 1513)
    }

    @Test("started again 60 m from the last point, it is the same stay and nothing is stored")
    func relaunchedNear() {
        var scene = Scene()
        scene.motion(.stationary, at: 0)
        scene.feed(Scene.still(0..<200, at: 0))
        scene.launch(at: 4000)
        scene.feed((0..<5).map { Scene.fix(4000 + Double($0) * 30, north: 60, accuracy: 20) })
        #expect(scene.points.count == 1)
        #expect(scene.stays.count == 1)
        #expect(scene.stays.first?.span == Stay.Span(from: Scene.wallTime(0), to: Scene.wallTime(4120)))
        #expect(scene.stays.first?.unobserved == [Stay.Span(from: Scene.wallTime(199), to: Scene.wallTime(4000))])
    }

    @Test("started again 75 m on at 25 m/s, nothing is lost")
    func relaunchedOnTheWay() {
        var scene = Scene()
        scene.motion(.automotive, at: -1)
        scene.feed(Scene.going(0..<31, from: 0, at: 25, claimed: 24.9))
        scene.launch(at: 33)
        scene.feed(Scene.going(33..<64, from: 825, at: 25, claimed: 24.9))
        let second = scene.points.filter { $0.segment == 1 }
        #expect(second.first?.origin == .backfilled)
        #expect(second.first?.time == Scene.wallTime(33))
        #expect(scene.connectors == [75])
        #expect(scene.solid == 750 + 750)
    }

    @Test("a metro leaves one connector and no coarse point")
    func metro() {
        var scene = Scene()
        scene.motion(.walking, at: 0)
        scene.feed(Scene.going(0..<60, from: 0, at: 1.4))
        scene.motion(.stationary, at: 60)
        scene.feed(
            (0..<40).map {
                Scene.fix(70 + Double($0) * 15, north: 84 + 200 * Double($0), accuracy: 400 + Double($0 % 5) * 600)
            })
        scene.motion(.walking, at: 680)
        scene.feed(Scene.going(690..<750, from: 8000, at: 1.4))
        #expect(scene.points.count { $0.isCoarse } == 0)
        #expect(scene.count(.underground) == 40)
        #expect(scene.connectors.count == 1)
    }

    @Test("a train is no stay, though the motion sensor calls it stationary")
    func train() {
        var scene = Scene()
        scene.motion(.stationary, at: -300)
        scene.feed(Scene.going(0..<1201, from: 0, at: 30) { 8 + Double($0 % 7) })
        #expect(scene.stays == [])
        #expect(scene.solid == 36_000)
    }
}
