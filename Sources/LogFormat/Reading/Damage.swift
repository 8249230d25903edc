import FieldModel

/// What was wrong with a file: counted by kind, with line and byte of the first thousand, never hidden. Reading always
/// goes on behind it.
public struct Damage: Hashable, Sendable {
    /// What can be wrong.
    public enum Kind: String, CaseIterable, Sendable {
        /// Zero bytes, as a file system leaves them after a power cut.
        case nulRun = "nul-run"
        /// The last line stops before its end.
        case tornTail = "torn-tail"
        /// A line that stops before its end, with another one joined to it.
        case halfLine = "half-line"
        /// A line that is no record.
        case malformed
        /// Text that is no UTF-8, or half of a surrogate pair: replaced by U+FFFD.
        case invalidText = "invalid-text"
        /// A line longer than the reader's limit.
        case tooLong = "line-too-long"
        /// A row with more or fewer cells than the header has names.
        case columns
        /// A cell that is not what its column holds.
        case cell
        /// A header that names a column twice, or none that is known.
        case header
        /// A byte order mark at the beginning. Nothing is lost by it.
        case byteOrderMark = "byte-order-mark"
        /// Lines that end in CR LF. Nothing is lost by it.
        case carriageReturn = "carriage-return"

        /// Whether something was lost, and not merely odd.
        public var isLoss: Bool { self != .byteOrderMark && self != .carriageReturn }
    }

    /// One place in a file.
    public struct Finding: Hashable, Sendable {
        public var kind: Kind
        /// Counted from 1.
        public var line: Int
        /// Of the first byte concerned, counted from 0.
        public var offset: Int64
        /// Bytes that could not be used.
        public var bytes: Int64
        /// What was expected and found.
        public var detail: Sentence
    }

    /// How many findings are kept one by one.
    public static let keptFindings = 1000

    /// The first `keptFindings`, in the order of the file.
    public private(set) var findings: [Finding] = []
    /// Lines of which no record could be made.
    public private(set) var linesSkipped = 0
    /// Bytes of which no record could be made.
    public private(set) var bytesSkipped: Int64 = 0
    private var counts = [Int](repeating: 0, count: Kind.allCases.count)

    public init() {}

    /// How often a kind occurred.
    public subscript(kind: Kind) -> Int { counts[Self.index(kind)] }

    /// Whether anything was lost.
    public var isLoss: Bool { Kind.allCases.contains { $0.isLoss && self[$0] > 0 } }

    /// Notes one finding; `skipsLine` where no record could be made of the line.
    public mutating func note(_ finding: Finding, skipsLine: Bool) {
        counts[Self.index(finding.kind)] += 1
        if skipsLine { linesSkipped += 1 }
        if finding.kind.isLoss { bytesSkipped += finding.bytes }
        if findings.count < Self.keptFindings { findings.append(finding) }
    }

    /// Adds what another file had.
    public mutating func add(_ other: Damage) {
        for index in counts.indices { counts[index] += other.counts[index] }
        linesSkipped += other.linesSkipped
        bytesSkipped += other.bytesSkipped
        findings += other.findings.prefix(Self.keptFindings - findings.count)
    }

    private static func index(_ kind: Kind) -> Int {
        switch kind {
        case .nulRun: 0
        case .tornTail: 1
        case .halfLine: 2
        case .malformed: 3
        case .invalidText: 4
        case .tooLong: 5
        case .columns: 6
        case .cell: 7
        case .header: 8
        case .byteOrderMark: 9
        case .carriageReturn: 10
        }
    }
}
