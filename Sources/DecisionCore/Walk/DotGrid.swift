import FieldModel

/// The dots by cells of about 25 m, so that a fix looks at the few around it and not at all of them.
///
/// Cells are as high everywhere and as wide as the pack's northernmost (or southernmost) parallel needs, so a cell is
/// never narrower than it is high; columns run round the globe and meet at the date line.
struct DotGrid: Sendable {
    /// 1e-7 degree; 25 m are 2,248.
    private static let height: Int64 = 2_260
    private static let turn: Int64 = 3_600_000_000

    private let width: Int64
    private let columns: Int64
    /// Dots in the order of their cells.
    private let order: [Int32]
    private let cells: [Int64: Range<Int32>]

    init(_ dots: [StreetPack.Dot]) {
        let furthest = dots.lazy.map { abs(Int64($0.latitude)) }.max() ?? 0
        // A tenth of a degree further poleward, so that fixes just beyond the pack are covered as well.
        let cosine = Sine.of(Sine.quarter - 2 * min(furthest + 1_000_000, 899_000_000))
        let width = Int64((Double(Self.height) / cosine).rounded(.up))
        self.width = width
        columns = (Self.turn + width - 1) / width
        let keys = dots.map { [columns] dot in
            Self.key(Self.row(dot.latitude), Self.column(dot.longitude, width) % columns)
        }
        order = dots.indices.map(Int32.init).sorted { (keys[Int($0)], $0) < (keys[Int($1)], $1) }
        var cells: [Int64: Range<Int32>] = [:]
        var start = 0
        while start < order.count {
            let key = keys[Int(order[start])]
            var end = start
            while end < order.count, keys[Int(order[end])] == key { end += 1 }
            cells[key] = Int32(start)..<Int32(end)
            start = end
        }
        self.cells = cells
    }

    /// Calls `body` with every dot within `radius` mm, and some further away; in no order to be relied on.
    @inline(__always)
    func visit(near fix: Fix, radius: Int64, _ body: (Int) -> Void) {
        // 1e-7 degree of latitude is 11.1 mm.
        let reach = radius / 11 / Self.height + 1
        let (row, column) = (Self.row(fix.latitude), Self.column(fix.longitude, width))
        for y in (row - reach)...(row + reach) {
            for x in (column - reach)...(column + reach) {
                guard let cell = cells[Self.key(y, (x % columns + columns) % columns)] else { continue }
                for index in cell { body(Int(order[Int(index)])) }
            }
        }
    }

    private static func row(_ latitude: Int32) -> Int64 { (Int64(latitude) + 900_000_000) / height }
    private static func column(_ longitude: Int32, _ width: Int64) -> Int64 {
        (Int64(longitude) + turn / 2) / width
    }
    private static func key(_ row: Int64, _ column: Int64) -> Int64 { row << 32 | column }
}
