/// Reads a tar archive member by member: ustar, pax and GNU long names. Files and folders only; everything else an
/// archive can hold (links, devices, sparse files) is refused by name.
final class TarReader {
    /// What stands before a member's bytes.
    struct Entry {
        /// Checked, relative, without a trailing slash; empty for the root.
        var path: String
        var isFolder: Bool
        /// Bytes of content.
        var size: Int64
    }

    let path: String
    private let source: any ByteSource
    /// Content and padding of the current member not yet read.
    private var rest: Int64 = 0
    private var padding = 0
    /// Bytes of the archive read so far.
    private(set) var offset: Int64 = 0
    /// Where the current member begins in the archive, with what stands before its bytes.
    private(set) var start: Int64 = 0
    private var current = ""
    /// A pax header or long name this large is no honest one.
    private static let metadataLimit: Int64 = 65_536

    init(_ source: any ByteSource) {
        self.source = source
        path = source.path
    }

    /// The next member; nil at the end of the archive, once all that follows was found to be zeros.
    func next() throws(BundleError) -> Entry? {
        try skipRest()
        start = offset
        var longName: [UInt8]?
        var longSize: Int64?
        while true {
            let at = offset
            let header = try readBlock()
            if header.allSatisfy({ $0 == 0 }) {
                try readEnd()
                return nil
            }
            try check(header, at: at)
            guard let plainSize = Self.number(header[TarHeader.fileSize]), plainSize >= 0 else {
                throw malformed(at, "its size is not a number")
            }
            switch header[TarHeader.type] {
            case UInt8(ascii: "x"): (longName, longSize) = try paxRecords(size: plainSize, at: at)
            case UInt8(ascii: "g"): _ = try metadata(size: plainSize, at: at)
            case UInt8(ascii: "L"): longName = Array(try metadata(size: plainSize, at: at).prefix { $0 != 0 })
            default:
                return try begin(header, name: longName ?? Self.name(header), size: longSize ?? plainSize)
            }
        }
    }

    /// Reads content of the current member; 0 at its end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        let wanted = Int(min(Int64(buffer.count), rest))
        if wanted == 0 { return 0 }
        let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
        guard count > 0 else { throw cutOff("inside member \(current)") }
        rest -= Int64(count)
        offset += Int64(count)
        return count
    }

    private func begin(_ header: [UInt8], name: [UInt8], size: Int64) throws(BundleError) -> Entry {
        current = MemberName.printable(name)
        let type = header[TarHeader.type]
        if let kind = Self.refusedKind(type) {
            throw BundleError(
                .refusedMember, path, member: current, "member \(current) is \(kind): only files and folders are taken")
        }
        let isFolder = type == UInt8(ascii: "5") || name.last == UInt8(ascii: "/")
        let checked = try MemberName.checked(name, path: path)
        guard !checked.isEmpty || isFolder else {
            throw BundleError(.refusedMember, path, member: current, "member \(current): the name is that of the root")
        }
        guard !isFolder || size == 0 else {
            throw BundleError(.refusedMember, path, member: current, "member \(current) is a folder with content")
        }
        current = checked
        rest = size
        padding = TarHeader.padding(after: size)
        return Entry(path: checked, isFolder: isFolder, size: size)
    }

    /// What a type other than file or folder is called; nil for those two.
    private static func refusedKind(_ type: UInt8) -> String? {
        switch Character(Unicode.Scalar(type)) {
        case "0", "\0", "7", "5": nil
        case "1": "a hard link"
        case "2", "K": "a symbolic link"
        case "3": "a character device"
        case "4": "a block device"
        case "6": "a pipe"
        case "S": "a sparse file"
        default: "of an unknown type (\(type))"
        }
    }

    /// Whether a block is the header of a member: its checksum is right.
    static func isHeader(_ block: [UInt8]) -> Bool {
        var sum: Int64 = 0
        for index in block.indices { sum += TarHeader.checksum.contains(index) ? 0x20 : Int64(block[index]) }
        // A block of zeros adds up to its eight blanks.
        return sum > 8 * 0x20 && number(block[TarHeader.checksum]) == sum
    }

    private func check(_ header: [UInt8], at: Int64) throws(BundleError) {
        guard Self.isHeader(header) else {
            throw at == 0
                ? BundleError(.notABundle, path, "expected a tar archive, found something else")
                : malformed(at, "its checksum is wrong")
        }
    }

    /// Name and prefix of the header itself.
    private static func name(_ header: [UInt8]) -> [UInt8] {
        let name = Array(header[TarHeader.name].prefix { $0 != 0 })
        guard header[TarHeader.magic].starts(with: "ustar\u{0}".utf8) else { return name }
        let prefix = Array(header[TarHeader.prefix].prefix { $0 != 0 })
        return prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
    }

    /// An octal number, or GNU's base 256 where the first bit is set.
    static func number(_ field: ArraySlice<UInt8>) -> Int64? {
        if let first = field.first, first & 0x80 != 0 {
            guard first == 0x80, field.dropFirst().dropLast(8).allSatisfy({ $0 == 0 }) else { return nil }
            let value = field.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Int64(exactly: value)
        }
        let text = field.drop { $0 == 0x20 }.prefix { $0 != 0x20 && $0 != 0 }
        var value: Int64 = 0
        for digit in text {
            guard (48...55).contains(digit) else { return nil }
            value = value << 3 | Int64(digit - 48)
        }
        return value
    }

    private func paxRecords(size: Int64, at: Int64) throws(BundleError) -> (name: [UInt8]?, size: Int64?) {
        var rest = try metadata(size: size, at: at)[...]
        var found: (name: [UInt8]?, size: Int64?)
        while !rest.isEmpty {
            let digits = rest.prefix { $0 != 0x20 }
            guard digits.count <= 6, let length = Int(String(decoding: digits, as: UTF8.self)),
                length > digits.count + 2, length <= rest.count,
                case let record = rest.prefix(length).dropFirst(digits.count + 1), record.last == 0x0A,
                let equals = record.firstIndex(of: UInt8(ascii: "="))
            else { throw malformed(at, "its extended header is malformed") }
            let value = record[(equals + 1)...].dropLast()
            switch String(decoding: record[..<equals], as: UTF8.self) {
            case "path": found.name = Array(value)
            case "size":
                guard let number = Int64(String(decoding: value, as: UTF8.self)), number >= 0 else {
                    throw malformed(at, "its size is not a number")
                }
                found.size = number
            case let key where key.hasPrefix("GNU.sparse"):
                throw BundleError(.refusedMember, path, "a sparse file: only files and folders are taken")
            default: break
            }
            rest = rest.dropFirst(length)
        }
        return found
    }

    /// The content of a member that only describes the next one.
    private func metadata(size: Int64, at: Int64) throws(BundleError) -> [UInt8] {
        guard size <= Self.metadataLimit else { throw malformed(at, "its extended header is too large") }
        let bytes = try readExactly(Int(size) + TarHeader.padding(after: size))
        return Array(bytes.prefix(Int(size)))
    }

    private func skipRest() throws(BundleError) {
        guard rest > 0 || padding > 0 else { return }
        var scratch = [UInt8](repeating: 0, count: 65_536)
        while rest > 0 { _ = try scratch.write { (scratch) throws(BundleError) in try read(into: scratch) } }
        _ = try readExactly(padding)
        padding = 0
    }

    /// Behind the end only zeros may follow; reading them lets the container check its own end.
    private func readEnd() throws(BundleError) {
        var scratch = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = try scratch.write { (scratch) throws(BundleError) in try source.read(into: scratch) }
            if count == 0 { return }
            offset += Int64(count)
            guard scratch[..<count].allSatisfy({ $0 == 0 }) else {
                throw BundleError(.trailingData, path, "expected the end of the tar archive, found more bytes")
            }
        }
    }

    private func readBlock() throws(BundleError) -> [UInt8] { try readExactly(TarHeader.size) }

    private func readExactly(_ count: Int) throws(BundleError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = try bytes.write { (bytes) throws(BundleError) in try source.readFully(into: bytes) }
        offset += Int64(got)
        guard got == count else {
            // Not even one block.
            throw offset == Int64(got)
                ? BundleError(.notABundle, path, "expected a tar archive, found \(got == 0 ? "nothing" : "less")")
                : cutOff("before its end")
        }
        return bytes
    }

    private func cutOff(_ place: String) -> BundleError {
        BundleError(.cutOff, path, "the tar archive ends \(place)")
    }

    private func malformed(_ at: Int64, _ what: String) -> BundleError {
        BundleError(.damaged, path, "the tar header at byte \(at) of the archive is malformed: \(what)")
    }
}
