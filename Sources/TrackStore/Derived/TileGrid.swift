/// The grid that coverage is kept in: Web Mercator tiles of zoom 19 (76 m at the equator), in blocks of 64 x 64, which
/// are the tiles of zoom 13. Positions are whole 1/256 tiles, so that a line's way over the grid is exact.
/// Source: EPSG:3857, and the tile numbering of web maps (x from 180 west, y from the north).
import SystemIO

/// A place on the grid in 1/256 tile.
struct GridPoint: Hashable {
    var x: Int64
    var y: Int64
}

/// A block of 64 x 64 tiles.
public struct Block: RawRepresentable, Hashable, Comparable, Sendable {
    /// The block's row times 2^13, plus its column: the number it is stored under.
    public var rawValue: Int64

    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Column and row of the tile of zoom 13 that the block is.
    public var column: Int64 { rawValue & 0x1FFF }
    public var row: Int64 { rawValue >> 13 }

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

enum TileGrid {
    /// Units in the width of the world: 2^19 tiles of 256.
    static let width: Int64 = 1 << 27
    /// Where Web Mercator ends, 1e-7 degree.
    static let northEnd: Int32 = 850_511_287

    /// The place of a position in 1e-7 degree.
    static func place(latitude: Int32, longitude: Int32) -> GridPoint {
        let clamped = max(-northEnd, min(northEnd, latitude))
        let sine = sin(Double(clamped) * (Double.pi / 1.8e9))
        let north = log((1 + sine) / (1 - sine)) / (4 * Double.pi)
        let y = Int64(((0.5 - north) * Double(width)).rounded(.down))
        // 2^27 units on 3.6e9 steps; the product stays below 2^59.
        let x = (Int64(longitude) + 1_800_000_000) * width / 3_600_000_000
        return GridPoint(x: max(0, min(width - 1, x)), y: max(0, min(width - 1, y)))
    }

    /// Calls `visit` with column and row of every tile that the straight line from `a` to `b` passes, in order. A line
    /// over the 180th meridian takes the short way.
    @inline(__always)
    static func walk(from a: GridPoint, to b: GridPoint, _ visit: (Int64, Int64) -> Void) {
        var end = b.x
        if end - a.x > width / 2 { end -= width } else if a.x - end > width / 2 { end += width }
        let (dx, dy) = (end - a.x, b.y - a.y)
        var (column, row) = (a.x >> 8, a.y >> 8)
        var steps = abs((end >> 8) - column) + abs((b.y >> 8) - row)
        visit(column & 0x7FFFF, row)
        if steps == 0 { return }
        let (stepX, stepY): (Int64, Int64) = (dx < 0 ? -1 : 1, dy < 0 ? -1 : 1)
        let (spanX, spanY) = (abs(dx), abs(dy))
        // Distance to the next border in each direction, in units; on a border the line going back leaves at once.
        var toX = dx < 0 ? a.x - (column << 8) + 1 : ((column + 1) << 8) - a.x
        var toY = dy < 0 ? a.y - (row << 8) + 1 : ((row + 1) << 8) - a.y
        while steps > 0 {
            if spanY == 0 || (spanX > 0 && toX * spanY <= toY * spanX) {
                column += stepX
                toX += 256
            } else {
                row += stepY
                toY += 256
            }
            visit(column & 0x7FFFF, row)
            steps -= 1
        }
    }

    /// The block a tile lies in.
    @inline(__always)
    static func block(column: Int64, row: Int64) -> Block { Block(rawValue: (row >> 6) << 13 | (column >> 6)) }
}
