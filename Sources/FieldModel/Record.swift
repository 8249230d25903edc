/// One event of a log: when, what kind, and further keys in the order they stand on the line.
public struct Record: Hashable, Sendable {
    /// One key and its value.
    public struct Field: Hashable, Sendable {
        public var key: String
        public var value: Value

        public init(_ key: String, _ value: Value) {
            self.key = key
            self.value = value
        }
    }

    public var stamp: Stamp
    /// A stable code; unknown ones are carried through.
    public var kind: String
    /// Everything behind the common keys `n t m u k`.
    public var fields: [Field]

    public init(stamp: Stamp, kind: String, fields: [Field] = []) {
        self.stamp = stamp
        self.kind = kind
        self.fields = fields
    }

    /// The known kind, if this is one.
    public var knownKind: RecordKind? { RecordKind(rawValue: kind) }

    public subscript(key: String) -> Value? { fields.last { $0.key == key }?.value }
}

/// The kinds of event the toolkit writes and understands. docs/formats.md says what each carries.
public enum RecordKind: String, CaseIterable, Sendable {
    case launch
    case prevExit = "prev-exit"
    case crash, exit
    case heartbeat = "hb"
    case heartbeatsOff = "hb.off"
    case heartbeatsOn = "hb.on"
    case app, track
    case zone = "tz"
    case motion, profile, settings, capability, steps, burst, battery
    case authorization = "auth"
    case region, visit, wake, core, state, effect, dwell, decision, check, timer, hole, mark, lost, unsynced, purged,
        clock
}

/// One line of a samples file: the fix and what was decided at once.
public struct Sample: Hashable, Sendable {
    /// The sequence number; 0 where the file has none.
    public var n: SequenceNumber
    public var fix: Fix
    /// Nil where the file has no verdict.
    public var verdict: Verdict?
    /// The reason's code, empty for none; kept as text, for logs of other versions.
    public var reason: String

    @inlinable public init(n: SequenceNumber, fix: Fix, verdict: Verdict? = nil, reason: String = "") {
        self.n = n
        self.fix = fix
        self.verdict = verdict
        self.reason = reason
    }
}
