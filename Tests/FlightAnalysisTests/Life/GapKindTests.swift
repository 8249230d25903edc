import FieldModel
import FlightAnalysis
import TestKit
import Testing

/// What a gap is called, and on what grounds.
@Suite struct GapKindTests {
    @Test func `a suspended process comes back with a late beat and no CPU time used`() throws {
        var log = LogText()
        log.launch(0)
        log.beat(0, cpu: 1000)
        log.beat(60, cpu: 1100)
        log.asleep += 1800
        log.beat(1980, due: 120, cpu: 1110)
        log.event(1980, "hole", #""from":1060000,"to":2980000"#)
        log.beat(2040, cpu: 1200)
        let listing = try log.listing()
        let gap = try #require(listing.gaps.first)
        #expect(listing.kinds == ["suspended"])
        #expect(gap.duration == 1_920_000)
        #expect(gap.missed == 31)
        #expect(gap.asleep == 1_800_000)
        #expect(gap.certainty == .certain)
        #expect(gap.evidence == ["same-run", "cpu-idle", "beat-late", "device-slept", "hole-noted"])
        #expect(gap.endedBy == "hb")
        #expect(gap.before.app == .background)
    }

    @Test(arguments: [
        // CPU growth in ms over a gap of 1,000 s, of which 1 % is 10,000 ms.
        (9_999.0, "suspended", "certain"), (10_000, "stalled", "medium"), (99_999, "stalled", "medium"),
        (100_000, "stalled", "high"),
    ])
    func `CPU time tells suspended from stalled`(growth: Double, kind: String, certainty: String) throws {
        var log = LogText()
        log.launch(0)
        log.beat(0, cpu: 0)
        log.beat(1000, due: 60, cpu: growth)
        let gap = try #require(try log.listing().gaps.first)
        #expect(gap.kind.rawValue == kind)
        #expect(gap.certainty.rawValue == certainty)
    }

    @Test func `CPU time that the life around a gap has used is not held against it`() throws {
        var log = LogText()
        log.launch(0)
        log.beat(0, cpu: 0)
        log.beat(60, cpu: 6_000)
        log.event(110, "motion", #""kind":"walking""#)
        log.event(310, "app", #""to":"fg""#)
        log.beat(350, due: 120, cpu: 12_000)
        let gap = try #require(try log.listing().gaps.first)
        #expect(gap.duration == 200_000)
        #expect(gap.kind == .suspended)
        #expect(gap.certainty == .medium)
    }

    @Test func `without CPU time suspended is highly probable, not certain`() throws {
        var log = LogText()
        log.launch(0)
        log.beat(0)
        log.beat(600, due: 60)
        let gap = try #require(try log.listing().gaps.first)
        #expect(gap.kind == .suspended)
        #expect(gap.certainty == .high)
        #expect(gap.evidence.contains("no-cpu-time"))
    }

    @Test(arguments: [("track", #""on":false"#, "tracking-off"), ("hb.off", "", "beats-off")])
    func `silence that was meant is off`(kind: String, members: String, code: String) throws {
        var log = LogText()
        log.launch(0)
        log.beat(0)
        log.event(10, kind, members)
        log.event(3610, "hb.on")
        log.beat(3670)
        let listing = try log.listing()
        #expect(listing.kinds == ["off"])
        #expect(listing.gaps.first?.evidence.contains(code) == true)
        #expect(listing.intendedTime == 3_600_000)
        #expect(listing.aliveShare == 1)
    }

    @Test func `B098 a span that the recorder could not write is unwritten, not suspended`() throws {
        var log = LogText()
        log.launch(0)
        log.beats(stride(from: 0, through: 120, by: 60))
        log.event(720, "lost", #""records":40,"bytes":4000,"from":1121000,"to":1719000,"why":"disk full""#)
        log.beat(720, #""lost":40"#)
        log.beat(780)
        let listing = try log.listing()
        #expect(listing.kinds == ["unwritten"])
        #expect(listing.seconds == [600])
        #expect(listing.report.recordsLost == 40)
        #expect(listing.report.isDamaged)
    }

    @Test func `B098 a beat that counts losses is enough to say so`() throws {
        var log = LogText()
        log.launch(0)
        log.beat(0)
        log.beat(600, due: 60, #""lost":3"#)
        #expect(try log.listing().kinds == ["unwritten"])
    }

    @Test func `a loss elsewhere does not explain a suspension`() throws {
        var log = LogText()
        log.launch(0)
        log.beat(0)
        log.event(600, "lost", #""records":1,"bytes":10,"from":1000000,"to":1001000,"why":"ring full""#)
        log.beat(600, due: 60, #""lost":1"#)
        #expect(try log.listing().kinds == ["suspended"])
    }

    @Test func `a log without beats can only say that it was silent`() throws {
        var log = LogText()
        log.launch(0, period: nil)
        for second in stride(from: 0.0, through: 100, by: 10) { log.fix(second, north: second) }
        log.fix(281, north: 100)
        let gap = try #require(try log.listing().gaps.first)
        #expect(gap.kind == .silence)
        #expect(gap.certainty == .low)
        #expect(gap.missed == nil)
        #expect(gap.duration == 181_000)
    }

    @Test(arguments: [(90_000, 0), (90_001, 1)])
    func `a gap is longer than one and a half periods`(pause: Int, gaps: Int) throws {
        var log = LogText()
        log.launch(0)
        log.beat(0)
        log.event(Double(pause) / 1000, "mark", #""text":"x""#)
        #expect(try log.listing().gaps.count == gaps)
    }

    @Test(arguments: [(180, 10, 0), (181, 10, 1), (300, 60, 0), (301, 60, 1)])
    func `without beats it is longer than 180 s and five median intervals`(pause: Int, step: Int, gaps: Int) throws {
        var log = LogText()
        log.launch(0, period: nil)
        for index in 0...20 { log.fix(Double(index * step), north: 0) }
        log.fix(Double(20 * step + pause), north: 0)
        #expect(try log.listing().gaps.count == gaps)
    }

    @Test func `without a declared period the median interval of the beats is taken`() throws {
        var log = LogText()
        log.launch(0, period: nil)
        for second in stride(from: 0.0, through: 100, by: 10) { log.beat(second) }
        log.beat(115)
        log.beat(131)
        let listing = try log.listing()
        #expect(listing.life.period == 10_000)
        #expect(listing.seconds == [16])
    }

    @Test func `the threshold may be given`() throws {
        var log = LogText()
        log.launch(0)
        log.beats(stride(from: 0, through: 300, by: 60))
        #expect(try log.listing(threshold: 59_999).gaps.count == 5)
        #expect(try log.listing(threshold: 60_000).gaps.isEmpty)
    }

    @Test(arguments: [(179.0, 1), (180, 1), (180.5, 2), (239, 2), (240, 2), (241, 3)])
    func `missed counts the beats that were due strictly inside`(end: Double, missed: Int) throws {
        var log = LogText()
        log.launch(0)
        log.beat(60)
        log.event(end, "mark", #""text":"x""#)
        #expect(try log.listing().gaps.map(\.missed) == [missed])
    }

    @Test func `a wake right after a gap is what ended it`() throws {
        var log = LogText()
        log.launch(0)
        log.beat(0)
        log.fix(600, north: 0)
        log.event(601, "wake", #""by":"significant-change""#)
        log.beat(660)
        let gap = try #require(try log.listing().gaps.first)
        #expect(gap.endedBy == "wake:significant-change")
    }

    @Test func `samples are signs of life like any other record`() throws {
        var log = LogText()
        log.launch(0)
        log.beat(0)
        for second in stride(from: 1.0, through: 300, by: 1) { log.fix(second, north: 0) }
        log.beat(300, due: 60)
        let listing = try log.listing()
        #expect(listing.gaps.isEmpty)
        #expect(listing.life.missingBeats.map(\.duration) == [300_000])
        #expect(listing.life.late.map(\.late) == [240_000])
    }
}
