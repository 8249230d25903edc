/// Base64 (RFC 4648, the standard alphabet) as age wants it: canonical, so that every value has one spelling. Refused
/// are foreign characters, white space included, padding that is not due, and spare bits that are not zero.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let foreign: UInt8 = 255
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: foreign, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// The text of `bytes`; with `padded`, filled up with `=` to a multiple of four.
    static func encode(_ bytes: some Collection<UInt8>, padded: Bool = false) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var held: UInt32 = 0
        var bits = 0
        for byte in bytes {
            held = held << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(held >> UInt32(bits)) & 63])
            }
        }
        if bits > 0 { text.append(alphabet[Int(held << UInt32(6 - bits)) & 63]) }
        while padded, text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        return text
    }

    /// The bytes of an unpadded text; nil where it is not the canonical spelling of anything.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var held: UInt32 = 0
        var bits = 0
        for character in text {
            let value = values[Int(character)]
            guard value != foreign else { return nil }
            held = held << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
            }
        }
        // Six spare bits are a character too many (length 1 modulo 4); fewer have to be zero.
        guard bits < 6, held & (1 << UInt32(bits) - 1) == 0 else { return nil }
        return bytes
    }

    /// The bytes of a text that is padded to a multiple of four; nil where it is not canonical.
    static func decodePadded(_ text: some BidirectionalCollection<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return decode(text.dropLast(padding))
    }
}
