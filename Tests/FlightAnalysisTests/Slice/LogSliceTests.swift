import DecisionCore
import FieldModel
import LogFormat
import SimulatedDay
import SystemIO
import TestKit
import Testing

@testable import FlightAnalysis

@Suite struct LogSliceTests {
    private static let day = SimulatedDay(seed: 5)
    private static let log: TemporaryFolder = {
        let folder = TemporaryFolder()
        // A test without its log cannot say anything true: end here.
        try! LiveLog(day, kills: [700, 3_000, 6_500]).write(to: folder)
        return folder
    }()

    /// A moment at a share of the day.
    private static func moment(_ share: Double) -> WallTime {
        day.truth[Int(share * Double(day.truth.count - 1))].time
    }

    /// Slices a log into a folder of its own.
    static func slice(_ log: String, _ window: TimeWindow) throws -> (TemporaryFolder, LogSlice.Summary) {
        let folder = TemporaryFolder()
        let output = try OutputFolder.create(folder.appending("slice"))
        let summary = try LogSlice(window).write(LogSource.open(log), to: output)
        try output.commit()
        return (folder, summary)
    }

    @Test(
        "a replay of a slice decides as the replay of the whole, wherever it is cut",
        arguments: [(0.02, 0.1), (0.1, 0.11), (0.131, 0.5), (0.4, 0.62), (0.3, 0.301), (0.5, 1), (0.9, 1)])
    func decidesAlike(from: Double, to: Double) throws {
        let window = TimeWindow(since: Self.moment(from), until: Self.moment(to))
        let (folder, summary) = try Self.slice(Self.log.path, window)
        let report = try Replay<TrailCore>().run(over: LogSource.open(folder.appending("slice")))
        #expect(report.replayability.reasons.map(\.code) == [])
        #expect(report.changes.map(\.n) == [])
        #expect(report.stateDifferences == [])
        #expect(report.fixes == summary.samples)
        #expect(report.compared == summary.samples)
        #expect(summary.samples > 0)
        #expect(summary.cores == ["trail"])
    }

    @Test("cut again, the slice of a slice still decides alike")
    func twice() throws {
        let (first, _) = try Self.slice(Self.log.path, TimeWindow(since: Self.moment(0.1), until: Self.moment(0.6)))
        let (second, _) = try Self.slice(
            first.appending("slice"), TimeWindow(since: Self.moment(0.3), until: Self.moment(0.5)))
        let report = try Replay<TrailCore>().run(over: LogSource.open(second.appending("slice")))
        #expect(report.replayability.verdict == .yes)
        #expect(report.changes.map(\.n) == [])
        #expect(report.fixes > 100)
    }

    @Test(
        "a log without decisions gets the trail's state: what is decided in the slice is what the whole decides there")
    func undecided() throws {
        let folder = TemporaryFolder()
        for file in Self.day.log.files { try folder.write(file.bytes, to: file.path) }
        let window = TimeWindow(since: Self.moment(0.35), until: Self.moment(0.6))
        let (sliced, summary) = try Self.slice(folder.path, window)
        func decided(_ path: String) throws -> [String] {
            var trace = try DecisionTrace<TrailCore>()
            var steps: [String] = []
            try LogSource.open(path).parts[0].read { entry in
                let step = trace.take(entry)
                let n = entry.stamp?.n ?? 0
                if !step.isEmpty, n >= summary.firstNumber, n <= summary.lastNumber { steps.append("\(n) \(step)") }
            }
            return steps
        }
        let whole = try decided(folder.path)
        let part = try decided(sliced.appending("slice"))
        #expect(whole == part)
        #expect(whole.count > 100)
    }

    @Test("what held at the cut is said again, and no gap is invented between it and the first record")
    func restated() throws {
        let log = TemporaryFolder()
        try LiveLog(Self.day).write(to: log)
        let (folder, summary) = try Self.slice(
            log.path, TimeWindow(since: Self.moment(0.35), until: Self.moment(0.4)))
        let life = try #require(try LifeReport(of: LogSource.open(folder.appending("slice"))).lives.first)
        #expect(life.runs.count == 1)
        #expect(life.eventsByKind["settings"] == 1)
        #expect(life.eventsByKind["track"] == 1)
        #expect(summary.head >= 6)
        let whole = try #require(try LifeReport(of: LogSource.open(log.path)).lives.first)
        let window = TimeWindow(since: Self.moment(0.35), until: Self.moment(0.4))
        let expected = whole.gaps.count { window.contains($0.from.wallTime) && window.contains($0.to.wallTime) }
        #expect(life.gaps.count == expected)
    }

    @Test("lines stay as they stand: unknown columns, kinds and keys come through byte for byte")
    func bytes() throws {
        let folder = TemporaryFolder()
        try folder.write(
            """
            {"n":1,"t":1777881600000,"m":1000,"k":"launch","run":"A","boot":"b"}
            {"n":3,"t":1777881605000,"m":6000,"k":"weather","sky":"  grey ","x":1.50}
            {"n":5,"t":1777881609000,"m":10000,"k":"mark","text":"late"}

            """, to: "events/2026-05-04.jsonl")
        try folder.write(
            """
            t,n,recv,lat,lon,hacc,steps in hall
            1777881600500,2,1777881600500,50.0,10.0,5.00,"a ""b"", c"
            1777881606000,4,1777881606000,50.00001,10.0,5,"d"
            1777881609500,6,1777881609500,50.00002,10.0,5,e

            """, to: "samples/2026-05-04.csv")
        let window = TimeWindow(since: WallTime(1_777_881_604_000), until: WallTime(1_777_881_609_000))
        let (sliced, summary) = try Self.slice(folder.path, window)
        let events = String(decoding: try sliced.read("slice/events/2026-05-04.jsonl"), as: UTF8.self)
        #expect(
            events.hasSuffix(
                #"{"n":3,"t":1777881605000,"m":6000,"k":"weather","sky":"  grey ","x":1.50}"# + "\n"
                    + #"{"n":5,"t":1777881609000,"m":10000,"k":"mark","text":"late"}"# + "\n"))
        let samples = String(decoding: try sliced.read("slice/samples/2026-05-04.csv"), as: UTF8.self)
        #expect(samples == "t,n,recv,lat,lon,hacc,steps in hall\n1777881606000,4,1777881606000,50.00001,10.0,5,\"d\"\n")
        #expect((summary.samples, summary.events) == (1, 2))
    }

    @Test("a window that holds nothing is refused")
    func empty() {
        #expect(throws: AnalysisError.self) {
            try Self.slice(Self.log.path, TimeWindow(since: WallTime(1), until: WallTime(2)))
        }
    }
}
