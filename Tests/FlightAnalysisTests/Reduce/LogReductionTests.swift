import DecisionCore
import FieldModel
import Foundation
import LogFormat
import SimulatedDay
import SystemIO
import TestKit
import Testing

@testable import FlightAnalysis

@Suite struct LogReductionTests {
    private static func entries(_ log: LogText) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        try log.write(to: folder)
        return folder
    }

    /// A walk of 9.5 m steps, 20 s apart, among much else.
    private static var walk: LogText {
        var log = LogText()
        log.launch(0)
        for second in 0..<200 {
            if second % 3 == 0 { log.event(Double(second) * 20 - 1, "battery", #""level":0.5"#) }
            log.fix(Double(second) * 20, north: Double(second) * 9.5)
        }
        return log
    }

    @Test("a divergence comes down to the two fixes that show it")
    func divergence() throws {
        let folder = try Self.entries(Self.walk)
        var options = LogReduction<TrailCore>.Options(try KeepExpression("divergence"))
        options.overrides = [RuleOverride("spacing.least", 9)]
        let summary = try LogReduction<TrailCore>(options).reduce(LogSource.open(folder.path))
        #expect(summary.recordsBefore == 268)
        #expect(summary.records == 2)
        #expect(summary.first?.thenText == "rejected spacing")
        // Far enough, but within its own error.
        #expect(summary.first?.nowText == "rejected drift")
        #expect(summary.isMinimal)
        // A second apart is enough.
        #expect(summary.entries[1].time - summary.entries[0].time == 1000)
    }

    @Test(
        "what is kept is kept, whatever it is",
        arguments: [
            ("decision.code = spacing", 2), ("decision.n = 100", 1), ("total.points > 3", 5),
            ("decision.code = spacing and total.points > 1", 4),
        ])
    func kept(expression: String, records: Int) throws {
        let folder = try Self.entries(Self.walk)
        let options = LogReduction<TrailCore>.Options(try KeepExpression(expression))
        let summary = try LogReduction<TrailCore>(options).reduce(LogSource.open(folder.path))
        #expect(summary.records == records)
    }

    /// The walk, and a run behind it whose first words are that the first one was killed.
    private static var killed: LogText {
        var log = walk
        log.launch(5000, run: "B", #""reason":"user""#)
        log.event(5001, "prev-exit", #""run":"A","cause":"killed","clean":false,"crashed":false"#)
        log.fix(5002, north: 0)
        return log
    }

    @Test("a gap of a kind comes down to the records around it")
    func gap() throws {
        let folder = try Self.entries(Self.killed)
        let options = LogReduction<TrailCore>.Options(try KeepExpression("gap.kind = killed"))
        let summary = try LogReduction<TrailCore>(options).reduce(LogSource.open(folder.path))
        #expect(summary.records <= 4)
    }

    @Test(
        "a day of 1 Hz comes down to under 50 records for what a rule changes first",
        arguments: [
            "leave.growth-moving", "dwell.still", "spacing.time", "accuracy.ordinary", "leave.moving",
        ])
    func day(rule: String) throws {
        var day = SimulatedDay.Options(seed: 11)
        day.seconds = 20_000
        let folder = TemporaryFolder()
        for file in SimulatedDay(day).log.files { try folder.write(file.bytes, to: file.path) }
        var options = LogReduction<TrailCore>.Options(try KeepExpression("divergence"))
        let value = TrailRules()[try TrailRules.rule(rule)]
        options.overrides = [RuleOverride(rule, value * 0.6)]
        let summary = try LogReduction<TrailCore>(options).reduce(LogSource.open(folder.path))
        #expect(summary.records < 50)
        #expect(summary.first != nil)
    }

    /// The largest divergences of a sweep: of every rule a fifth lower and higher, those that change the most verdicts.
    private static func divergences(of log: LogSource, most: Int, every step: Int) throws -> [[RuleOverride]] {
        let rules = stride(from: 0, to: TrailRules.table.count, by: step).map { TrailRules.table[$0].name }
        return try rules.flatMap { name in
            try [0.8, 1.2].map { factor in
                let value = TrailRules()[try TrailRules.rule(name)] * factor
                var replay = Replay<TrailCore>.Options()
                replay.overrides = [RuleOverride(name, value.rounded(.up))]
                replay.against = []
                return (replay.overrides, try Replay<TrailCore>(replay).run(over: log).changes.count)
            }
        }
        .filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }.prefix(most).map(\.0)
    }

    /// A day of 86,400 s and the ten largest divergences where the long versions are asked for.

    @Test(
        "the largest divergences of a sweep, over a day drawn at run time, come down to under 50 records",
        arguments: (0..<(Long.isOn ? 3 : 1)).map { _ in UInt64.random(in: 1000..<1_000_000) })
    func sweep(seed: UInt64) throws {
        var day = SimulatedDay.Options(seed: seed)
        day.seconds = Long.isOn ? 86_400 : 9_000
        if Long.isOn { day.parameters[.restInterval] = 1 }
        let folder = TemporaryFolder()
        for file in SimulatedDay(day).log.files { try folder.write(file.bytes, to: file.path) }
        let log = try LogSource.open(folder.path)
        let divergences = try Self.divergences(of: log, most: Long.isOn ? 10 : 2, every: Long.isOn ? 1 : 9)
        #expect(divergences.count == (Long.isOn ? 10 : 2))
        for overrides in divergences {
            var options = LogReduction<TrailCore>.Options(try KeepExpression("divergence"))
            options.overrides = overrides
            options.against = []
            let summary = try LogReduction<TrailCore>(options).reduce(log)
            print("seed \(seed), \(overrides[0].name): \(summary.recordsBefore) -> \(summary.records) records")
            #expect(summary.records < 50, "\(overrides)")
            #expect(summary.first != nil)
        }
    }

    @Test("the fixture replays to the same, and its test says what it shows")
    func fixture() throws {
        let folder = try Self.entries(Self.walk)
        var options = LogReduction<TrailCore>.Options(try KeepExpression("divergence"))
        options.overrides = [RuleOverride("spacing.least", 9)]
        let reduction = LogReduction<TrailCore>(options)
        let summary = try reduction.reduce(LogSource.open(folder.path))
        let output = try OutputFolder.create(folder.appending("fixture"))
        try reduction.write(summary, from: "walk", to: output)
        try output.commit()
        var replay = Replay<TrailCore>.Options()
        replay.overrides = try RuleOverride.read(folder.read("fixture/now.json"), path: "now.json", core: "trail")
        replay.against = try RuleOverride.read(folder.read("fixture/then.json"), path: "then.json", core: "trail")
        let report = try Replay<TrailCore>(replay).run(over: LogSource.open(folder.appending("fixture")))
        #expect(report.changes.map { "\($0.n) \($0.thenText) \($0.nowText)" } == ["2 rejected spacing rejected drift"])
        let test = String(decoding: try folder.read("fixture/ReducedTest.swift"), as: UTF8.self)
        #expect(test.contains(#"@Test("input 2: rejected spacing becomes rejected drift")"#))
        #expect(test.contains(#"RuleOverride("spacing.least", 9.0)"#))
    }

    @Test("the fixture's test compiles, whatever it holds fast")
    func fixtureCompiles() throws {
        let folder = try Self.entries(Self.killed)
        var options = LogReduction<TrailCore>.Options(
            try KeepExpression(
                "divergence and decision.code = drift and decision.n = 4 and gap.kind = killed and total.points > 1"
            ))
        options.overrides = [RuleOverride("spacing.least", 9)]
        let reduction = LogReduction<TrailCore>(options)
        let output = try OutputFolder.create(folder.appending("fixture"))
        try reduction.write(try reduction.reduce(LogSource.open(folder.path)), from: "walk", to: output)
        try output.commit()
        let check = try SwiftCompiler.typeCheck(
            [folder.appending("fixture/ReducedTest.swift")], as: "Fixture", stubs: folder)
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test("what the whole log does not show cannot be kept")
    func absent() throws {
        let folder = try Self.entries(Self.walk)
        let options = LogReduction<TrailCore>.Options(try KeepExpression("decision.code = fakeSpeed"))
        #expect(throws: AnalysisError.self) {
            try LogReduction<TrailCore>(options).reduce(LogSource.open(folder.path))
        }
    }

    @Test(
        "what is no expression is refused, with what was expected",
        arguments: [
            "", "and", "divergence and", "decision.code", "decision.code > x", "decision.n = x", "total.x = y",
            "gap = 1",
        ])
    func mistakes(text: String) {
        #expect(throws: KeepExpression.Mistake.self) { try KeepExpression(text) }
    }

    @Test("comparisons are read with and without spaces")
    func spaces() throws {
        #expect(
            try KeepExpression("total.solid_m>=100 and decision.code=jump").conditions == [
                .total("solid_m", .atLeast, 100), .decisionCode("jump"),
            ])
    }
}
