import FieldModel
import Testing

@testable import DecisionCore

@Suite struct TrailJudgeTests {
    private func point(_ fix: Fix, isCoarse: Bool = false, segment: Int = 0) -> TrailPoint {
        TrailPoint(NumberedFix(fix), isCoarse: isCoarse, segment: segment)
    }

    /// Three points: out by `legs`, back to `ends` from the first.
    private func spike(_ out: Double, _ ends: Double, after seconds: Double, middle: (Double) -> Fix) -> Bool {
        let points = [
            point(Scene.fix(0, speed: 1)), point(middle(out)), point(Scene.fix(seconds, north: ends, speed: 1)),
        ]
        return TrailJudge().judge(points).isSpike == [false, true, false]
    }

    @Test(
        "with a reliable speed only a long and quick way out and back is a spike",
        arguments: [
            (225.2, 50.0, 300.0, true), (225.2, 50, 300.001, false), (199.9, 0, 300, false), (200.1, 0, 300, true),
            (300, 74, 300, true), (300, 76, 300, false),
        ])
    func reliable(out: Double, ends: Double, seconds: Double, expected: Bool) {
        // Out to one side, so that both legs are about equal.
        let found = spike(out, ends, after: seconds) {
            Scene.fix(seconds / 2, north: ends / 2, east: $0, speed: 2)
        }
        #expect(found == expected)
    }

    @Test(
        "without one a shorter one is",
        arguments: [(41.0, 20.0, 600.0, true), (41, 20, 600.001, false), (39.9, 0, 600, false), (42, 25, 600, false)])
    func unreliable(out: Double, ends: Double, seconds: Double, expected: Bool) {
        let found = spike(out, ends, after: seconds) { Scene.fix(seconds / 2, north: ends / 2, east: $0) }
        #expect(found == expected)
    }

    @Test("a speed of 1 m/s give or take 1.8 is not reliable: 98 m out and back is a spike")
    func doubtfulSpeed() {
        let found = spike(98, 5, after: 20) {
            Scene.fix(10, north: $0, speed: 1, speedAccuracy: 1.8, courseAccuracy: 153)
        }
        #expect(found)
    }

    @Test(
        "what lies between two points decides whether a line joins them",
        arguments: [
            ([Scene.fix(0, speed: 1), Scene.fix(20, north: 600, speed: 1)], nil),
            ([Scene.fix(0, speed: 1), Scene.fix(20.001, north: 500.1, speed: 1)], .pause),
            ([Scene.fix(0, speed: 1), Scene.fix(2000, north: 500, speed: 1)], nil),
            ([Scene.fix(0, speed: 1), Scene.fix(4, north: 400.1, speed: 1)], .speed),
            ([Scene.fix(0, speed: 1), Scene.fix(4, north: 399.9, speed: 1)], nil),
            ([Scene.fix(0, speed: 66), Scene.fix(4, north: 400.1, speed: 67)], nil),
            ([Scene.fix(0, accuracy: 50), Scene.fix(10, north: 49.9, speed: 1)], .error),
            ([Scene.fix(0, accuracy: 50), Scene.fix(10, north: 50.1, speed: 1)], nil),
            ([Scene.fix(0, accuracy: 50, speed: 1), Scene.fix(10, north: 50, speed: 1)], nil),
        ] as [([Fix], Join.Gap?)])
    func joins(fixes: [Fix], gap: Join.Gap?) {
        #expect(TrailJudge().judge(fixes.map { point($0) }).joins.map(\.gap) == [gap])
    }

    @Test("a coarse point and a new segment break the line")
    func breaks() {
        let points = [
            point(Scene.fix(0)), point(Scene.fix(5, north: 50, accuracy: 500), isCoarse: true),
            point(Scene.fix(10, north: 100)), point(Scene.fix(20, north: 200), segment: 1),
        ]
        #expect(TrailJudge().judge(points).joins.map(\.gap) == [.coarse, .segment])
    }

    @Test(
        "a hole breaks the join that spans it, not the fixes that were measured in it and came late",
        arguments: [
            ([0, 1801], [.hole]), ([0, 600, 1200, 1801], [.hole, .hole, .hole]),
            (Array(stride(from: 0, through: 1810, by: 10)), Array(repeating: nil, count: 181)),
            ([0, 10, 1900], [nil, .hole]),
        ] as [([Int], [Join.Gap?])])
    func holes(seconds: [Int], gaps: [Join.Gap?]) {
        let points = seconds.map { point(Scene.fix(Double($0), north: Double($0) / 4, speed: 1)) }
        let judge = TrailJudge(holes: [Stay.Span(from: Scene.wallTime(10), to: Scene.wallTime(1800))])
        #expect(judge.judge(points).joins.map(\.gap) == gaps)
    }

    @Test(
        "a run of rarer fixes is joined over longer pauses",
        arguments: [(1.0, 20_000), (10, 20_000), (10.001, 20_002), (60, 120_000), (200, 300_000)] as [(Double, Int64)])
    func usualInterval(seconds: Double, joinTime: Int64) {
        var usual = UsualInterval()
        for index in 0..<10 { usual.add(Scene.wallTime(Double(index) * seconds)) }
        #expect(usual.joinTime(TrailRules()) == joinTime)
    }

    @Test("the median is the lower one")
    func lowerMedian() {
        var usual = UsualInterval()
        for second in [0, 1, 3, 6, 10] { usual.add(Scene.wallTime(Double(second))) }
        #expect(usual.lowerMedian == 2_000)
    }

    @Test("a length is split at a border in proportion to time, and nothing is lost")
    func split() {
        let (from, to) = (Scene.wallTime(0), Scene.wallTime(30))
        #expect(Join.split(1000, from: from, to: to, at: [Scene.wallTime(10)]) == [333, 667])
        #expect(Join.split(1000, from: from, to: to, at: [Scene.wallTime(10), Scene.wallTime(20)]) == [333, 334, 333])
        #expect(Join.split(1000, from: from, to: to, at: []) == [1000])
    }
}
