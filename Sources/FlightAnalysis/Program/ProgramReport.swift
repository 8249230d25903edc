import DecisionCore
import FieldModel
import LogFormat

/// What a replay through a program found: the shape of `analyze replay --exec --format json`, schema `flightlog.replay/1`.
public struct ProgramReport: Sendable {
    public internal(set) var core = "program"
    public internal(set) var version: Int64 = 0
    public internal(set) var replayability = Replayability()
    public internal(set) var inputs = 0
    public internal(set) var fixes = 0
    public internal(set) var first: WallTime?
    public internal(set) var last: WallTime?
    public internal(set) var compared = 0
    public internal(set) var recordedDecisions = 0
    public internal(set) var unknownKinds: [String: Int] = [:]
    public internal(set) var missing: UInt64 = 0
    public internal(set) var explanation: Explanation?
    /// In the order of their inputs.
    public private(set) var changes: [Change] = []

    /// An input on which the program decides otherwise.
    public struct Change: Sendable {
        public var n: SequenceNumber
        public var time: WallTime
        /// What was recorded, as a code for people.
        public var then: String
        public var now: String

        var value: Value {
            .object([
                .init("n", .whole(n)), .init("time", .string(time.description)), .init("then", .string(then)),
                .init("now", .string(now)),
            ])
        }
    }

    /// One input, what the program decided on it, and what it told of how.
    public struct Explanation: Sendable {
        public var n: SequenceNumber
        public var input: Value
        public var decisions: [Value]
        /// As the program gives them; empty where it explains nothing.
        public var checks: [Value]
        public var stateChanges: [ReplayExplanation.StateChange]

        init(n: SequenceNumber, input: Value, _ answer: ProgramCore.Answer) {
            self.n = n
            self.input = input
            decisions = answer.decisions.map(\.value)
            checks = answer.checks
            stateChanges = ReplayExplanation.changes("", answer.before ?? .null, answer.after ?? .null)
        }

        var value: Value {
            let states = stateChanges.map { change in
                Record.Field(change.path, .object([.init("before", change.before), .init("after", change.after)]))
            }
            return .object([
                .init("n", .whole(n)), .init("input", input), .init("checks", .array(checks)),
                .init("decisions", .array(decisions)), .init("state_changes", .object(states)),
            ])
        }
    }

    mutating func compare(_ n: SequenceNumber, _ time: WallTime, _ then: ReplayOutcome, _ now: ReplayOutcome) {
        compared += 1
        if then != now { changes.append(Change(n: n, time: time, then: then.text, now: now.text)) }
    }

    mutating func differ(
        _ n: SequenceNumber, _ time: WallTime, _ then: [ProgramDecision], _ now: [ProgramDecision]
    ) {
        func text(_ list: [ProgramDecision]) -> String {
            list.isEmpty ? "none" : list.map(\.text).joined(separator: " + ")
        }
        changes.append(Change(n: n, time: time, then: text(then), now: text(now)))
    }

    /// The log was decided by another core.
    mutating func forgetComparison() { (compared, recordedDecisions, changes) = (0, 0, []) }

    mutating func finish(_ damage: Damage, hasState: Bool) {
        changes.sort { $0.n < $1.n }
        if inputs == 0 { replayability.note(.noInputs, "the log holds nothing to decide on") }
        if !hasState, inputs > 0 {
            replayability.note(.noInitialState, "no core record of \(core): it starts from nothing")
        }
        if missing > 0 { replayability.note(.missingRecords, "\(missing) numbers are missing between records") }
        if !unknownKinds.isEmpty {
            let kinds = unknownKinds.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
            replayability.note(.unknownKinds, "kinds that this version does not know: \(kinds.joined(separator: ", "))")
        }
        if damage.isLoss {
            replayability.note(.damage, "\(damage.linesSkipped) lines, \(damage.bytesSkipped) bytes skipped")
        }
    }

    /// What follows the first divergence, alike in what became what, the most frequent first.
    public var consequences: [(then: String, now: String, count: Int)] {
        let groups = Dictionary(grouping: changes.dropFirst()) { "\($0.then)\n\($0.now)" }
        return groups.values.map { ($0[0].then, $0[0].now, $0.count) }
            .sorted { ($1.count, $0.then, $0.now) < ($0.count, $1.then, $1.now) }
    }

    /// The report as JSON.
    public func value(input: String) -> Value {
        .object([
            .init("schema", "flightlog.replay/1"), .init("input", .string(input)), .init("core", .string(core)),
            .init("version", .integer(version)), .init("replayable", .string(replayability.verdict.rawValue)),
            .init("reasons", .array(replayability.reasons.map(\.value))), .init("inputs", .whole(inputs)),
            .init("fixes", .whole(fixes)), .init("from", .text(first?.description)),
            .init("to", .text(last?.description)), .init("compared", .whole(compared)),
            .init("recorded_decisions", .whole(recordedDecisions)), .init("changed", .whole(changes.count)),
            .init("first", changes.first?.value ?? .null),
            .init(
                "consequences",
                .array(
                    consequences.map {
                        .object([
                            .init("then", .string($0.then)), .init("now", .string($0.now)),
                            .init("count", .whole($0.count)),
                        ])
                    })),
            .init("changes", .array(changes.map(\.value))), .init("explanation", explanation?.value ?? .null),
        ])
    }
}
