import FieldModel
import FlightAnalysis
import TestKit
import Testing

/// Runs, their ends, and clocks that somebody set.
@Suite struct RunAndClockTests {
    @Test func `what the next launch wrote down is taken letter for letter`() throws {
        var log = LogText()
        log.launch(0)
        log.beat(60)
        log.launch(200, run: "B")
        log.event(
            200, "prev-exit",
            #""run":"A","last":"fg","cause":"out-of-memory","clean":false,"crashed":false,"confidence":"medium","#
                + #""evidence":["low-memory"],"end":{"t":\#(origin + 90_000),"m":1090000}"#)
        let listing = try log.listing()
        let gap = try #require(listing.gaps.first)
        #expect(gap.kind.rawValue == "out-of-memory")
        #expect(gap.certainty == .medium)
        #expect(gap.evidence == ["new-run", "low-memory", "end-from-state"])
        #expect(gap.duration == 110_000)
        #expect(gap.from.wallTime == WallTime(origin + 90_000))
        #expect(listing.ends.first?.isRecorded == true)
        #expect(listing.ends.first?.last == .foreground)
    }

    @Test func `a cause of another version is carried through`() throws {
        var log = LogText()
        log.launch(0)
        log.launch(200, run: "B")
        log.event(200, "prev-exit", #""cause":"eaten-by-a-bear","confidence":"high""#)
        #expect(try log.listing().kinds == ["eaten-by-a-bear"])
    }

    @Test func `a crash line is the end where nothing follows it, and survived where something does`() throws {
        var log = LogText()
        log.launch(0)
        log.event(10, "crash", #""sig":6,"pc":["0x10","0x20"]"#)
        log.beat(60)
        log.event(70, "crash", #""sig":11,"pc":["0x30"]"#)
        log.launch(100, run: "B")
        let listing = try log.listing()
        #expect(listing.kinds == ["crash"])
        #expect(listing.seconds == [30])
        #expect(listing.ends.first?.signal == 11)
        #expect(listing.ends.first?.addresses == ["0x30"])
        #expect(listing.gaps.first?.certainty == .certain)
    }

    @Test func `a survived signal is no end`() throws {
        var log = LogText()
        log.launch(0)
        log.event(10, "crash", #""sig":6"#)
        log.beat(60)
        log.launch(100, run: "B")
        #expect(try log.listing().kinds == ["killed"])
    }

    @Test func `another boot is a reboot, measured by the wall clock`() throws {
        var log = LogText()
        log.launch(0, #""boot":"one""#)
        log.beat(60)
        log.bootStart = -290
        log.launch(300, run: "B", #""boot":"two""#)
        log.beat(360)
        let listing = try log.listing()
        #expect(listing.kinds == ["reboot"])
        #expect(listing.seconds == [240])
        #expect(listing.gaps.first?.evidence.contains("wall-clock") == true)
        #expect(listing.life.clockSteps.isEmpty)
    }

    @Test func `an app of another build is an update`() throws {
        var log = LogText()
        log.launch(0, #""boot":"one","app":"demo","build":"41""#)
        log.launch(300, run: "B", #""boot":"one","app":"demo","build":"42""#)
        #expect(try log.listing().kinds == ["update"])
    }

    @Test(arguments: [(-180.0, [-180_000]), (2.001, [2001]), (2.0, []), (86_400, [86_400_000])] as [(Double, [Int64])])
    func `a wall clock that is set is a step, never a gap`(by: Double, steps: [Int64]) throws {
        var log = LogText()
        log.launch(0)
        log.beats(stride(from: 60, through: 180, by: 60))
        log.clockError = by
        log.beats(stride(from: 240, through: 360, by: 60))
        let listing = try log.listing()
        #expect(listing.gaps.isEmpty)
        #expect(listing.life.clockSteps.map(\.by) == steps)
        #expect(listing.recorded == 360_000)
    }

    @Test func `a gap with a clock step in it is measured on the other clock`() throws {
        var log = LogText()
        log.launch(0)
        log.beat(0)
        log.clockError = -7200
        log.beat(600, due: 60)
        let listing = try log.listing()
        #expect(listing.seconds == [600])
        #expect(listing.life.clockSteps.map(\.by) == [-7_200_000])
    }

    @Test func `times before the clock was set are worked out backwards and marked`() throws {
        var log = LogText()
        log.clockError = -Double(origin / 1000)
        log.launch(0)
        log.beat(0)
        log.beat(600, due: 60)
        log.clockError = 0
        log.beat(660)
        let listing = try log.listing()
        let gap = try #require(listing.gaps.first)
        #expect(listing.seconds == [600])
        #expect(gap.from.wallTime == WallTime(origin))
        #expect(gap.to.wallTime == WallTime(origin + 600_000))
        #expect(gap.evidence.contains("clock-unset"))
        #expect(listing.recorded == 660_000)
    }

    @Test func `a reboot with an unset clock is no gap of 56 years`() throws {
        var log = LogText()
        log.launch(0, #""boot":"one""#)
        log.beat(60)
        log.bootStart = -290
        log.clockError = -Double(origin / 1000)
        log.launch(300, run: "B", #""boot":"two""#)
        log.beat(360)
        log.clockError = 0
        log.beat(420)
        let listing = try log.listing()
        #expect(listing.kinds == ["reboot"])
        #expect(listing.seconds == [240])
        #expect(listing.recorded == 420_000)
    }

    @Test func `a reboot whose clock was never set has no length rather than a wrong one`() throws {
        var log = LogText()
        log.launch(0, #""boot":"one""#)
        log.beat(60)
        log.bootStart = -290
        log.clockError = -Double(origin / 1000)
        log.launch(300, run: "B", #""boot":"two""#)
        log.beat(360)
        let listing = try log.listing()
        #expect(listing.seconds == [0])
        #expect(listing.gaps.first?.evidence.contains("clock-unset") == true)
        #expect(listing.recorded == 120_000)
    }

    @Test func `a boot clock that starts again without a launch is a reboot that was not written down`() throws {
        var log = LogText()
        log.launch(0)
        log.beat(60)
        log.bootStart = -200
        log.beat(300)
        let listing = try log.listing()
        #expect(listing.kinds == ["reboot"])
        #expect(listing.seconds == [240])
        #expect(listing.life.runs.count == 2)
    }

    @Test func `day files out of order are read by n`() throws {
        var log = LogText()
        log.launch(0)
        log.beats(stride(from: 60, through: 600, by: 60))
        let folder = TemporaryFolder()
        try folder.write(log.events[0..<4].map { $0 + "\n" }.joined(), to: "events/2026-05-05.jsonl")
        try folder.write(log.events[4...].map { $0 + "\n" }.joined(), to: "events/2026-05-04.jsonl")
        let report = try LifeReport(of: LogSource.open(folder.path))
        #expect(report.lives[0].gaps.isEmpty)
        #expect(report.lives[0].runs.map(\.id) == ["A"])
        #expect(report.lives[0].runs.map(\.beats) == [10])
    }

    @Test func `a second process is a log of its own`() throws {
        var log = LogText(), second = LogText()
        log.launch(0)
        log.beats(stride(from: 60, through: 300, by: 60))
        second.launch(100, run: "X")
        second.launch(110, run: "Y")
        let folder = TemporaryFolder()
        try log.write(to: folder)
        try second.write(to: folder, named: "p-12-abc")
        let listing = GapListing(try LifeReport(of: LogSource.open(folder.path)))
        #expect(listing.report.lives.map(\.part) == ["", "p-12-abc"])
        #expect(listing.kinds == ["killed"])
        #expect(listing.seconds == [10])
    }

    @Test func `a torn piece that began as a crash is evidence of one`() throws {
        var log = LogText()
        log.launch(0)
        log.beat(60)
        let before = log.events.map { $0 + "\n" }.joined()
        log.launch(200, run: "B")
        let folder = TemporaryFolder()
        try log.write(to: folder)
        try folder.write(
            #"{"n":3,"t":1,"m":1,"u":1,"k":"crash","si"#, to: "events/2026-05-04.jsonl.\(before.utf8.count).torn")
        let report = try LifeReport(of: LogSource.open(folder.path))
        #expect(report.lives[0].ends.first?.cause == "crash")
        #expect(report.lives[0].ends.first?.evidence == ["crash-marker-cut"])
        #expect(report.totalDamage[.tornTail] == 1)
    }

    @Test func `an input that is no log is refused with what was found`() throws {
        let folder = TemporaryFolder()
        let picture = try folder.write([0x89, 0x50, 0x4E, 0x47, 1, 2, 3], to: "x.png")
        #expect(throws: AnalysisError.self) { try LogSource.open(picture) }
        #expect(throws: AnalysisError.self) { try LogSource.open(folder.path) }
        #expect(throws: AnalysisError.self) { try LogSource.open(folder.appending("nothing")) }
    }
}
