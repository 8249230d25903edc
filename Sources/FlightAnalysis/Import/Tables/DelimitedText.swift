/// A table as other programs write it: cells separated by commas, semicolons or tabs, whichever the header has; quotes as
/// in RFC 4180, so that a cell may hold line breaks; any line end; a byte order mark passed over.
struct DelimitedText {
    private let bytes: [UInt8]
    private var at = 0
    private let separator: UInt8
    /// The line that the row last read began on, counted from 1.
    private(set) var line = 0
    private var nextLine = 1
    /// Quotes that were never closed.
    private(set) var unclosed = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
        let header = bytes[at...].prefix { $0 != 0x0A && $0 != 0x0D }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        let counts = candidates.map { candidate in header.count { $0 == candidate } }
        separator = candidates[counts.firstIndex(of: counts.max()!)!]
    }

    /// The cells of the next row that is not blank; nil at the end.
    mutating func next() -> [String]? {
        while at < bytes.count {
            line = nextLine
            let cells = row()
            if cells != [""] { return cells }
        }
        return nil
    }

    private mutating func row() -> [String] {
        var cells: [String] = []
        while true {
            cells.append(cell())
            guard at < bytes.count, bytes[at] == separator else { break }
            at += 1
        }
        if at < bytes.count, bytes[at] == 0x0D { at += 1 }
        if at < bytes.count, bytes[at] == 0x0A { at += 1 }
        nextLine += 1
        return cells
    }

    private mutating func cell() -> String {
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
            let start = at
            while at < bytes.count, bytes[at] != separator, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
            return String(decoding: bytes[start..<at], as: UTF8.self).trimmed
        }
        at += 1
        var text: [UInt8] = []
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "\"") {
                at += 1
                // A doubled quote stands for itself; a single one ends the cell.
                guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
                    return String(decoding: text, as: UTF8.self)
                }
            }
            if bytes[at] == 0x0A { nextLine += 1 }
            text.append(bytes[at])
            at += 1
        }
        unclosed += 1
        return String(decoding: text, as: UTF8.self)
    }
}
