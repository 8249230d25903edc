import DecisionCore
import FieldModel
import SystemIO
import TestKit
import Testing

@testable import FlightAnalysis

@Suite struct CorpusTests {
    /// Two small logs: one walk of points 9.5 m apart, one of points 20 m apart.
    private static func corpus() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        for (name, step) in [("near", 9.5), ("wide", 20.0)] {
            var log = LogText()
            log.launch(0)
            for second in 0..<60 { log.fix(Double(second) * 20, north: Double(second) * step) }
            try log.write(to: folder, named: name)
        }
        return folder
    }

    private static func run(
        _ folder: TemporaryFolder, set: [RuleOverride] = [], jobs: Int = 2
    ) throws -> CorpusReport {
        try Corpus(CorpusFolder(folder.path, cores: ["trail", "run"]), set: set).run(jobs: jobs)
    }

    private static func accept(_ folder: TemporaryFolder) throws -> CorpusReport {
        try Corpus(CorpusFolder(folder.path, cores: ["trail", "run"])).accept()
    }

    @Test("without baselines all is changed, once accepted all passes, and the lines can be read")
    func accepted() throws {
        let folder = try Self.corpus()
        #expect(try Self.run(folder).summary == "4 changed, 0 passed, 0 errors")
        #expect(try Self.accept(folder).count(.changed) == 4)
        #expect(try Self.run(folder).summary == "0 changed, 4 passed, 0 errors")
        let lines = String(decoding: try folder.read("baselines/wide.trail.txt"), as: UTF8.self)
        #expect(lines.contains("inputs 61\n"))
        #expect(lines.contains("sum points"))
        let rules = String(decoding: try folder.read("baselines/rules.run.txt"), as: UTF8.self)
        #expect(rules.hasPrefix("run.accuracy 50\nrun.speed 12\nrun.step 5\n"))
    }

    @Test("a changed rule is found in the log that shows it, and named")
    func changed() throws {
        let folder = try Self.corpus()
        _ = try Self.accept(folder)
        let report = try Self.run(folder, set: [RuleOverride("spacing.least", 9)])
        #expect(report.results.filter { $0.outcome == .changed }.map { "\($0.log) \($0.core)" } == ["near trail"])
        let result = try #require(report.results.first { $0.outcome == .changed })
        #expect(result.causes == [RuleCause(rule: "spacing.least", then: 10, now: 9, isAlone: true)])
        #expect(result.difference.contains { $0.hasPrefix("- ") })
        #expect(result.difference.contains { $0.hasPrefix("+ ") })
    }

    @Test("of several changed rules the one that makes the difference is named, not the others")
    func cause() throws {
        let folder = try Self.corpus()
        _ = try Self.accept(folder)
        let set = [
            RuleOverride("valid.future", 6), RuleOverride("spacing.least", 9), RuleOverride("leave.far", 1100),
            RuleOverride("spike.time", 660),
        ]
        let result = try #require(try Self.run(folder, set: set).results.first { $0.outcome == .changed })
        #expect(result.causes.map(\.rule) == ["spacing.least"])
    }

    @Test("results stand in one order, however many work at a time", arguments: [1, 2, 7])
    func order(jobs: Int) throws {
        let folder = try Self.corpus()
        let report = try Self.run(folder, jobs: jobs)
        #expect(report.results.map { "\($0.log) \($0.core)" } == ["near trail", "near run", "wide trail", "wide run"])
    }

    @Test("a log that cannot be read, and a baseline whose log is gone, are errors; the others go on")
    func errors() throws {
        let folder = try Self.corpus()
        _ = try Self.accept(folder)
        try folder.write("PNG", to: "broken.jsonl")
        try folder.write("inputs 1\n", to: "baselines/gone.trail.txt")
        let report = try Self.run(folder)
        #expect(report.summary == "0 changed, 4 passed, 3 errors")
        #expect(
            report.results.filter { $0.outcome == .error }.map(\.log)
                == ["broken", "broken", "gone.trail.txt"].map { $0 == "broken" ? "broken.jsonl" : $0 })
        _ = try Self.accept(folder)
        #expect(try Self.run(folder).count(.error) == 2)
    }

    @Test("JUnit and Markdown say the same, and escape what has a meaning in them")
    func reports() throws {
        var result = CorpusResult(
            log: "a<b", core: "trail", outcome: .changed, detail: "first difference: - x \"1\" & 2")
        result.difference = ["- x \"1\" & 2", "+ x 3"]
        let report = CorpusReport(
            corpus: "days", results: [result, CorpusResult(log: "c", core: "run", outcome: .passed)])
        #expect(
            report.junit == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="days" tests="2" failures="1" errors="0">
                  <testcase classname="trail" name="a&lt;b">
                    <failure message="first difference: - x &quot;1&quot; &amp; 2">- x &quot;1&quot; &amp; 2
                + x 3
                </failure>
                  </testcase>
                  <testcase classname="run" name="c"/>
                </testsuite>

                """)
        #expect(report.markdown.hasPrefix("## Corpus: 1 changed, 1 passed, 0 errors\n"))
        #expect(report.markdown.contains("```diff\n- x \"1\" & 2\n+ x 3\n```\n"))
    }

    @Test(
        "a difference holds the lines that changed, and no others",
        arguments: [
            (["a", "b", "c"], ["a", "c"], ["- b"]), (["a"], ["a", "b"], ["+ b"]), (["a", "b"], ["a", "b"], []),
            (["a", "x", "b", "c"], ["a", "b", "y", "c"], ["- x", "+ y"]),
        ] as [([String], [String], [String])])
    func difference(old: [String], new: [String], expected: [String]) {
        #expect(CorpusResult.difference(from: old, to: new) == expected)
    }

    @Test("what is no corpus says so")
    func refused() throws {
        let folder = TemporaryFolder()
        #expect(throws: CorpusError.self) { try CorpusFolder(folder.path) }
        try folder.write("{\"cores\":[\"trail\"],\"colour\":1}", to: "corpus.json")
        try folder.write("t,lat,lon\n", to: "a.csv")
        #expect(throws: CorpusError.self) { try CorpusFolder(folder.path) }
        try folder.write("{\"cores\":[\"none\"]}", to: "corpus.json")
        #expect(throws: CorpusError.self) { try Corpus(CorpusFolder(folder.path)) }
    }
}
