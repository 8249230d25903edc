import DecisionCore
import FieldModel
import LogFormat

/// The source of a test over a reduced log: Swift Testing, to be put beside the fixture's folder as it is.
struct ReducedTest<Core: DecidingCore> {
    private let summary: LogReduction<Core>.Summary
    private let keep: KeepExpression
    private let input: String

    init(_ summary: LogReduction<Core>.Summary, _ keep: KeepExpression, from input: String) {
        self.summary = summary
        self.keep = keep
        self.input = input
    }

    var text: String {
        """
        \(["DecisionCore", "FlightAnalysis", "Testing"].map { "import \($0)" }.joined(separator: "\n"))

        // Reduced from \(summary.recordsBefore) records to \(summary.records). By hand, from this folder:
        //     analyze replay . --core \(Core.name) --rules now.json --against then.json
        @Test("\(title)")
        func reducedLog() throws {
            let folder = String(#filePath.dropLast("/ReducedTest.swift".utf8.count))
            let source = try LogSource.open(folder)
        \(body.map { "    \($0)" }.joined(separator: "\n"))
        }

        """
    }

    private var title: String {
        let first = keep.asksForDivergence ? summary.first : nil
        return first.map { "input \($0.n): \($0.thenText) becomes \($0.nowText)" }
            ?? "the log shows: \(escaped(keep.description))"
    }

    private func escaped(_ text: String) -> String {
        text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    }

    private var body: [String] {
        var lines: [String] = []
        if keep.asksForDivergence || keep.asksForDecision {
            lines.append("var options = Replay<\(type)>.Options()")
            lines.append("options.overrides = [\(list(summary.now))]")
        }
        if keep.asksForDivergence, let first = summary.first {
            lines += [
                "options.against = [\(list(summary.then))]",
                "let report = try Replay<\(type)>(options).run(over: source)",
                "let first = try #require(report.changes.first { $0.n == \(first.n) })",
                "#expect(first.thenText == \"\(escaped(first.thenText))\")",
                "#expect(first.nowText == \"\(escaped(first.nowText))\")",
            ]
        }
        if keep.asksForDecision { lines += decisions }
        for condition in keep.conditions { lines += self.lines(condition) }
        return lines
    }

    private var decisions: [String] {
        var wanted: [String] = []
        for condition in keep.conditions {
            switch condition {
            case .decisionCode(let code):
                wanted.append("decisions.contains(where: { \"\\($0)\".contains(\"\(escaped(code))\") })")
            case .decisionNumber(let n): wanted.append("stamp.n == \(n)")
            default: break
            }
        }
        return [
            "var wasDecided = false", "options.against = nil",
            "var observer = ReplayObserver<\(type)> { _, stamp, decisions, _ in",
            "    if \(wanted.joined(separator: ", ")) { wasDecided = true }", "}",
            "_ = try Replay<\(type)>(options).run(over: source, heardBy: &observer)",
            "#expect(wasDecided)",
        ]
    }

    private func lines(_ condition: KeepExpression.Condition) -> [String] {
        switch condition {
        case .gapKind(let kind):
            [
                "let gaps = try LifeReport(of: source).lives[0].gaps",
                "#expect(gaps.contains { $0.kind.rawValue == \"\(escaped(kind))\" })",
            ]
        case .total(let name, let comparison, let value) where Core.self == TrailCore.self:
            [
                "let totals = try TrailReplay.run(source).totals.value",
                "#expect((totals[\"\(escaped(name))\"]?.double ?? .nan) \(comparison == .equal ? "==" : comparison.rawValue) \(value))",
            ]
        default: []
        }
    }

    private var type: String { "\(Core.self)" }

    private func list(_ rules: [RuleOverride]) -> String {
        rules.map { "RuleOverride(\"\($0.name)\", \($0.value))" }.joined(separator: ", ")
    }
}
