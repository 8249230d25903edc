import FieldModel

/// Which columns the samples of a log have, in their order. A measurement the source never gives is left out of the header,
/// so that a reader can tell *absent* from *empty*.
public struct SampleColumns: Hashable, Sendable {
    private let omitted: Set<FixColumn>

    /// All columns but `omitted`; only measurements can be omitted.
    public init(omitting omitted: Set<FixColumn> = []) {
        self.omitted = omitted.intersection([.alt, .vacc, .speed, .sacc, .course, .cacc, .motion, .app])
    }

    /// Every column.
    public static let all = SampleColumns()

    public func has(_ column: FixColumn) -> Bool { !omitted.contains(column) }
    var isAll: Bool { omitted.isEmpty }

    /// The header line, with its line feed.
    public var headerLine: String {
        FixColumn.allCases.filter(has).map(\.rawValue).joined(separator: ",") + "\n"
    }
}
