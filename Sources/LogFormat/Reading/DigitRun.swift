/// Digits to a number, eight at a time where so many stand together, as in every time of a log.
enum DigitRun {
    /// Appends the digits at `at` to `value`, which wraps where they are too many, and leaves `at` behind them.
    @inline(__always)
    static func append(to value: inout UInt64, _ bytes: Span<UInt8>, _ at: inout Int) {
        let raw = unsafe bytes.bytes
        while at &+ 8 <= raw.byteCount {
            // Any eight bytes are a valid word, and the bounds are checked above.
            let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self).littleEndian
            guard areDigits(word) else { break }
            value = value &* 100_000_000 &+ eight(word)
            at &+= 8
        }
        while at < bytes.count {
            let digit = unsafe bytes[unchecked: at] &- 0x30
            guard digit < 10 else { return }
            value = value &* 10 &+ UInt64(digit)
            at &+= 1
        }
    }

    /// Whether every byte of a word is 0x30...0x39: its upper half is 3, also where 6 more is added.
    @inline(__always)
    private static func areDigits(_ word: UInt64) -> Bool {
        let upper: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        return word & upper | ((word &+ 0x0606_0606_0606_0606) & upper) >> 4 == 0x3333_3333_3333_3333
    }

    /// Eight digits, the first in the lowest byte: pairs to hundreds, those to ten thousands, those to the whole.
    @inline(__always)
    private static func eight(_ word: UInt64) -> UInt64 {
        var value = word & 0x0F0F_0F0F_0F0F_0F0F
        value = (value &* (10 << 8 | 1)) >> 8 & 0x00FF_00FF_00FF_00FF
        value = (value &* (100 << 16 | 1)) >> 16 & 0x0000_FFFF_0000_FFFF
        return (value &* (10_000 << 32 | 1)) >> 32
    }
}
