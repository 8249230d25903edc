import FieldModel
import FlightAnalysis
import TestKit
import Testing

/// Each limit of the checks from both sides.
@Suite struct CheckLimitTests {
    struct Edge: Sendable, CustomTestStringConvertible {
        var check: String
        var verdict: String
        var make: @Sendable (inout LogText) -> Void
        var testDescription: String { "\(check) \(verdict)" }

        init(_ check: String, _ verdict: String, _ make: @escaping @Sendable (inout LogText) -> Void) {
            (self.check, self.verdict, self.make) = (check, verdict, make)
        }
    }

    /// Suspensions of a length, each ended by a significant change and followed by so much life.
    private static func pulses(_ count: Int, gap: Double, life: Double) -> @Sendable (inout LogText) -> Void {
        { log in
            var second = 0.0
            for _ in 0..<count {
                second += gap
                log.event(second, "wake", #""by":"significant-change""#)
                second += life
                log.event(second, "mark", #""text":"x""#)
            }
            log.event(second + 1000, "mark", #""text":"x""#)
        }
    }

    private static func stop(before seconds: Double) -> @Sendable (inout LogText) -> Void {
        { log in
            log.event(0, "profile", #""receiver":true"#)
            log.event(10, "profile", #""receiver":false"#)
            log.event(70, "mark", #""text":"x""#)
            log.event(10 + seconds, "mark", #""text":"x""#)
            log.beat(2000, due: 60)
        }
    }

    private static func start(after seconds: Double) -> @Sendable (inout LogText) -> Void {
        { log in
            log.event(1, "profile", #""receiver":false"#)
            log.event(2, "app", #""to":"bg""#)
            log.event(30, "wake", #""by":"region""#)
            log.event(30 + seconds, "profile", #""receiver":true"#)
        }
    }

    private static func flaps(_ count: Int, over seconds: Double) -> @Sendable (inout LogText) -> Void {
        { log in
            for index in 0..<count {
                let second = seconds * Double(index) / Double(count - 1)
                log.event(second, "motion", #""kind":"\#(index % 2 == 0 ? "walking" : "stationary")""#)
            }
        }
    }

    private static func timer(_ late: Int) -> @Sendable (inout LogText) -> Void {
        { $0.event(2000, "timer", #""id":"probe","due":1000000,"fired":\#(1_000_000 + late)"#) }
    }

    /// The same place again after so many others.
    private static func again(after others: Int) -> @Sendable (inout LogText) -> Void {
        { log in
            log.fix(0, north: 0)
            for index in 0..<others { log.fix(Double(index + 1), north: Double(index + 1) * 100) }
            log.fix(Double(others + 1), north: 0)
        }
    }

    private static func end(_ pause: Double) -> @Sendable (inout LogText) -> Void {
        { log in
            log.fix(0, north: 0)
            log.fix(pause, north: 1000, hacc: 165, verdict: "r")
        }
    }

    /// A place in Beijing, and so much later the same in the grid of Chinese maps, as a mark or as a fix.
    private static func grid(mark pause: Double) -> @Sendable (inout LogText) -> Void {
        { log in
            log.fix(5, latitude: 39.911954, longitude: 116.377817)
            log.event(5 + pause, "mark", #""text":"on the map","lat":39.9133455,"lon":116.3840472"#)
        }
    }

    private static func grid(fix pause: Double) -> @Sendable (inout LogText) -> Void {
        { log in
            log.fix(5, latitude: 39.911954, longitude: 116.377817)
            log.fix(5 + pause, latitude: 39.9133455, longitude: 116.3840472)
        }
    }

    static let edges: [Edge] = [
        Edge("pulse", "FAIL", pulses(3, gap: 180, life: 29.999)),
        Edge("pulse", "GOOD", pulses(3, gap: 179.999, life: 1)),
        Edge("pulse", "FAIL", pulses(3, gap: 420, life: 1)), Edge("pulse", "GOOD", pulses(3, gap: 420.001, life: 1)),
        Edge("pulse", "GOOD", pulses(3, gap: 200, life: 30)), Edge("pulse", "GOOD", pulses(2, gap: 200, life: 1)),
        Edge("stopped-receiver", "WARN", stop(before: 90)), Edge("stopped-receiver", "GOOD", stop(before: 90.001)),
        Edge("stopped-receiver", "UNKNOWN", { $0.beat(60) }),
        Edge("started-in-background", "GOOD", start(after: 30)),
        Edge("started-in-background", "WARN", start(after: 30.001)),
        Edge("late-timers", "GOOD", timer(60_000)), Edge("late-timers", "WARN", timer(60_001)),
        Edge("flapping-motion", "WARN", flaps(6, over: 120)), Edge("flapping-motion", "GOOD", flaps(6, over: 120.001)),
        Edge("flapping-motion", "GOOD", flaps(5, over: 10)),
        Edge("repeated-fixes", "WARN", again(after: 9)), Edge("repeated-fixes", "GOOD", again(after: 10)),
        Edge(
            "repeated-fixes", "WARN",
            {
                $0.fix(0, north: 0); $0.fix(599.999, north: 0)
            }),
        Edge(
            "repeated-fixes", "GOOD",
            {
                $0.fix(0, north: 0); $0.fix(600, north: 0)
            }),
        Edge("end-uncertain", "GOOD", end(60)), Edge("end-uncertain", "WARN", end(60.001)),
        Edge("chinese-grid", "FAIL", grid(mark: 60)), Edge("chinese-grid", "NA", grid(mark: 60.001)),
        Edge("chinese-grid", "FAIL", grid(fix: 2)), Edge("chinese-grid", "NA", grid(fix: 2.001)),
    ]

    @Test(arguments: edges)
    func `a check speaks from its limit on`(edge: Edge) throws {
        var log = LogText()
        log.launch(0)
        edge.make(&log)
        let folder = TemporaryFolder()
        try log.write(to: folder)
        let report = try CheckReport(of: LogSource.open(folder.path))
        #expect(report.results.first { $0.check == edge.check }?.verdict.rawValue == edge.verdict)
    }

    static let rows: [(String, String, String)] = [
        // Columns t,recv,lat,lon,hacc,speed,sacc,course,cacc.
        ("fake-speed", "GOOD", "1777881600000,1777881600000,50,10,8,0.99,-1,0,-1"),
        ("fake-speed", "WARN", "1777881600000,1777881600000,50,10,8,1.00,-1,0,-1"),
        // 1,024 weeks and a day to the ms, and a ms more.
        ("week-rollover", "FAIL", "1158480000000,1777881600000,50,10,8,0,1,0,1"),
        ("week-rollover", "GOOD", "1158479999999,1777881600000,50,10,8,0,1,0,1"),
    ]

    @Test(arguments: rows)
    func `a fix is judged from the limit on`(check: String, verdict: String, row: String) throws {
        let folder = TemporaryFolder()
        let path = try folder.write("t,recv,lat,lon,hacc,speed,sacc,course,cacc\n\(row)\n", to: "samples.csv")
        let report = try CheckReport(of: LogSource.open(path))
        #expect(report.results.first { $0.check == check }?.verdict.rawValue == verdict)
    }

    @Test func `B016 a rolled-over receiver is named by seconds, days and weeks, and makes no gap of 19 years`() throws
    {
        let folder = TemporaryFolder()
        let path = try folder.write(
            "t,recv,lat,lon,hacc\n1158566401000,1777881601000,50,10,8\n1158566402000,1777881602000,50,10,8\n",
            to: "samples.csv")
        let report = try CheckReport(of: LogSource.open(path))
        let result = try #require(report.results.first { $0.check == "week-rollover" })
        #expect(result.verdict == .fail)
        #expect(result.value == 2)
        #expect(
            result.evidence.first?.text(in: .en)
                == "2026-05-04T08:00:01.000Z: a sample dated 2006-09-18T08:00:01.000Z: receiver clock 619315200 s = "
                + "7168 days = 1024 weeks behind")
        #expect(report.report.lives[0].gaps.isEmpty)
        #expect(report.report.lives[0].recorded == 1000)
    }

    @Test func `a part of a log is checked by itself, with what was the case when it began`() throws {
        var log = LogText()
        log.launch(0)
        log.event(1, "settings", #""pauses":true"#)
        log.event(2, "app", #""to":"bg""#)
        log.beat(60)
        log.event(100, "settings", #""session":true"#)
        log.beat(120)
        let folder = TemporaryFolder()
        try log.write(to: folder)
        let window = TimeWindow(since: WallTime(origin + 90_000))
        let report = try CheckReport(of: LogSource.open(folder.path), window: window)
        let verdicts = Dictionary(uniqueKeysWithValues: report.results.map { ($0.check, $0.verdict.rawValue) })
        #expect(verdicts["automatic-pausing"] == "GOOD")
        #expect(verdicts["session-in-background"] == "WARN")
    }
}
