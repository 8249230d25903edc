import FieldModel
import TestKit
import Testing

@testable import FlightAnalysis

/// How often a log speaks is guessed from its beginning while it is read, and looked at again at its end.
struct CadenceTests {
    /// 10,100 marks a second apart, a silence, then what the rest of the log is made of.
    private func gaps(silence: Int, _ rest: (inout LogText, Double) -> Void) throws -> GapListing {
        var log = LogText()
        for second in 0..<10_100 { log.event(Double(second), "mark", #""text":"x""#) }
        let second = Double(10_099 + silence)
        log.event(second, "mark", #""text":"x""#)
        rest(&log, second)
        return try log.listing()
    }

    @Test(arguments: [(499, 0), (501, 1)])
    func `the median interval is that of the whole log, and not of its beginning`(silence: Int, count: Int) throws {
        let listing = try gaps(silence: silence) { log, second in
            for index in 1...10_200 { log.event(second + Double(index) * 100, "mark", #""text":"x""#) }
        }
        #expect(listing.gaps.count == count)
        #expect(listing.life.threshold == 500_000)
    }

    @Test(arguments: [(899, 0), (901, 1)])
    func `a period that a late launch declares holds before it as well`(silence: Int, count: Int) throws {
        let listing = try gaps(silence: silence) { log, second in log.launch(second + 1, run: "B", period: 600) }
        // Between the runs lies another one.
        #expect(listing.gaps.count == count + 1)
    }

    @Test func `whoever listens hears every entry once, however often life is gone over`() throws {
        var log = LogText()
        for second in 0..<10_100 { log.event(Double(second), "mark", #""text":"x""#) }
        log.launch(10_100, period: 600)
        let folder = TemporaryFolder()
        try log.write(to: folder)
        var heard = 0
        let report = try LifeReport(of: LogSource.open(folder.path), visit: { _ in heard += 1 })
        #expect(heard == 10_101)
        #expect(report.lives[0].eventsByKind == ["mark": 10_100, "launch": 1])
    }
}
