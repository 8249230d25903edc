import DecisionCore
import FieldModel
import LogFormat

/// A replay as data: the shape of `analyze replay --format json`, schema `flightlog.replay/1`.
public struct ReplayListing<Core: DecidingCore>: Sendable {
    public var input: String
    public var report: ReplayReport<Core>
    /// What the core's results come to; nil for a core without such.
    public var totals: Value?
    /// The first divergence, or the input asked for, looked at closely.
    public var explanation: ReplayExplanation?
    /// The rules that make the first divergence.
    public var causes: [RuleCause]

    public init(
        _ input: String, _ report: ReplayReport<Core>, totals: Value? = nil, explanation: ReplayExplanation? = nil,
        causes: [RuleCause] = []
    ) {
        self.causes = causes
        self.input = input
        self.report = report
        self.totals = totals
        self.explanation = explanation ?? report.explanation
    }

    public var value: Value {
        let replayability = report.replayability
        var fields: [Record.Field] = [
            .init("schema", "flightlog.replay/1"), .init("input", .string(input)), .init("core", .string(Core.name)),
            .init("version", .whole(Core.version)), .init("replayable", .string(replayability.verdict.rawValue)),
            .init("reasons", .array(replayability.reasons.map(\.value))), .init("inputs", .whole(report.inputs)),
            .init("fixes", .whole(report.fixes)), .init("from", .text(report.first?.description)),
            .init("to", .text(report.last?.description)), .init("rules", rules),
        ]
        fields += [
            .init("missing", .array(report.holes.map(\.value))),
            .init("settings_changes", .array(report.settingsChanges.map(\.value))),
            .init("rule_changes", .array(report.ruleChanges.map(\.value))),
        ]
        fields += [
            .init("compared", .whole(report.compared)), .init("recorded_decisions", .whole(report.recordedDecisions)),
            .init("changed", .whole(report.changes.count)), .init("counts", .array(counts)),
            .init("first", report.firstChange?.value ?? .null), .init("because", .array(causes.map(\.value))),
            .init("consequences", .array(report.consequences.map(\.value))),
            .init("changes", .array(report.changes.map(\.value))),
            .init("state_differences", .array(report.stateDifferences.map { .whole($0) })),
        ]
        if let explanation { fields.append(.init("explanation", explanation.value)) }
        if let totals { fields.append(.init("totals", totals)) }
        return .object(fields)
    }

    /// The rules that differ from their defaults at the end.
    private var rules: Value {
        let defaults = Core.Rules()
        return .object(
            Core.Rules.table.filter { report.rules[$0] != defaults[$0] }.map {
                .init($0.name, .number(report.rules[$0]))
            })
    }

    private var counts: [Value] {
        report.countsByOutcome.map { outcome, then, now in
            .object([
                .init("verdict", .string(outcome.verdict.word)), .init("reason", .string(outcome.reason)),
                .init("then", .whole(then)), .init("now", .whole(now)),
            ])
        }
    }
}

extension ReplayReport {
    /// How often each outcome came, then and now, in the order of verdicts and then of their names.
    public var countsByOutcome: [(outcome: ReplayOutcome, then: Int, now: Int)] {
        let order = Verdict.allCases
        return counts.map { ($0.key, $0.value.then, $0.value.now) }.sorted { a, b in
            (order.firstIndex(of: a.0.verdict)!, a.0.reason) < (order.firstIndex(of: b.0.verdict)!, b.0.reason)
        }
    }
}

extension Replayability.Reason {
    var value: Value { .object([.init("code", .string(code.rawValue)), .init("detail", .string(detail))]) }
}

extension ReplayReport.Consequence {
    var value: Value {
        .object([
            .init("then", .string(then)), .init("now", .string(now)), .init("count", .whole(count)),
            .init("first_n", .whole(firstNumber)), .init("last_n", .whole(lastNumber)),
        ])
    }
}

extension ReplayChange {
    /// A row of the listing.
    public var value: Value {
        .object([
            .init("n", .whole(n)), .init("time", .string(time.description)), .init("then", .string(thenText)),
            .init("now", .string(nowText)),
        ])
    }
}

extension ReplayExplanation {
    var value: Value {
        .object([
            .init("n", .whole(n)), .init("input", inputValue), .init("checks", .array(checks.map(\.listed))),
            .init("decided_by", .text(deciding?.name)), .init("rules", .texts(rules)),
            .init("decisions", .array(decisions.map { $0.listed(by: n) })),
            .init(
                "state_changes",
                .object(
                    stateChanges.map {
                        .init($0.path, .object([.init("before", $0.before), .init("after", $0.after)]))
                    })),
        ])
    }

    /// The input as its line in the log has it.
    public var inputValue: Value {
        if case .fixArrived(let fix) = signal { return fix.listed }
        guard let (kind, fields) = signal.eventParts else { return .null }
        return .object([.init("k", .string(kind.rawValue))] + fields)
    }
}

extension Check {
    var listed: Value {
        .object([
            .init("check", .string(name)), .init("measured", .integer(measured)), .init("limit", .integer(limit)),
            .init("outcome", .string(outcome.rawValue)),
        ])
    }
}

extension Decision {
    /// The decision as one object: a line of `--decisions`.
    public func listed(by n: SequenceNumber) -> Value {
        if case .ruled(let ruling) = self {
            return .object([
                .init("k", "ruled"), .init("of", .whole(n)), .init("verdict", .string(ruling.verdict.rawValue)),
                .init("reason", .string(ruling.reason?.rawValue ?? "")), .init("measured", .integer(ruling.measured)),
                .init("limit", .integer(ruling.limit)),
            ])
        }
        guard let (kind, fields) = event(by: n) else { return .null }
        return .object([.init("k", .string(kind.rawValue))] + fields)
    }
}

extension Fix {
    /// The cells of its line in a samples file; quantities in the units of the columns, null where empty, left out where
    /// the source lacks the column.
    var listed: Value {
        func cell(_ column: FixColumn, _ quantity: Quantity, _ scale: Double) -> Record.Field? {
            quantity.isAbsent
                ? nil : .init(column.rawValue, quantity.number.map { .number(Double($0) / scale) } ?? .null)
        }
        let fields: [Record.Field?] = [
            .init("t", .string(sampleTime.description)), .init("recv", .string(receiveTime.description)),
            .init("lat", .number(Double(latitude) / 1e7)), .init("lon", .number(Double(longitude) / 1e7)),
            cell(.hacc, horizontalAccuracy, 100), cell(.speed, speed, 100), cell(.sacc, speedAccuracy, 100),
            cell(.course, course, 10), cell(.cacc, courseAccuracy, 10), .init("src", .string(source.rawValue)),
            defect.map { .init("invalid", .string($0.rawValue)) },
        ]
        return .object(fields.compactMap(\.self))
    }
}
