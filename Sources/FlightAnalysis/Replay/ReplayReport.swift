import DecisionCore
import FieldModel
import LogFormat

/// What a replay found.
public struct ReplayReport<Core: DecidingCore>: Sendable {
    public internal(set) var replayability = Replayability()
    public internal(set) var inputs = 0
    public internal(set) var fixes = 0
    public internal(set) var first: WallTime?
    public internal(set) var last: WallTime?
    /// The core as it is at the end.
    public internal(set) var core: Core
    /// The rules at the end.
    public var rules: Core.Rules { core.rules }
    /// The rules that the log has at its end.
    public internal(set) var recordedRules = Core.Rules()
    /// Fixes whose verdict could be compared.
    public internal(set) var compared = 0
    /// Recorded decisions beside verdicts.
    public internal(set) var recordedDecisions = 0
    public internal(set) var counts: [ReplayOutcome: (then: Int, now: Int)] = [:]
    /// In the order of their inputs.
    public internal(set) var changes: [ReplayChange] = []
    public internal(set) var explanation: ReplayExplanation?
    /// Kinds that this version does not know, with how often they came.
    public internal(set) var unknownKinds: [String: Int] = [:]
    /// Numbers of `core` records in the middle of a run whose state the replay did not arrive at.
    public internal(set) var stateDifferences: [SequenceNumber] = []
    /// Numbers missing between records.
    public internal(set) var missing: UInt64 = 0
    /// The first of the holes in the sequence.
    public internal(set) var holes: [MissingNumbers] = []
    /// Settings that changed while the log went on.
    public internal(set) var settingsChanges: [SettingsChange] = []
    /// Rules that changed while the log went on.
    public internal(set) var ruleChanges: [SettingsChange] = []
    public internal(set) var coreRecords = 0
    var hasInitialState = false
    /// Something came that a launch does not bring with it: a `core` record is no longer before the first input.
    var hasBegun = false

    init(core: Core) { self.core = core }

    /// Changes that follow the first one, alike in what became what.
    public struct Consequence: Hashable, Sendable {
        public var then: String
        public var now: String
        public var count: Int
        public var firstNumber: SequenceNumber
        public var lastNumber: SequenceNumber
    }

    public var firstChange: ReplayChange? { changes.first }

    /// What follows from the first divergence, the most frequent first.
    public var consequences: [Consequence] {
        var groups: [String: Consequence] = [:]
        for change in changes.dropFirst() {
            let (then, now) = (change.thenText, change.nowText)
            var group =
                groups["\(then)\n\(now)"]
                ?? Consequence(then: then, now: now, count: 0, firstNumber: change.n, lastNumber: change.n)
            group.count += 1
            group.lastNumber = change.n
            groups["\(then)\n\(now)"] = group
        }
        return groups.values.sorted { ($1.count, $0.firstNumber) < ($0.count, $1.firstNumber) }
    }

    mutating func count(_ signal: Signal, at time: WallTime) {
        inputs += 1
        if case .fixArrived = signal { fixes += 1 }
        first = first ?? time
        last = time
    }

    /// Notes a hole in the sequence.
    mutating func noteMissing(after: SequenceNumber, before: SequenceNumber) {
        missing += before - after - 1
        if holes.count < Self.shownHoles { holes.append(MissingNumbers(after: after, before: before)) }
    }

    private static var shownHoles: Int { 20 }

    mutating func noteSettings(_ change: SettingsChange) {
        if !change.changes.isEmpty { settingsChanges.append(change) }
    }

    mutating func noteRules(_ change: SettingsChange) { ruleChanges.append(change) }

    mutating func noteWhatIsMissing(sawSettings: Bool, damage: Damage) {
        if inputs == 0 { replayability.note(.noInputs, "the log holds nothing that core \(Core.name) decides on") }
        if !hasInitialState, inputs > 0 {
            replayability.note(
                .noInitialState, "no core record of \(Core.name) before the first input: it starts from nothing")
        }
        if missing > 0 {
            replayability.note(.missingRecords, "\(missing) numbers are missing between records\(holesText)")
        }
        if !sawSettings, inputs > 0 { replayability.note(.noSettings, "no settings before the first input") }
        if !unknownKinds.isEmpty {
            let kinds = unknownKinds.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
            replayability.note(.unknownKinds, "kinds that this version does not know: \(kinds.joined(separator: ", "))")
        }
        if damage.isLoss {
            replayability.note(.damage, "\(damage.linesSkipped) lines, \(damage.bytesSkipped) bytes skipped")
        }
    }
}

extension ReplayReport {
    /// `: 4-8, 812`.
    private var holesText: String {
        let shown = holes.prefix(5).map { $0.count == 1 ? "\($0.after + 1)" : "\($0.after + 1)-\($0.before - 1)" }
        let rest = missing - holes.prefix(5).reduce(0) { $0 + $1.count }
        return ": " + shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}

extension ReplayChange {
    /// What was decided, as a code for people: `rejected drift`, `accepted`, `none`.
    public var thenText: String {
        switch kind {
        case .ruling(let then, _): then.text
        case .decisions(let then, _): Self.text(then)
        }
    }

    /// What is decided now.
    public var nowText: String {
        switch kind {
        case .ruling(_, let now): now.text
        case .decisions(_, let now): Self.text(now)
        }
    }

    private static func text(_ decisions: [Decision]) -> String {
        decisions.isEmpty ? "none" : decisions.map(\.code).joined(separator: " + ")
    }
}

extension ReplayOutcome {
    /// `rejected drift`, `accepted`.
    public var text: String { reason.isEmpty ? verdict.word : "\(verdict.word) \(reason)" }
}

extension Decision {
    /// The kind of decision and what it says, without the numbers: `decision backfilled`, `dwell began sensor`.
    public var code: String {
        if case .ruled(let ruling) = self { return ReplayOutcome(ruling).text }
        guard let (kind, fields) = event(by: 0) else { return "" }
        let words = ["code", "cause", "to", "label"].compactMap { key in fields.last { $0.key == key }?.value.string }
        return ([kind.rawValue] + words).joined(separator: " ")
    }
}
