import FieldModel
import Testing

@testable import FlightAnalysis

@Suite struct ReportComparisonTests {
    private func log(build: String, filter: Int, gaps: Int) -> LogText {
        var log = LogText()
        log.launch(0, #""device":"Phone 9,1","build":"\#(build)","app":"W""#)
        log.event(0, "profile", #""accuracy":"best","filter":\#(filter),"receiver":true"#)
        for hour in 0..<3 {
            let start = Double(hour) * 3600
            log.beats(stride(from: start + 60, through: start + (hour < gaps ? 3000 : 3600), by: 60))
        }
        return log
    }

    private func row(_ name: String, _ comparison: ReportComparison) -> [String?]? {
        comparison.rows.first { $0.name == name }.map { [$0.here, $0.there] }
    }

    @Test func `it says what is another one in build, settings and gaps`() throws {
        let comparison = ReportComparison(
            try log(build: "117", filter: 0, gaps: 0).report(),
            with: try log(build: "118", filter: 10, gaps: 2).report())
        #expect(row("build", comparison) == ["117", "118"])
        #expect(row("profile: filter", comparison) == ["0", "10"])
        #expect(row("gaps", comparison) == ["0", "2"])
        // 3 h less two gaps of 660 s are 9,480 s of life.
        #expect(row("gaps an hour", comparison) == ["0.00", "0.76"])
        #expect(row("device", comparison) == ["Phone 9,1", "Phone 9,1"])
    }

    @Test func `settings that are the same are left out`() throws {
        let report = try log(build: "117", filter: 0, gaps: 1).report()
        let comparison = ReportComparison(report, with: report)
        #expect(comparison.rows.filter(\.differs) == [])
        #expect(row("profile: filter", comparison) == nil)
    }
}
