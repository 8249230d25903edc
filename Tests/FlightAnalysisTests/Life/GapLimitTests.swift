import FieldModel
import FlightAnalysis
import TestKit
import Testing

/// Each limit of gaps and beats from both sides: what lies at it, and what lies just beyond.
@Suite struct GapLimitTests {
    /// A log, and how many of something there are in it.
    struct Edge: Sendable, CustomTestStringConvertible {
        var name: String
        var found: Int
        var make: @Sendable (inout LogText) -> Void
        var count: @Sendable (GapListing) -> Int
        var testDescription: String { "\(name): \(found)" }

        init(
            _ name: String, _ found: Int, _ make: @escaping @Sendable (inout LogText) -> Void,
            _ count: @escaping @Sendable (GapListing) -> Int = { $0.gaps.count }
        ) {
            (self.name, self.found, self.make, self.count) = (name, found, make, count)
        }
    }

    /// A silence of some seconds, ended by a beat.
    private static func silence(_ seconds: Double) -> @Sendable (inout LogText) -> Void {
        { log in
            log.launch(0)
            log.beat(0)
            log.beat(seconds, due: 60)
        }
    }

    /// Marks at an interval, then a silence, in a log without beats.
    private static func marks(_ interval: Double, silence: Double) -> @Sendable (inout LogText) -> Void {
        { log in
            for index in 0...4 { log.event(Double(index) * interval, "mark", #""text":"x""#) }
            log.event(4 * interval + silence, "mark", #""text":"x""#)
        }
    }

    /// A gap of 1,000 s of which the writer says that it lost some seconds.
    private static func loss(_ seconds: Int) -> @Sendable (inout LogText) -> Void {
        { log in
            log.launch(0)
            log.beat(0)
            log.event(1000, "lost", #""records":1,"bytes":1,"from":1000000,"to":\#((1000 + seconds) * 1000)"#)
            log.beat(1000, due: 60)
        }
    }

    private static func sleep(_ seconds: Double) -> @Sendable (inout LogText) -> Void {
        { log in
            log.launch(0)
            log.beat(0)
            log.asleep += seconds
            log.beat(1000, due: 60)
        }
    }

    private static func wake(after seconds: Double) -> @Sendable (inout LogText) -> Void {
        { log in
            log.launch(0)
            log.beat(0)
            log.event(600, "mark", #""text":"x""#)
            log.event(600 + seconds, "wake", #""by":"region""#)
            log.beat(660)
        }
    }

    private static func back(_ seconds: Double) -> @Sendable (inout LogText) -> Void {
        { log in
            log.launch(0)
            log.beat(100)
            log.bootStart -= seconds
            log.event(100, "mark", #""text":"x""#)
        }
    }

    /// Two fixes with beats in between.
    private static func fixes(_ seconds: Double, hacc: Double = 8, age: Double = 0) -> @Sendable (inout LogText) -> Void
    {
        { log in
            log.launch(0)
            log.fix(0, north: 0)
            log.beats(stride(from: 0, through: seconds, by: 60))
            log.fix(seconds, north: 1000, hacc: hacc, age: age)
        }
    }

    /// Beats a minute apart, with these callbacks in each, while the receiver is on and unfiltered.
    private static func callbacks(_ counts: [Int]) -> @Sendable (inout LogText) -> Void {
        { log in
            log.launch(0)
            log.event(0, "profile", #""accuracy":"best","filter":0,"receiver":true"#)
            for (index, count) in counts.enumerated() { log.beat(Double(index + 1) * 60, cb: count) }
        }
    }

    private static let recorded: @Sendable (GapListing) -> Int = { Int(($0.life.movedRecorded + 500_000) / 1_000_000) }

    static let edges: [Edge] = [
        Edge("1.5 periods", 0, silence(90)), Edge("1.5 periods", 1, silence(90.001)),
        Edge("180 s without beats", 0, marks(10, silence: 180)),
        Edge("180 s without beats", 1, marks(10, silence: 180.001)),
        Edge("5 intervals without beats", 0, marks(60, silence: 300)),
        Edge("5 intervals without beats", 1, marks(60, silence: 300.001)),
        Edge("half of the gap covered by a loss", 1, loss(500)) { $0.gaps.count { $0.kind == .unwritten } },
        Edge("half of the gap covered by a loss", 0, loss(499)) { $0.gaps.count { $0.kind == .unwritten } },
        Edge("half of the gap slept", 1, sleep(500)) { $0.gaps.count { $0.evidence.contains("device-slept") } },
        Edge("half of the gap slept", 0, sleep(499)) { $0.gaps.count { $0.evidence.contains("device-slept") } },
        Edge("a wake within 10 s", 1, wake(after: 10)) { $0.gaps.count { $0.endedBy == "wake:region" } },
        Edge("a wake within 10 s", 0, wake(after: 10.001)) { $0.gaps.count { $0.endedBy == "wake:region" } },
        Edge("a boot clock 60 s back", 1, back(60)) { $0.life.runs.count },
        Edge("a boot clock 60 s back", 2, back(60.001)) { $0.life.runs.count },
        Edge("an accuracy of 100 m", 1, fixes(60, hacc: 100), recorded),
        Edge("an accuracy of 100 m", 0, fixes(60, hacc: 100.01), recorded),
        Edge("an age of 30 s", 1, fixes(60, age: 30), recorded),
        Edge("an age of 30 s", 0, fixes(60, age: 30.001), recorded),
        Edge("a pause of 300 s", 1, fixes(300), recorded), Edge("a pause of 300 s", 0, fixes(300.001), recorded),
        Edge(
            "late by 5 s", 0,
            {
                $0.launch(0); $0.beat(65, due: 60)
            }
        ) { $0.late.count },
        Edge(
            "late by 5 s", 1,
            {
                $0.launch(0); $0.beat(65.001, due: 60)
            }
        ) { $0.late.count },
        Edge("two silent beats", 0, callbacks([58, 0, 58])) { $0.life.silent.count },
        Edge("two silent beats", 1, callbacks([58, 0, 0])) { $0.life.silent.count },
        Edge("under a tenth of 1 Hz", 1, callbacks([6, 6, 6, 6, 6, 6, 6, 6, 6, 5])) { $0.life.starved.count },
        Edge("under a tenth of 1 Hz", 0, callbacks([6, 6, 6, 6, 6, 6, 6, 6, 6, 6])) { $0.life.starved.count },
        Edge("starved over 10 min", 0, callbacks([1, 1, 1, 1, 1, 1, 1, 1, 1])) { $0.life.starved.count },
        Edge("starved over 10 min", 1, callbacks([1, 1, 1, 1, 1, 1, 1, 1, 1, 1])) { $0.life.starved.count },
    ]

    @Test(arguments: edges)
    func `a limit counts from just beyond it`(edge: Edge) throws {
        var log = LogText()
        edge.make(&log)
        #expect(edge.count(try log.listing()) == edge.found)
    }

    static let wakes: [(Double, Double, Int, Int)] = [
        // Two wakes so many seconds apart, a fix of this accuracy after them: wakes, and those with a good fix.
        (5, 50, 1, 1), (5.001, 50, 2, 2), (5, 50.01, 1, 0),
    ]

    @Test(arguments: wakes)
    func `wakes within 5 s are one, and a fix is good up to 50 m`(
        apart: Double, accuracy: Double, count: Int, good: Int
    ) throws {
        var log = LogText()
        log.event(0, "wake", #""by":"region""#)
        log.event(apart, "wake", #""by":"visit""#)
        log.fix(10, north: 0, hacc: accuracy)
        let folder = TemporaryFolder()
        try log.write(to: folder)
        let report = try WakeReport(of: LogSource.open(folder.path))
        #expect(report.wakes.count == count)
        #expect(report.wakes.count { $0.goodFixAt != nil } == good)
    }
}
