import FieldModel
import FlightAnalysis
import LogFormat
import TestKit
import Testing

/// `analyze wakes` and `analyze timeline`.
@Suite struct WakeAndTimelineTests {
    /// Asleep at home; woken by a significant change 900 m away, ten minutes after the walk began.
    private var log: LogText {
        var log = LogText()
        log.launch(0)
        log.event(0, "app", #""to":"bg""#)
        log.event(0, "motion", #""kind":"stationary""#)
        log.fix(0, north: 0)
        log.beat(60)
        log.event(3600, "wake", #""by":"significant-change""#)
        log.event(3601, "motion", #""kind":"walking","at":\#(origin + 3_000_000)"#)
        log.fix(3605, north: 900, hacc: 80, verdict: "r")
        log.fix(3610, north: 905, hacc: 10)
        log.beat(3660, due: 120)
        log.beats(stride(from: 3720, through: 3900, by: 60))
        return log
    }

    private func source(_ folder: TemporaryFolder) throws -> LogSource {
        try log.write(to: folder)
        return try LogSource.open(folder.path)
    }

    @Test func `a wake has its cause, its delay from the first movement, and the way until the first good fix`() throws
    {
        let folder = TemporaryFolder()
        let report = try WakeReport(of: source(folder), fence: 150_000)
        #expect(report.wakes.map(\.by) == ["unknown", "significant-change"])
        #expect(report.wakes.map(\.isLaunch) == [true, false])
        let wake = try #require(report.wakes.last)
        #expect(wake.silence == 3_540_000)
        #expect(wake.movedAt == WallTime(origin + 3_000_000))
        #expect(wake.delay == 610_000)
        #expect(wake.accuracy == 1000)
        #expect(abs((wake.distance ?? 0) - 905_000) < 100)
        #expect(abs((report.saved ?? 0) - 755_000) < 100)
        #expect(wake.life == 300_000)
        #expect(report.value["schema"] == "flightlog.wakes/1")
    }

    @Test func `lanes say in each column what was the case`() throws {
        let folder = TemporaryFolder()
        let timeline = try Timeline(of: source(folder), width: 13, window: { _ in TimeWindow() })
        #expect(timeline.step == 300_000)
        #expect(
            timeline.columns.map { $0.gap?.rawValue } == [nil] + Array(repeating: "suspended", count: 11) + [nil]
                || timeline.columns[1...10].allSatisfy { $0.gap == .suspended })
        #expect(timeline.columns.allSatisfy { $0.app == .background })
        #expect(timeline.columns[5].motion == .stationary)
        #expect(timeline.columns[12].motion == .walking)
        #expect(timeline.columns.map(\.fixes) == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2])
        #expect(timeline.columns[12].wakes == ["significant-change"])
    }

    @Test func `notes stand among the marks, each in its column, in order of time`() throws {
        let folder = TemporaryFolder()
        var timeline = try Timeline(of: source(folder), width: 13, window: { _ in TimeWindow() })
        let path = folder.appending("notes.csv")
        try folder.write(
            "08:40,on the train\n2026-05-04T08:12:30Z,out of the door\n2026-05-05T08:00:00Z,a day too late\n",
            to: "notes.csv")
        timeline.add(try SpokenNotes.read(path, in: timeline.report.lives))
        #expect(timeline.marks.map(\.text) == ["out of the door", "on the train"])
        #expect(timeline.columns[2].marks.contains("out of the door"))
        #expect(timeline.columns[8].marks.contains("on the train"))
    }

    static let points: [(String, Int64?)] = [
        ("2026-05-04T08:00:10Z", 10_000), ("2026-05-04T10:00:10.5+02:00", 10_500), ("08:05", 300_000),
        ("08:05:07", 307_000), ("-10m", 3_300_000), ("-30s", 3_870_000), ("-1h", 300_000), ("1777881610000", 10_000),
        ("mark:lunch", nil),
    ]

    @Test(arguments: points)
    func `a time may be given in many ways`(text: String, expected: Int64?) throws {
        let folder = TemporaryFolder()
        let report = try LifeReport(of: source(folder))
        let point = try #require(TimePoint(text))
        #expect(point.resolved(in: report.lives) == expected.map { WallTime(origin + $0) })
    }

    @Test(arguments: ["", "soon", "25:00", "08:60", "8:05", "-5", "-m", "-5y", "mark:", "2026-05-04"])
    func `anything else is no time`(text: String) {
        #expect(TimePoint(text) == nil)
    }
}
