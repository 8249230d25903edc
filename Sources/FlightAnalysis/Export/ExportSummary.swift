import LogFormat

/// What an export wrote, and what it could not tell.
public struct ExportSummary: Sendable {
    /// Rows or positions written.
    public var samples = 0
    public var events = 0
    public var lines = 0
    public var points = 0
    public var gaps = 0
    /// Rows that lost a value since the table, whose columns are those of the first row, has none for it.
    public var rowsCut = 0
    /// Samples left out since they lie in a zone.
    public var hidden = 0
    /// By path.
    public var damage: [(path: String, damage: Damage)] = []

    public init() {}

    /// Whether something of the input is not in the output although it was asked for.
    public var isLossy: Bool { rowsCut > 0 || damage.contains { $0.damage.isLoss } }
}
