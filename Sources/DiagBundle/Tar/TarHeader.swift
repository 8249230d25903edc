/// One 512-byte header of a tar archive (POSIX ustar), written with fixed owner, mode and time so that the same content
/// gives the same bytes.
enum TarHeader {
    static let size = 512
    /// Offsets and lengths of the fields.
    static let name = 0..<100
    static let mode = 100..<108
    static let owner = 108..<116
    static let group = 116..<124
    static let fileSize = 124..<136
    static let time = 136..<148
    static let checksum = 148..<156
    static let type = 156
    static let magic = 257..<265
    static let prefix = 345..<500

    /// The largest number 11 octal digits hold: 8 GiB less one.
    static let largestSize: Int64 = 0o77777777777

    /// The header of a file, with a pax header before it where name or size do not fit.
    static func file(_ path: String, size: Int64, time: Int64) -> [UInt8] {
        let bytes = Array(path.utf8)
        let split = Self.split(bytes)
        if let split, size <= largestSize {
            return block(name: split.name, prefix: split.prefix, type: "0", size: size, time: time)
        }
        var records: [UInt8] = []
        if split == nil { records += record("path", bytes) }
        if size > largestSize { records += record("size", Array(String(size).utf8)) }
        let stub = Array("pax".utf8)
        return block(name: stub, prefix: [], type: "x", size: Int64(records.count), time: time) + padded(records)
            + block(
                name: split?.name ?? Array(bytes.suffix(name.count)), prefix: split?.prefix ?? [], type: "0",
                size: min(size, largestSize), time: time)
    }

    /// Zero bytes that fill up the last block behind `size` bytes.
    static func padding(after size: Int64) -> Int { Int((512 - size % 512) % 512) }

    /// Bytes of a file in the archive, header and padding included.
    static func footprint(_ path: String, size: Int64) -> Int64 {
        Int64(file(path, size: size, time: 0).count) + size + Int64(padding(after: size))
    }

    /// Two zero blocks.
    static let end = [UInt8](repeating: 0, count: 1024)

    /// The name in the one or two fields it has room in; nil where it has none.
    private static func split(_ path: [UInt8]) -> (name: [UInt8], prefix: [UInt8])? {
        if path.count <= name.count { return (path, []) }
        // The later the cut, the more goes into the prefix.
        let cuts = path.indices.filter { path[$0] == UInt8(ascii: "/") && $0 <= prefix.count && $0 > 0 }
        guard let cut = cuts.last, path.count - cut - 1 <= name.count, cut + 1 < path.count else { return nil }
        return (Array(path[(cut + 1)...]), Array(path[..<cut]))
    }

    /// A pax record: its own length in decimal, a blank, key=value, a newline.
    private static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
        let rest = [0x20] + Array(key.utf8) + [UInt8(ascii: "=")] + value + [0x0A]
        var length = rest.count + 1
        while String(length).utf8.count + rest.count != length { length = String(length).utf8.count + rest.count }
        return Array(String(length).utf8) + rest
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: padding(after: Int64(bytes.count)))
    }

    private static func block(
        name: [UInt8], prefix: [UInt8], type: Unicode.Scalar, size: Int64, time: Int64
    ) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: Self.size)
        func put(_ bytes: some Collection<UInt8>, _ field: Range<Int>) {
            header.replaceSubrange(field.lowerBound..<field.lowerBound + bytes.count, with: bytes)
        }
        func put(octal number: Int64, _ field: Range<Int>) {
            let digits = String(number, radix: 8)
            put((String(repeating: "0", count: field.count - 1 - digits.utf8.count) + digits).utf8, field)
        }
        put(name, Self.name)
        put(octal: 0o644, mode)
        put(octal: 0, owner)
        put(octal: 0, group)
        put(octal: size, fileSize)
        put(octal: max(0, min(time, largestSize)), Self.time)
        put([UInt8](repeating: 0x20, count: checksum.count), checksum)
        header[Self.type] = UInt8(ascii: type)
        put("ustar\u{0}00".utf8, magic)
        put(prefix, Self.prefix)
        put(octal: header.reduce(0) { $0 + Int64($1) }, checksum.lowerBound..<checksum.lowerBound + 7)
        return header
    }
}
