import FieldModel

/// Whether a replay of a log can be expected to decide as the phone did, and what stands against it.
public struct Replayability: Sendable {
    /// Whether the log can be decided again.
    public enum Verdict: String, CaseIterable, Sendable {
        case yes
        case bestEffort = "best-effort"
        case no
    }

    /// Something that stands against an exact replay.
    public struct Reason: Hashable, Sendable {
        /// What is in the way; a stable code.
        public enum Code: String, CaseIterable, Sendable {
            /// Nothing that a core decides on.
            case noInputs = "no-inputs"
            /// A newer version of the core wrote the log.
            case newerCore = "newer-core"
            /// No `core` record before the first input.
            case noInitialState = "no-initial-state"
            /// A `core` record that cannot be read.
            case unreadableState = "unreadable-state"
            /// An older version of the core wrote the log.
            case olderCore = "older-core"
            /// A rule in a `core` record that this version does not have.
            case unknownRule = "unknown-rule"
            /// Numbers are missing between records.
            case missingRecords = "missing-records"
            /// Records without numbers, in order of time only.
            case notNumbered = "not-numbered"
            case noSettings = "no-settings"
            /// Kinds of event that this version does not know, between inputs.
            case unknownKinds = "unknown-kinds"
            /// Lines that could not be read.
            case damage

            var verdict: Verdict { self == .noInputs || self == .newerCore ? .no : .bestEffort }
        }

        public var code: Code
        public var detail: String

        public init(_ code: Code, _ detail: String) {
            self.code = code
            self.detail = detail
        }
    }

    /// In the order in which they were found; one a code.
    public private(set) var reasons: [Reason] = []

    public var verdict: Verdict {
        reasons.contains { $0.code.verdict == .no } ? .no : reasons.isEmpty ? .yes : .bestEffort
    }

    mutating func note(_ code: Reason.Code, _ detail: String) {
        if !reasons.contains(where: { $0.code == code }) { reasons.append(Reason(code, detail)) }
    }
}
