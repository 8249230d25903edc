/// Validity of UTF-8 by the table of The Unicode Standard, 3-7: no overlong forms, no surrogates, nothing beyond
/// U+10FFFF.
enum UTF8Check {
    /// The first byte in `range` at which no valid character begins; nil where all is valid.
    static func firstInvalid(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var at = range.lowerBound
        while at < range.upperBound {
            let length = validLength(bytes, at, end: range.upperBound)
            if length == 0 { return at }
            at += length
        }
        return nil
    }

    /// Bytes of the character that begins at `at`; 0 where none does.
    private static func validLength(_ bytes: Span<UInt8>, _ at: Int, end: Int) -> Int {
        let lead = bytes[at]
        if lead < 0x80 { return 1 }
        let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
        guard length > 0, at + length <= end else { return 0 }
        let second = bytes[at + 1]
        let least: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
        let greatest: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
        guard second >= least, second <= greatest else { return 0 }
        for offset in 2..<max(2, length) where bytes[at + offset] & 0xC0 != 0x80 { return 0 }
        return length
    }
}

extension Span<UInt8> {
    /// The text of a range; bytes that are no UTF-8 become U+FFFD.
    @inline(__always)
    func text(_ range: Range<Int>) -> String {
        // The only way from bytes to a string without a copy in between; the pointer does not leave the closure.
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the bytes of a range are those of `text`.
    @inline(__always)
    func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        for index in 0..<range.count where unsafe self[range.lowerBound + index] != text.utf8Start[index] {
            return false
        }
        return true
    }
}
