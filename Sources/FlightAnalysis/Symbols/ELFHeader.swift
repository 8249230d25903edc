import SystemIO

/// The head of an ELF file (System V ABI, chapter 4 and 5), little-endian: build id from the notes, symbol tables from the
/// sections. A stripped file has its build id and the names it exports.
struct ELFHeader {
    private(set) var found = ObjectHeader()
    private let isWide: Bool

    private struct Section {
        var name: Int
        var type: UInt32
        var part: ObjectFile.Table
        var link: Int
    }

    private enum Kind {
        static let loadSegment: UInt32 = 1, noteSegment: UInt32 = 4
        static let symbols: UInt32 = 2, notes: UInt32 = 7, withoutBytes: UInt32 = 8, exportedSymbols: UInt32 = 11
        static let buildIDNote: UInt32 = 3
    }

    init(_ file: borrowing Descriptor, _ size: UInt64) throws(IOError) {
        let head = ByteReader(try ObjectFile.read(file, at: 0, count: 64))
        isWide = head.u8(4) == 2
        // The byte order: 1 is little-endian.
        guard head.u8(5) == 1 else { return }
        try readSegments(file, head)
        let sections = try sections(file, head, size)
        for section in sections where section.type == Kind.notes && found.buildID.isEmpty {
            try readNotes(file, section.part)
        }
        readTables(sections)
        try readNames(file, head, sections)
    }

    private mutating func readSegments(_ file: borrowing Descriptor, _ head: ByteReader) throws(IOError) {
        let width = Int(head.u16(isWide ? 54 : 42)), count = Int(head.u16(isWide ? 56 : 44))
        guard width >= (isWide ? 56 : 32) else { return }
        let table = ByteReader(
            try ObjectFile.read(file, at: head.word(isWide ? 32 : 28, wide: isWide), count: UInt64(width * count)))
        for start in (0..<count).map({ $0 * width }) where table.u32(start) == Kind.noteSegment {
            guard found.buildID.isEmpty else { break }
            try readNotes(
                file,
                .init(
                    offset: table.word(start + (isWide ? 8 : 4), wide: isWide),
                    bytes: table.word(start + (isWide ? 32 : 16), wide: isWide)))
        }
        // The crash record has the distance from where the loader put address 0, so the base stays 0.
    }

    /// Notes: length of the name, of the content, type; then both, each filled up to a word.
    private mutating func readNotes(_ file: borrowing Descriptor, _ part: ObjectFile.Table) throws(IOError) {
        guard part.bytes <= 1 << 20 else { return }
        let notes = ByteReader(try ObjectFile.read(file, at: part.offset, count: part.bytes))
        var at = 0
        while at + 12 <= notes.bytes.count {
            let name = Int(notes.u32(at)), content = Int(notes.u32(at + 4)), type = notes.u32(at + 8)
            let start = at + 12 + (name + 3) / 4 * 4
            if type == Kind.buildIDNote, notes.text(at: at + 12, count: 4) == "GNU", content <= 64 {
                found.buildID = notes.hexadecimal(at: start, count: content)
                return
            }
            at = start + (content + 3) / 4 * 4
        }
    }

    private func sections(
        _ file: borrowing Descriptor, _ head: ByteReader, _ size: UInt64
    ) throws(IOError) -> [Section] {
        let width = Int(head.u16(isWide ? 58 : 46)), count = Int(head.u16(isWide ? 60 : 48))
        guard width >= (isWide ? 64 : 40) else { return [] }
        let table = ByteReader(
            try ObjectFile.read(file, at: head.word(isWide ? 40 : 32, wide: isWide), count: UInt64(width * count)))
        return (0..<table.bytes.count / width).map { index in
            let start = index * width
            return Section(
                name: Int(table.u32(start)), type: table.u32(start + 4),
                part: .init(
                    offset: table.word(start + (isWide ? 24 : 16), wide: isWide),
                    bytes: table.word(start + (isWide ? 32 : 20), wide: isWide)),
                link: Int(table.u32(start + (isWide ? 40 : 24))))
        }
        .map { section in
            var section = section
            // A separate debug file keeps the sections of the program without their bytes.
            if section.type == Kind.withoutBytes || section.part.offset > size { section.part.bytes = 0 }
            section.part.bytes = min(section.part.bytes, size - min(size, section.part.offset))
            return section
        }
    }

    private mutating func readTables(_ sections: [Section]) {
        // The full table before the one of what is exported.
        for type in [Kind.symbols, Kind.exportedSymbols] {
            for section in sections where section.type == type && section.part.bytes > 0 {
                guard sections.indices.contains(section.link) else { continue }
                found.symbolTables.append(
                    .init(
                        layout: isWide ? .elf64 : .elf32, entries: section.part, names: sections[section.link].part))
            }
        }
    }

    private mutating func readNames(
        _ file: borrowing Descriptor, _ head: ByteReader, _ sections: [Section]
    ) throws(IOError) {
        let index = Int(head.u16(isWide ? 62 : 50))
        guard sections.indices.contains(index), sections[index].part.bytes <= 1 << 20 else { return }
        let part = sections[index].part
        let names = ByteReader(try ObjectFile.read(file, at: part.offset, count: part.bytes))
        found.hasLines = sections.contains { section in
            let name = names.text(at: section.name)
            return section.part.bytes > 0 && (name == ".debug_line" || name == ".zdebug_line")
        }
    }
}
