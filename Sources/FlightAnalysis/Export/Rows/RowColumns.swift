import FieldModel
import LogFormat

/// The columns of a table of samples: those that the first row has. What the source never carries is left out, as in the
/// log itself, where an empty cell would say something else. A later row with more than these loses it, and is counted.
struct RowColumns {
    let columns: [FixColumn]
    private let missing: [FixColumn]
    /// Rows that had a value in a column the table lacks.
    private(set) var rowsCut = 0

    init(first: Sample) {
        columns = FixColumn.allCases.filter { first.cell($0) != .absent }
        missing = FixColumn.allCases.filter { first.cell($0) == .absent }
    }

    mutating func note(_ sample: Sample) {
        if missing.contains(where: { sample.cell($0) != .absent && sample.cell($0) != .empty }) { rowsCut += 1 }
    }
}
