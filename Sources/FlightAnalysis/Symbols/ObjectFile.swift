import SystemIO

/// A program, a library or its separate debug file, as far as crash addresses need it: its build id, the functions in its
/// symbol table, and whether it knows lines. Reads only the parts it is asked for, so a large binary costs little.
///
/// Two formats: ELF (Linux, 64 and 32 bits, little-endian) and Mach-O (Apple, 64 bits, thin). Every offset in the file is
/// checked against its size; a file that lies about itself has no functions and never traps.
struct ObjectFile: ~Copyable {
    /// A run of equal entries in the file.
    struct Table: Hashable, Sendable {
        var offset: UInt64
        var bytes: UInt64
    }

    /// Where the names and the addresses of functions lie.
    struct SymbolTable: Hashable, Sendable {
        enum Layout: Hashable, Sendable { case elf64, elf32, machO }
        var layout: Layout
        var entries: Table
        var names: Table
    }

    let path: String
    /// Lower-case hexadecimal: the GNU build id, or the UUID of a Mach-O file.
    let buildID: String
    /// What the file calls the address where it begins when loaded: the crash record has distances from there.
    let base: UInt64
    /// Symbol tables, the fullest first.
    let symbolTables: [SymbolTable]
    /// Whether it says which line an address belongs to.
    let hasLines: Bool
    private let file: Descriptor

    /// Parts larger than this are not read: nothing that a linker makes needs them.
    private static let longestPart: UInt64 = 1 << 31

    /// Opens `path`. Nil where it is no such file, or has no build id.
    init?(at path: String) throws(IOError) {
        let file = try Descriptor(open: path, flags: O_RDONLY | O_NONBLOCK)
        let size = UInt64(max(0, try file.size()))
        let head = try Self.read(file, at: 0, count: min(size, 64))
        var found: ObjectHeader?
        if head.starts(with: [0x7F, 0x45, 0x4C, 0x46]) { found = try ELFHeader(file, size).found }
        if head.starts(with: [0xCF, 0xFA, 0xED, 0xFE]) { found = try MachOHeader(file, size).found }
        guard let found, !found.buildID.isEmpty else { return nil }
        self.path = path
        self.file = file
        buildID = found.buildID
        base = found.base
        symbolTables = found.symbolTables
        hasLines = found.hasLines
    }

    /// Bytes of a file, fewer where it ends.
    static func read(_ file: borrowing Descriptor, at offset: UInt64, count: UInt64) throws(IOError) -> [UInt8] {
        guard count > 0, count <= longestPart, offset <= UInt64(Int64.max) - count else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        var filled = 0
        var failure: IOError?
        bytes.withUnsafeMutableBytes { raw in
            do throws(IOError) {
                while filled < raw.count {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: raw[filled...])
                    let got = try file.read(into: rest, at: Int64(offset) + Int64(filled))
                    if got == 0 { break }
                    filled += got
                }
            } catch { failure = error }
        }
        if let failure { throw failure }
        return filled == bytes.count ? bytes : Array(bytes[..<filled])
    }

    /// The function each of `addresses` (of the file, not of a process) lies in; nil for none. One pass over each table.
    func functions(at addresses: [UInt64]) throws(IOError) -> [ObjectFunction?] {
        var found = [ObjectFunction?](repeating: nil, count: addresses.count)
        for table in symbolTables where found.contains(nil) {
            let best = try entries(of: table, at: addresses)
            let names = ByteReader(try Self.read(file, at: table.names.offset, count: table.names.bytes))
            for (index, entry) in best.enumerated() where found[index] == nil {
                guard let entry, let name = names.text(at: entry.name), !name.isEmpty else { continue }
                found[index] = ObjectFunction(name: name, address: entry.address, bytes: entry.bytes)
            }
        }
        return found
    }

    private func entries(of table: SymbolTable, at addresses: [UInt64]) throws(IOError) -> [SymbolTable.Entry?] {
        var best = [SymbolTable.Entry?](repeating: nil, count: addresses.count)
        let width = UInt64(table.layout.entryBytes), end = table.entries.bytes / width * width
        // Pieces, so that memory stays small whatever the table says of its length.
        let piece = width * 65_536
        var start: UInt64 = 0
        while start < end {
            let bytes = try Self.read(file, at: table.entries.offset &+ start, count: min(piece, end - start))
            guard !bytes.isEmpty else { break }
            let reader = ByteReader(bytes)
            for place in stride(from: 0, through: bytes.count - Int(width), by: Int(width)) {
                guard let entry = table.layout.function(in: reader, at: place) else { continue }
                for (index, address) in addresses.enumerated()
                where entry.reaches(address) && entry.isBetter(than: best[index]) { best[index] = entry }
            }
            start += piece
        }
        return best
    }
}

/// A function as the symbol table has it.
struct ObjectFunction: Hashable, Sendable {
    /// As the linker knows it.
    var name: String
    var address: UInt64
    /// 0 where the table does not say.
    var bytes: UInt64
}

/// What the head of a file of either format tells.
struct ObjectHeader: Hashable, Sendable {
    var buildID = ""
    var base: UInt64 = 0
    var symbolTables: [ObjectFile.SymbolTable] = []
    var hasLines = false
}

extension ObjectFile.SymbolTable {
    /// A function, its name still in the table of names.
    struct Entry: Hashable, Sendable {
        var name: Int
        var address: UInt64
        var bytes: UInt64

        /// An entry that knows its length holds what lies within; one that does not, all that follows.
        func reaches(_ other: UInt64) -> Bool { other >= address && (bytes == 0 || other - address < bytes) }

        /// The nearest one; but one that knows its length is sure of it.
        func isBetter(than other: Entry?) -> Bool {
            guard let other else { return true }
            return (bytes > 0) == (other.bytes > 0) ? address > other.address : bytes > 0
        }
    }
}

extension ObjectFile.SymbolTable.Layout {
    var entryBytes: Int {
        switch self {
        case .elf64: 24
        case .elf32, .machO: 16
        }
    }

    /// The entry at `start`; nil where it is no function.
    func function(in bytes: ByteReader, at start: Int) -> ObjectFile.SymbolTable.Entry? {
        switch self {
        case .elf64:
            // name u32, info u8, other u8, section u16, value u64, size u64
            guard Self.isELFFunction(bytes.u8(start + 4), section: bytes.u16(start + 6)) else { return nil }
            return .init(name: Int(bytes.u32(start)), address: bytes.u64(start + 8), bytes: bytes.u64(start + 16))
        case .elf32:
            // name u32, value u32, size u32, info u8, other u8, section u16
            guard Self.isELFFunction(bytes.u8(start + 12), section: bytes.u16(start + 14)) else { return nil }
            return .init(
                name: Int(bytes.u32(start)), address: UInt64(bytes.u32(start + 4)), bytes: UInt64(bytes.u32(start + 8)))
        case .machO:
            // name u32, type u8, section u8, description u16, value u64. A debugger's own entries have the upper bits set.
            let type = bytes.u8(start + 4)
            guard type & 0xE0 == 0, type & 0x0E == 0x0E else { return nil }
            return .init(name: Int(bytes.u32(start)), address: bytes.u64(start + 8), bytes: 0)
        }
    }

    /// A function, or one chosen at load time; and defined here.
    private static func isELFFunction(_ info: UInt8, section: UInt16) -> Bool {
        section != 0 && (info & 0x0F == 2 || info & 0x0F == 10)
    }
}
