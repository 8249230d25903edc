/// Little-endian numbers and texts out of bytes that may lie about themselves: what lies beyond the end reads as 0 or nil.
struct ByteReader: Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func number(_ at: Int, _ count: Int) -> UInt64 {
        guard at >= 0, at <= bytes.count - count else { return 0 }
        var value: UInt64 = 0
        for index in (0..<count).reversed() { value = value << 8 | UInt64(bytes[at + index]) }
        return value
    }

    func u8(_ at: Int) -> UInt8 { UInt8(number(at, 1)) }
    func u16(_ at: Int) -> UInt16 { UInt16(number(at, 2)) }
    func u32(_ at: Int) -> UInt32 { UInt32(number(at, 4)) }
    func u64(_ at: Int) -> UInt64 { number(at, 8) }
    /// A word of 4 or 8 bytes.
    func word(_ at: Int, wide: Bool) -> UInt64 { number(at, wide ? 8 : 4) }

    /// The text from `at` to the next zero, at most 64 KiB.
    func text(at: Int) -> String? {
        guard at >= 0, at < bytes.count else { return nil }
        let rest = bytes[at...].prefix(65_536)
        return String(decoding: rest.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// A fixed field of text, up to its first zero.
    func text(at: Int, count: Int) -> String {
        guard at >= 0, at <= bytes.count - count else { return "" }
        return String(decoding: bytes[at..<(at + count)].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Lower-case hexadecimal.
    func hexadecimal(at: Int, count: Int) -> String {
        guard at >= 0, count >= 0, at <= bytes.count - count else { return "" }
        return bytes[at..<(at + count)].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
