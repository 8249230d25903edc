import SystemIO

/// The head of a thin 64-bit Mach-O file (<mach-o/loader.h>): an app's binary, or the one inside a dSYM. Checked against
/// files made by hand; no Apple machine has made one for it.
struct MachOHeader {
    private(set) var found = ObjectHeader()

    private enum Command {
        static let symbols: UInt32 = 0x2, segment: UInt32 = 0x19, uuid: UInt32 = 0x1B
    }

    init(_ file: borrowing Descriptor, _ size: UInt64) throws(IOError) {
        let head = ByteReader(try ObjectFile.read(file, at: 0, count: 32))
        let commands = ByteReader(try ObjectFile.read(file, at: 32, count: UInt64(min(head.u32(20), 1 << 20))))
        var at = 0
        while at + 8 <= commands.bytes.count {
            let length = Int(commands.u32(at + 4))
            guard length >= 8 else { return }
            switch commands.u32(at) {
            case Command.uuid: found.buildID = commands.hexadecimal(at: at + 8, count: 16)
            case Command.segment: readSegment(commands, at)
            case Command.symbols: readSymbols(commands, at, size)
            default: break
            }
            at += length
        }
    }

    private mutating func readSegment(_ commands: ByteReader, _ at: Int) {
        switch commands.text(at: at + 8, count: 16) {
        case "__TEXT": found.base = commands.u64(at + 24)
        case "__DWARF": found.hasLines = true
        default: break
        }
    }

    private mutating func readSymbols(_ commands: ByteReader, _ at: Int, _ size: UInt64) {
        func part(_ offset: UInt32, _ bytes: UInt64) -> ObjectFile.Table {
            .init(offset: UInt64(offset), bytes: min(bytes, size - min(size, UInt64(offset))))
        }
        found.symbolTables.append(
            .init(
                layout: .machO, entries: part(commands.u32(at + 8), UInt64(commands.u32(at + 12)) * 16),
                names: part(commands.u32(at + 16), UInt64(commands.u32(at + 20)))))
    }
}
