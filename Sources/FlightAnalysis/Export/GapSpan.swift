import FieldModel

/// A gap in the life of the log as the exports tell it.
public struct GapSpan: Hashable, Sendable {
    /// The number of the first record after it.
    public var n: SequenceNumber
    public var from: WallTime
    public var to: WallTime
    /// ms, on the clock that runs on through sleep where the log has it.
    public var duration: Int64
    /// A stable code: `suspended`, `killed` …
    public var kind: String

    public init(n: SequenceNumber, from: WallTime, to: WallTime, duration: Int64, kind: String) {
        self.n = n
        self.from = from
        self.to = to
        self.duration = duration
        self.kind = kind
    }
}

extension GapSpan {
    init(_ gap: Gap) {
        self.init(
            n: gap.to.n, from: gap.from.wallTime, to: gap.to.wallTime, duration: gap.duration, kind: gap.kind.rawValue)
    }
}
