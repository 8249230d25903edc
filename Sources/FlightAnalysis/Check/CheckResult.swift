import FieldModel
import LogFormat

/// What a check from the field found. Where two ways of doing something are known to contradict each other, the check
/// states the configuration, names both experiences and takes no side.
public struct CheckResult: Hashable, Sendable {
    /// How it stands, from what does not apply to what has to be mended.
    public enum Verdict: String, CaseIterable, Comparable, Sendable {
        /// Does not apply to this log.
        case notApplicable = "NA"
        /// The log lacks what the check needs.
        case unknown = "UNKNOWN"
        case good = "GOOD"
        case warn = "WARN"
        case fail = "FAIL"

        public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// A stable code.
    public var check: String
    public var verdict: Verdict
    /// What was found, in the unit that the title names; nil where nothing was measured.
    public var value: Double?
    public var limit: Double?
    /// What it rests on, a line each, the first few.
    public var evidence: [Evidence]
    /// Why it matters.
    public var why: Phrase
    /// What to change.
    public var advice: Phrase

    /// How many lines of evidence are kept.
    static let keptEvidence = 5

    /// A row of the listing; its sentences in a language.
    public func row(in language: Language) -> Value {
        .object([
            .init("check", .string(check)), .init("verdict", .string(verdict.rawValue)),
            .init("value", value.map { .number($0) } ?? .null), .init("limit", limit.map { .number($0) } ?? .null),
            .init("evidence", .texts(evidence.map { $0.text(in: language) })), .init("why", .string(why[language])),
            .init("do", .string(advice[language])),
        ])
    }
}
