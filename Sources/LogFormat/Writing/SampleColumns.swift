import FieldModel

/// Which columns the samples of a log have, in their order. A measurement the source never gives is left out of the header,
/// so that a reader can tell *absent* from *empty*.
public struct SampleColumns: Hashable, Sendable {
    /// A bit a column, in the order of the columns: asked for with every sample.
    private let omitted: UInt32

    /// All columns but `omitted`; only measurements can be omitted.
    public init(omitting omitted: Set<FixColumn> = []) {
        let possible: Set<FixColumn> = [.alt, .vacc, .speed, .sacc, .course, .cacc, .motion, .app]
        self.omitted = omitted.intersection(possible).reduce(0) { $0 | Self.bit($1) }
    }

    /// Every column.
    public static let all = SampleColumns()

    /// Whether the samples have the column.
    public func has(_ column: FixColumn) -> Bool { omitted & Self.bit(column) == 0 }
    var isAll: Bool { omitted == 0 }

    private static func bit(_ column: FixColumn) -> UInt32 {
        // Every case is in the list of all cases.
        1 << UInt32(FixColumn.allCases.firstIndex(of: column)!)
    }

    /// The header line, with its line feed.
    public var headerLine: String {
        FixColumn.allCases.filter(has).map(\.rawValue).joined(separator: ",") + "\n"
    }
}
