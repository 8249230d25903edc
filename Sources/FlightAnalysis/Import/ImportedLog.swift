import FieldModel
import LogFormat

/// What an import made of a foreign log: entries in the order of receipt, and an account of what it left out.
public struct ImportedLog: Sendable {
    /// One entry; its sequence number is given when the log is written.
    public enum Entry: Sendable {
        case event(kind: String, fields: [Record.Field])
        /// A fix, and the text of the cells that are not ours.
        case sample(Fix, extra: [String: String])
    }

    /// An entry and when it was received. Out-of-order, repeated and impossible times of its own stay as they are.
    public struct Received: Sendable {
        public var at: WallTime
        public var entry: Entry

        public init(at: WallTime, _ entry: Entry) {
            self.at = at
            self.entry = entry
        }
    }

    public var received: [Received] = []
    /// The columns that the source gives in at least one fix, beside n, t, lat and lon.
    public var columns: Set<FixColumn> = []
    /// What was left out, by a name for people, with how often.
    public var leftOut: [String: Int] = [:]
    /// Entries that could not be used, by reason, with how often.
    public var damaged: [String: Int] = [:]

    public init() {}

    public var fixes: Int { received.count { if case .sample = $0.entry { true } else { false } } }
    public var events: Int { received.count - fixes }

    private static let commonKeys: Set = ["n", "t", "m", "u", "k"]

    /// A source's own name, told apart where it is one of ours with another meaning.
    private static func foreign(_ name: String, unlike ours: Set<String>) -> String {
        ours.contains(name) ? "source.\(name)" : name
    }

    /// The names of the cells that are not ours, in order.
    public var extraColumns: [String] {
        var names: Set<String> = []
        for case .sample(_, let extra) in received.lazy.map(\.entry) { names.formUnion(extra.keys) }
        return names.sorted()
    }

    /// The log folder: numbered by receipt, with the columns that the source has.
    public var log: LogText {
        let always: Set<FixColumn> = [.n, .t, .lat, .lon]
        let extraColumns = extraColumns
        let ours = Set(FixColumn.allCases.map(\.rawValue))
        var text = LogText(
            SampleText(
                columns: FixColumn.allCases.filter { always.contains($0) || columns.contains($0) },
                extraColumns: extraColumns.map { Self.foreign($0, unlike: ours) }))
        // Entries received in the same millisecond stay in the order of the file.
        let ordered = received.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
        for (index, received) in ordered.map(\.element).enumerated() {
            let n = SequenceNumber(index + 1)
            switch received.entry {
            case .event(let kind, let fields):
                let fields = fields.map { Record.Field(Self.foreign($0.key, unlike: Self.commonKeys), $0.value) }
                text.append(Record(stamp: Stamp(n: n, wallTime: received.at), kind: kind, fields: fields))
            case .sample(let fix, let extra):
                text.append(Sample(n: n, fix: fix), extra: extraColumns.map { extra[$0] ?? "" })
            }
        }
        return text
    }
}
