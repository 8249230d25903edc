/// Bech32 (BIP 173, checksum constant 1) without the limit of 90 characters: the spelling of age keys.
///
/// Works on memory lent by the caller, because half of what it spells is secret: nothing is copied to `String`.
enum Bech32 {
    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    private static let generators: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]
    private static let checksumLength = 6

    /// The rule a text breaks.
    enum Flaw: String, Error {
        case noSeparator = "it has no separator 1"
        case tooShort = "it is too short"
        case foreignCharacter = "it has a character that keys do not have"
        case mixedCase = "it mixes upper and lower case"
        case checksum = "its checksum is wrong: a character is missing or mistyped"
        case padding = "its last bits are not zero"
        case length = "it does not hold 32 bytes"
        case prefix = "it begins differently"
    }

    /// Writes the 32 bytes that `text` spells behind `prefix` (case as written) and the separator to `target`.
    static func decode(
        _ text: UnsafeRawBufferPointer, prefix: StaticString, into target: UnsafeMutableRawBufferPointer
    ) throws(Flaw) {
        guard let separator = text.lastIndex(of: UInt8(ascii: "1")) else { throw .noSeparator }
        guard separator > 0, text.count - separator - 1 >= checksumLength else { throw .tooShort }
        try checkCharacters(text)
        guard prefix.withUTF8Buffer({ $0.elementsEqual(text[..<separator]) }) else { throw .prefix }

        var checksum = Checksum()
        checksum.add(prefixOf: text[..<separator])
        // Five bits at a time, through registers only.
        var held: UInt32 = 0
        var bits = 0
        var filled = 0
        let dataEnd = text.count - checksumLength
        for index in separator + 1..<text.count {
            guard let value = alphabet.firstIndex(of: lowercase(text[index])) else { throw .foreignCharacter }
            checksum.add(UInt8(value))
            guard index < dataEnd else { continue }
            held = (held << 5 | UInt32(value)) & 0xFFF
            bits += 5
            if bits >= 8 {
                bits -= 8
                guard filled < target.count else { throw .length }
                target[filled] = UInt8(truncatingIfNeeded: held >> UInt32(bits))
                filled += 1
            }
        }
        guard checksum.value == 1 else { throw .checksum }
        guard filled == target.count else { throw .length }
        guard bits < 5, held & (1 << UInt32(bits) - 1) == 0 else { throw .padding }
    }

    /// Characters needed for `count` bytes behind `prefix`.
    static func length(prefix: StaticString, count: Int) -> Int {
        prefix.utf8CodeUnitCount + 1 + (count * 8 + 4) / 5 + checksumLength
    }

    /// Spells `bytes` behind `prefix` and the separator, in the case of `prefix`, into `target` of the right length.
    static func encode(
        _ bytes: UnsafeRawBufferPointer, prefix: StaticString, into target: UnsafeMutableRawBufferPointer
    ) {
        precondition(target.count == length(prefix: prefix, count: bytes.count))
        var checksum = Checksum()
        let isUpper = prefix.withUTF8Buffer { characters in
            target.copyBytes(from: characters)
            checksum.add(prefixOf: UnsafeRawBufferPointer(characters)[...])
            return characters.contains { (65...90).contains($0) }
        }
        var place = prefix.utf8CodeUnitCount
        func put(_ character: UInt8) {
            target[place] = isUpper && character >= 97 ? character - 32 : character
            place += 1
        }
        put(UInt8(ascii: "1"))
        var held: UInt32 = 0
        var bits = 0
        func putValue(_ value: UInt32) {
            checksum.add(UInt8(value))
            put(alphabet[Int(value)])
        }
        for byte in bytes {
            held = (held << 8 | UInt32(byte)) & 0xFFFF
            bits += 8
            while bits >= 5 {
                bits -= 5
                putValue(held >> UInt32(bits) & 31)
            }
        }
        if bits > 0 { putValue(held << UInt32(5 - bits) & 31) }
        for value in checksum.closing() { put(alphabet[Int(value)]) }
    }

    private static func checkCharacters(_ text: UnsafeRawBufferPointer) throws(Flaw) {
        var hasLower = false
        var hasUpper = false
        for character in text {
            guard (33...126).contains(character) else { throw .foreignCharacter }
            if (97...122).contains(character) { hasLower = true }
            if (65...90).contains(character) { hasUpper = true }
        }
        if hasLower && hasUpper { throw .mixedCase }
    }

    fileprivate static func lowercase(_ character: UInt8) -> UInt8 {
        (65...90).contains(character) ? character + 32 : character
    }

    /// The BCH code of BIP 173, five bits a step.
    private struct Checksum {
        private(set) var value: UInt32 = 1

        mutating func add(_ digit: UInt8) {
            let top = value >> 25
            value = (value & 0x1FF_FFFF) << 5 ^ UInt32(digit)
            for (index, generator) in Bech32.generators.enumerated() where top >> UInt32(index) & 1 == 1 {
                value ^= generator
            }
        }

        /// The prefix counts in lower case: the high bits of each character, a zero, then the low bits.
        mutating func add(prefixOf characters: Slice<UnsafeRawBufferPointer>) {
            for character in characters { add(Bech32.lowercase(character) >> 5) }
            add(0)
            for character in characters { add(Bech32.lowercase(character) & 31) }
        }

        /// The six digits that bring the code to 1.
        func closing() -> [UInt8] {
            var code = self
            for _ in 0..<Bech32.checksumLength { code.add(0) }
            let wanted = code.value ^ 1
            return (0..<Bech32.checksumLength).map { UInt8(truncatingIfNeeded: wanted >> UInt32(5 * (5 - $0))) & 31 }
        }
    }
}
