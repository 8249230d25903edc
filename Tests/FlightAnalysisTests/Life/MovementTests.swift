import FieldModel
import FlightAnalysis
import TestKit
import Testing

/// How far somebody got in a gap, and whether that matters.
@Suite struct MovementTests {
    /// A gap of 1,000 s over which somebody moved north, with the accuracies of the fixes around it.
    private func gap(moved: Double, before: Double = 8, after: Double = 8, age: Double = 0) throws -> Gap {
        var log = LogText()
        log.launch(0)
        log.fix(0, north: 0, hacc: before)
        log.beat(0)
        log.fix(1000, north: moved, hacc: after, age: age)
        log.beat(1000, due: 60)
        return try #require(try log.listing().gaps.first)
    }

    @Test(arguments: [
        (49.9, 8.0, 8.0, false), (50.1, 8, 8, true), (79.9, 40, 40, false), (80.1, 40, 40, true), (160.2, 8, 8, true),
        (0, 8, 8, false),
    ])
    func `a gap matters beyond the larger of 50 m and both accuracies`(
        moved: Double, before: Double, after: Double, matters: Bool
    ) throws {
        let gap = try gap(moved: moved, before: before, after: after)
        #expect(gap.matters == matters)
        #expect(abs(Double(gap.movement?.millimetres ?? -1) / 1000 - moved) < 0.1)
    }

    @Test(arguments: [(100.0, 0.0), (8, 31)])
    func `a coarse or an old fix says nothing of where somebody is`(hacc: Double, age: Double) throws {
        let gap = try gap(moved: 500, after: hacc == 100 ? 100.01 : hacc, age: age)
        #expect(gap.movement == nil)
        #expect(gap.matters == nil)
    }

    @Test func `the share of the moved distance counts the recorded way and the gaps that matter`() throws {
        var log = LogText()
        log.launch(0)
        for step in 0...60 { log.fix(Double(step), north: Double(step) * 10) }
        log.beat(60)
        log.fix(1000, north: 1000)
        log.beat(1000, due: 120)
        for step in 1...20 { log.fix(Double(1000 + step), north: 1000 + Double(step) * 10) }
        let listing = try log.listing()
        // 600 m recorded, 400 m in the gap, 200 m recorded.
        #expect(abs(listing.life.movedRecorded - 800_000) < 100)
        #expect(abs(listing.life.movedUnrecorded - 400_000) < 100)
        #expect(abs((listing.movedShare ?? 0) - 0.6667) < 0.001)
    }

    @Test func `a still phone asleep at night moved nowhere, and it does not matter`() throws {
        var log = LogText()
        log.launch(0)
        log.fix(0, north: 0, hacc: 20)
        log.beat(0)
        log.asleep += 25_000
        log.fix(28_800, north: 15, hacc: 20, verdict: "d")
        log.beat(28_800, due: 60)
        let listing = try log.listing()
        #expect(listing.gaps.map(\.matters) == [false])
        #expect(listing.moved == 0)
        #expect(listing.gaps.first?.evidence.contains("device-slept") == true)
    }

    @Test func `two gaps between the same two fixes share the way, which counts once`() throws {
        var log = LogText()
        log.launch(0)
        log.fix(0, north: 0)
        log.beat(0)
        log.beat(500, due: 60)
        log.beat(1000, due: 560)
        log.fix(1001, north: 300)
        let listing = try log.listing()
        #expect(listing.gaps.map { ($0.movement?.millimetres ?? 0) / 1000 } == [300, 300])
        #expect(abs(listing.life.movedUnrecorded - 300_000) < 100)
    }

    @Test func `what was moved after an end on purpose does not matter, and is not missed`() throws {
        var log = LogText()
        log.launch(0)
        for step in 0...60 { log.fix(Double(step), north: Double(step) * 10) }
        log.event(61, "exit", #""reason":"user""#)
        log.launch(1000, run: "B")
        log.fix(1001, north: 5000)
        let listing = try log.listing()
        #expect(listing.gaps.map(\.kind.rawValue) == ["exit"])
        #expect(listing.gaps.map(\.matters) == [false])
        #expect((listing.gaps.first?.movement?.millimetres ?? 0) / 1000 == 4400)
        #expect(listing.movedShare == 1)
        // A crash at the same place is another matter.
        var crashed = LogText()
        crashed.launch(0)
        for step in 0...60 { crashed.fix(Double(step), north: Double(step) * 10) }
        crashed.launch(1000, run: "B")
        crashed.fix(1001, north: 5000)
        #expect(try crashed.listing().gaps.map(\.matters) == [true])
    }

    @Test(arguments: [
        ("config", ["best, filter 10 m: 2", "best, no filter: 0"]), ("app", ["bg: 2"]), ("device", ["phone: 2"]),
        ("hour", ["08:00: 2", "09:00: 0"]),
    ])
    func `gaps are grouped by what was the case before them`(key: String, groups: [String]) throws {
        var log = LogText()
        log.launch(0, #""device":"phone""#)
        log.event(0, "profile", #""accuracy":"best","filter":10,"receiver":true"#)
        log.event(0, "app", #""to":"bg""#)
        log.beat(0)
        log.beat(600, due: 60)
        log.beat(1200, due: 660)
        log.event(1200, "profile", #""accuracy":"best","filter":0,"receiver":true"#)
        log.beats(stride(from: 1260, through: 4800, by: 60))
        let listing = try log.listing()
        let found = listing.groups(try #require(LifeGroup.Key(rawValue: key)))
        #expect(found.filter { $0.alive > 1000 || $0.gaps > 0 }.map { "\($0.name): \($0.gaps)" } == groups)
    }

    @Test func `a window clips what is counted`() throws {
        var log = LogText()
        log.launch(0)
        log.beats(stride(from: 0, through: 600, by: 60))
        log.beat(1200, due: 660)
        log.beats(stride(from: 1260, through: 1800, by: 60))
        let inside = TimeWindow(since: WallTime(origin + 900_000), until: WallTime(origin + 1_500_000))
        let listing = try log.listing(window: inside)
        #expect(listing.recorded == 600_000)
        #expect(listing.gapTime == 300_000)
        #expect(listing.aliveShare == 0.5)
        let before = try log.listing(window: TimeWindow(until: WallTime(origin + 500_000)))
        #expect(before.gaps.isEmpty)
        #expect(before.aliveShare == 1)
    }
}
