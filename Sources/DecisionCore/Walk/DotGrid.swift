import FieldModel

/// The dots by cells of about 25 m, so that a fix looks at the few around it and not at all of them.
///
/// Cells are as high everywhere and as wide as the pack's northernmost (or southernmost) parallel needs, so a cell is
/// never narrower than it is high; columns run round the globe and meet at the date line. Dots lie in the order of their
/// rows, in a row in that of their columns: what is near a fix is a stretch of each of three rows.
struct DotGrid: Sendable {
    /// 1e-7 degree; 25 m are 2,248.
    private static let height: Int64 = 2_260
    private static let turn: Int64 = 3_600_000_000

    private let width: Int64
    private let columns: Int64
    private let firstRow: Int64
    /// Where each row begins in `order`, and behind the last one its end.
    private let rows: [Int32]
    /// Dots in the order of their cells, and the column of each.
    private let order: [Int32]
    private let columnOf: [Int32]

    init(_ dots: [StreetPack.Dot]) {
        let furthest = dots.lazy.map { abs(Int64($0.latitude)) }.max() ?? 0
        // A tenth of a degree further poleward, so that fixes just beyond the pack are covered as well.
        let cosine = Sine.of(Sine.quarter - 2 * min(furthest + 1_000_000, 899_000_000))
        let width = Int64((Double(Self.height) / cosine).rounded(.up))
        let columns = Self.turn / width
        let cells = dots.map { dot in
            (row: Self.row(dot.latitude), column: Int32(Self.column(dot.longitude, width, of: columns)))
        }
        let order = dots.indices.map(Int32.init).sorted { a, b in
            (cells[Int(a)].row, cells[Int(a)].column, a) < (cells[Int(b)].row, cells[Int(b)].column, b)
        }
        firstRow = order.first.map { cells[Int($0)].row } ?? 0
        var rows: [Int32] = []
        for (place, dot) in order.enumerated() {
            while Int64(rows.count) <= cells[Int(dot)].row - firstRow { rows.append(Int32(place)) }
        }
        self.rows = rows + [Int32(order.count)]
        self.width = width
        self.columns = columns
        self.order = order
        columnOf = order.map { cells[Int($0)].column }
    }

    /// Appends every dot within `radius` mm of a fix, and some further away.
    func find(near fix: Fix, radius: Int64, into found: inout [Int32]) {
        // 1e-7 degree of latitude is 11.1 mm.
        let reach = radius / 11 / Self.height + 1
        let row = Self.row(fix.latitude) - firstRow
        let (low, high) = (max(row - reach, 0), min(row + reach, Int64(rows.count) - 2))
        guard low <= high else { return }
        let column = Self.column(fix.longitude, width, of: columns)
        let (west, east) = 2 * reach < columns ? (column - reach, column + reach) : (0, columns - 1)
        for row in Int(low)...Int(high) where rows[row] < rows[row + 1] {
            find(in: row, west, east, &found)
            // Round the date line.
            if west < 0 { find(in: row, west + columns, columns - 1, &found) }
            if east >= columns { find(in: row, 0, east - columns, &found) }
        }
    }

    /// Appends the dots of a row from one column to another.
    private func find(in row: Int, _ west: Int64, _ east: Int64, _ found: inout [Int32]) {
        var (low, high) = (Int(rows[row]), Int(rows[row + 1]))
        let end = high
        while low < high {
            let middle = (low + high) / 2
            if Int64(columnOf[middle]) < west { low = middle + 1 } else { high = middle }
        }
        while low < end, Int64(columnOf[low]) <= east {
            found.append(order[low])
            low += 1
        }
    }

    private static func row(_ latitude: Int32) -> Int64 { (Int64(latitude) + 900_000_000) / height }
    /// What is left over at the date line is the last column's, which is wider than the others.
    private static func column(_ longitude: Int32, _ width: Int64, of columns: Int64) -> Int64 {
        min((Int64(longitude) + turn / 2) / width, columns - 1)
    }
}
