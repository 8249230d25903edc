/// The tiles that lines passed, one bit each, by block.
public struct Coverage: Sendable {
    /// Where a block's 64 rows of 64 bits begin in `rows`.
    private var starts: [Block: Int] = [:]
    private var rows: [UInt64] = []
    private var recent = (block: Block(rawValue: -1), start: 0)

    public init() {}

    /// Blocks with at least one tile, in order.
    public var blocks: [Block] { starts.keys.sorted() }

    @inline(__always)
    mutating func cover(column: Int64, row: Int64) {
        let block = TileGrid.block(column: column, row: row)
        if block != recent.block { recent = (block, start(of: block)) }
        rows[recent.start + Int(row & 63)] |= 1 << UInt64(column & 63)
    }

    private mutating func start(of block: Block) -> Int {
        if let start = starts[block] { return start }
        let start = rows.count
        rows.append(contentsOf: repeatElement(0, count: 64))
        starts[block] = start
        return start
    }

    /// Adds the tiles of another coverage.
    mutating func formUnion(_ other: Coverage) {
        for (block, from) in other.starts {
            let to = start(of: block)
            for row in 0..<64 { rows[to + row] |= other.rows[from + row] }
        }
    }

    /// The block's tiles as 64 rows of 8 bytes, the lowest bit being the westernmost tile: how they are stored.
    func bytes(of block: Block) -> [UInt8] {
        guard let start = starts[block] else { return [] }
        return rows[start..<(start + 64)].flatMap { row in (0..<8).map { UInt8(truncatingIfNeeded: row >> ($0 * 8)) } }
    }

    /// Takes in a block as it is stored; bytes beyond 512 or missing ones count as nothing.
    mutating func add(_ bytes: [UInt8], of block: Block) {
        let start = start(of: block)
        for (index, byte) in bytes.prefix(512).enumerated() where byte != 0 {
            rows[start + index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
        }
    }

    /// Tiles covered in all.
    public var tiles: Int { rows.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Tiles covered in one block.
    func tiles(in block: Block) -> Int {
        guard let start = starts[block] else { return 0 }
        return rows[start..<(start + 64)].reduce(0) { $0 + $1.nonzeroBitCount }
    }
}

extension Coverage: Equatable {
    public static func == (a: Self, b: Self) -> Bool {
        a.blocks == b.blocks && a.blocks.allSatisfy { a.bytes(of: $0) == b.bytes(of: $0) }
    }
}
