import FieldModel

/// The wall clock of a log line, found without reading all of it.
enum LineTime {
    /// Of an event: the key `t`, which stands within the first few.
    static func ofEvent(_ line: some RandomAccessCollection<UInt8>) -> WallTime? {
        number(behind: Array("\"t\":".utf8), in: line.prefix(96)).map { WallTime($0) }
    }

    /// The kind of an event: the key `k`, the last of the common ones.
    static func kind(ofEvent line: some RandomAccessCollection<UInt8>) -> String? {
        let head = Array(line.prefix(192))
        guard let start = end(of: Array("\"k\":\"".utf8), in: head) else { return nil }
        return String(decoding: head[start...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }

    private static func number(
        behind key: [UInt8], in head: some RandomAccessCollection<UInt8>
    ) -> Int64? {
        let head = Array(head)
        guard let start = end(of: key, in: head) else { return nil }
        let digits = head[start...].prefix { (48...57).contains($0) || $0 == UInt8(ascii: "-") }
        return Int64(String(decoding: digits, as: UTF8.self))
    }

    /// Behind the first appearance of `key`.
    private static func end(of key: [UInt8], in head: [UInt8]) -> Int? {
        guard head.count >= key.count else { return nil }
        for start in 0...(head.count - key.count) where head[start] == key[0] {
            if head[start..<start + key.count].elementsEqual(key) { return start + key.count }
        }
        return nil
    }
}

/// The cells of a line of CSV (RFC 4180), as they stand: quotes and all.
enum CSVLine {
    static func cells(_ line: some Collection<UInt8>) -> [ArraySlice<UInt8>] {
        var line = Array(line)
        if line.last == 0x0D { line.removeLast() }
        var cells: [ArraySlice<UInt8>] = []
        var start = 0
        var isQuoted = false
        for (index, byte) in line.enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: ","), !isQuoted {
                cells.append(line[start..<index])
                start = index + 1
            }
        }
        cells.append(line[start...])
        return cells
    }

    static func line(_ cells: some Collection<ArraySlice<UInt8>>) -> [UInt8] {
        Array(cells.joined(separator: [UInt8(ascii: ",")]))
    }

    static func names(_ header: some Collection<UInt8>) -> [String] {
        cells(header).map { String(decoding: $0, as: UTF8.self) }
    }
}
