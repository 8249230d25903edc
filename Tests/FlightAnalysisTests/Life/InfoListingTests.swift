import FieldModel
import FlightAnalysis
import LogFormat
import TestKit
import Testing

/// What a log holds: numbers, sessions, parts, lengths that nobody can tell.
@Suite struct InfoListingTests {
    private func info(_ folder: TemporaryFolder, _ window: TimeWindow = TimeWindow()) throws -> InfoListing {
        InfoListing(try LifeReport(of: LogSource.open(folder.path), counted: window), window: window)
    }

    private func written(_ log: LogText) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        try log.write(to: folder)
        return folder
    }

    private var walk: LogText {
        var log = LogText()
        log.launch(0)
        log.beats(stride(from: 60, through: 300, by: 60))
        log.fix(310, north: 0)
        log.beats(stride(from: 360, through: 600, by: 60))
        return log
    }

    @Test func `a log with all its numbers is whole`() throws {
        let info = try info(written(walk))
        #expect(info.isWhole)
        #expect(info.report.recordsMissing == 0)
    }

    @Test func `a line that was taken out is missed by its number, and the log is not called whole`() throws {
        var log = walk
        log.events.removeSubrange(2...3)
        let info = try info(written(log))
        #expect(!info.isWhole)
        #expect(info.report.recordsMissing == 2)
        #expect(info.report.lives[0].sequence?.stretches == [3...4])
        #expect(info.value["whole"] == false)
        #expect(info.value["damage"]?["numbers_missing"] == 2)
    }

    @Test func `numbers that the writer says it lost are not missing`() throws {
        var log = walk
        log.events.removeSubrange(2...3)
        log.event(601, "lost", #""records":2,"bytes":100,"from":1180000,"to":1240000"#)
        #expect(try info(written(log)).report.recordsMissing == 0)
    }

    @Test(arguments: [("signal", 640, 0), ("signal", 800, 3), ("full", 640, 3)])
    func `what came behind a crash is no loss, and neither missing`(why: String, until: Int, lost: Int64) throws {
        var log = walk
        log.launch(700, run: "B")
        log.event(
            701, "lost", #""records":3,"bytes":100,"from":1601000,"to":\#(1_000_000 + until * 1000),"why":"\#(why)""#)
        let report = try info(written(log)).report
        #expect(report.recordsLost == lost)
        #expect(report.recordsMissing == 0)
        #expect(report.isDamaged == (lost > 0))
    }

    @Test func `a single file has the numbers of its kind only, so none is missing`() throws {
        let folder = try written(walk)
        let report = try LifeReport(of: LogSource.open(folder.appending("events/2026-05-04.jsonl")))
        #expect(report.recordsMissing == 0)
        #expect(report.lives[0].sequence == nil)
    }

    @Test func `a log of empty files is not whole`() throws {
        let folder = TemporaryFolder()
        try folder.write("", to: "events/2026-05-04.jsonl")
        let info = try info(folder)
        #expect(!info.isWhole)
        #expect(info.report.emptyFiles.count == 1)
        #expect(info.value["empty_files"]?.array?.count == 1)
    }

    @Test func `a part of a log has the runs, counts and marks of that part`() throws {
        var log = walk
        log.launch(700, run: "B")
        log.beat(760)
        let window = TimeWindow(since: WallTime(origin + 200_000), until: WallTime(origin + 420_000))
        let info = try info(written(log), window)
        #expect(info.runs.map(\.id) == ["A"])
        #expect(info.runs.map(\.duration) == [220_000])
        #expect(info.events == 4)
        #expect(info.samples == 1)
        #expect(info.kinds.map(\.0) == ["hb", "sample (accepted)"])
        #expect(info.kinds.map(\.1) == [4, 1])
        #expect(info.first == WallTime(origin + 200_000))
        #expect(info.last == WallTime(origin + 420_000))
    }

    @Test func `a session goes from tracking on to off, over a relaunch`() throws {
        var log = LogText()
        log.launch(0)
        log.beat(60)
        log.launch(100, run: "B")
        log.event(200, "track", #""on":false"#)
        log.event(500, "track", #""on":true"#)
        log.beat(560)
        let sessions = try info(written(log)).report.lives[0].sessions
        #expect(sessions.map(\.from.wallTime) == [WallTime(origin), WallTime(origin + 500_000)])
        #expect(sessions.map(\.to.wallTime) == [WallTime(origin + 200_000), WallTime(origin + 560_000)])
        let lives = try info(written(log)).report.lives
        let second = TimeWindow(since: WallTime(origin + 500_000), until: WallTime(origin + 560_000))
        #expect(SessionChoice("2")?.resolved(in: lives) == second)
        #expect(SessionChoice("last")?.resolved(in: lives) == second)
        #expect(SessionChoice("3")?.resolved(in: lives) == nil)
    }

    @Test(arguments: ["", "0", "-1", "+1", "first", "1.0"])
    func `anything else is no session`(text: String) { #expect(SessionChoice(text) == nil) }

    @Test func `a wall clock set back between two runs, without another clock, is a step and no gap of 0 s`() throws {
        let listing = try listing(
            ofFile: """
                2026-05-04T08:00:00Z launch run=A period=60000
                2026-05-04T08:10:00Z hb bg
                2026-05-04T08:05:00Z launch run=B period=60000
                2026-05-04T08:06:00Z hb bg

                """)
        let gap = try #require(listing.gaps.last)
        #expect(!gap.hasLength)
        #expect(gap.duration == 0)
        #expect(gap.value["seconds"] == .null)
        #expect(gap.evidence.contains("clock-back"))
        #expect(listing.clockSteps.map(\.by) == [-300_000])
        #expect(listing.ends.first?.untilLaunch == nil)
    }

    static let clocks: [(String, String, String)] = [
        ("Europe/Berlin", "10:30", "2026-05-04T08:30:00Z"), ("America/New_York", "04:30", "2026-05-04T08:30:00Z"),
        ("UTC", "08:30", "2026-05-04T08:30:00Z"),
    ]

    @Test(arguments: clocks)
    func `a time of day is that of the reader's zone`(zone: String, clock: String, instant: String) throws {
        let lives = try info(written(walk)).report.lives
        let time = try #require(TimePoint(clock)).resolved(in: lives, zone: LocalDays(zone: zone))
        #expect(time == WallTime(rfc3339: instant))
    }
}
