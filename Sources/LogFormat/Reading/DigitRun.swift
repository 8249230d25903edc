/// Digits to a number, up to eight at a time, as they stand in every time and measure of a log.
enum DigitRun {
    /// Appends the digits at `at` to `value`, which wraps where they are too many, and leaves `at` behind them.
    @inline(__always)
    static func append(to value: inout UInt64, _ bytes: Span<UInt8>, _ at: inout Int) {
        let raw = unsafe bytes.bytes
        while at &+ 8 <= raw.byteCount {
            // Any eight bytes are a valid word, and the bounds are checked above.
            let word = DigitWord(unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self))
            value = value &* DigitWord.power(word.count) &+ word.whole
            at &+= word.count
            guard word.count == 8 else { return }
        }
        while at < bytes.count {
            let digit = unsafe bytes[unchecked: at] &- 0x30
            guard digit < 10 else { return }
            value = value &* 10 &+ UInt64(digit)
            at &+= 1
        }
    }

    /// The digits behind a point, in units of 10^-decimals (at most 8), rounded half up; leaves `at` behind the last one.
    @inline(__always)
    static func fraction(_ bytes: Span<UInt8>, _ at: inout Int, decimals: Int) -> UInt64 {
        let raw = unsafe bytes.bytes
        var fraction: UInt64 = 0
        if at &+ 8 <= raw.byteCount {
            let word = DigitWord(unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self))
            fraction = word.fraction
            at &+= word.count
            if word.count == 8 { skip(bytes, &at) }
        } else {
            var unit: UInt64 = 10_000_000
            while at < bytes.count {
                let digit = unsafe bytes[unchecked: at] &- 0x30
                guard digit < 10 else { break }
                fraction &+= UInt64(digit) &* unit
                unit /= 10
                at &+= 1
            }
        }
        let unit = DigitWord.power(8 &- decimals)
        return (fraction &+ unit / 2) / unit
    }

    /// Leaves `at` behind the digits that stand there.
    @inline(__always)
    static func skip(_ bytes: Span<UInt8>, _ at: inout Int) {
        let raw = unsafe bytes.bytes
        while at &+ 8 <= raw.byteCount {
            let word = DigitWord(unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self))
            at &+= word.count
            guard word.count == 8 else { return }
        }
        while at < bytes.count, unsafe bytes[unchecked: at] &- 0x30 < 10 { at &+= 1 }
    }
}

/// Eight bytes, looked at as digits.
struct DigitWord {
    /// The bytes less 0x30, the first in the lowest place.
    private let digits: UInt64
    /// The top bit of each byte that is no digit.
    private let others: UInt64

    /// - Parameter word: eight bytes as they lie in memory.
    @inline(__always)
    init(_ word: UInt64) {
        digits = word.littleEndian ^ 0x3030_3030_3030_3030
        // What is above 9 reaches the top bit when 0x76 is added, or has it already.
        let tops: UInt64 = 0x8080_8080_8080_8080
        others = ((digits & ~tops) &+ 0x7676_7676_7676_7676 | digits) & tops
    }

    /// How many digits stand before the first other byte.
    @inline(__always)
    var count: Int { others.trailingZeroBitCount / 8 }

    /// How many bytes stand before the second one that is no digit.
    @inline(__always)
    var secondStop: Int { (others & (others &- 1)).trailingZeroBitCount / 8 }

    /// The byte at a place from 0 to 7.
    @inline(__always)
    subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: digits &>> UInt64(8 &* index)) ^ 0x30 }

    /// The digits as a whole number.
    @inline(__always)
    var whole: UInt64 { Self.eight(digits << UInt64(64 &- 8 &* count)) }

    /// The number of the digits before `end` (1 to 7) with the point at `point` left out.
    @inline(__always)
    func whole(point: Int, end: Int) -> UInt64 {
        let behind = UInt64.max &<< UInt64(8 &* point)
        let joined = digits & ~behind | digits &>> 8 & behind
        return Self.eight(joined &<< UInt64(72 &- 8 &* end))
    }

    /// The digits as they stand behind a point, in units of 10^-8.
    @inline(__always)
    var fraction: UInt64 { Self.eight(digits & ~(UInt64.max << UInt64(8 &* count))) }

    /// Eight digits, the first in the lowest byte: pairs to hundreds, those to ten thousands, those to the whole.
    @inline(__always)
    private static func eight(_ digits: UInt64) -> UInt64 {
        var value = digits
        value = (value &* (10 << 8 | 1)) >> 8 & 0x00FF_00FF_00FF_00FF
        value = (value &* (100 << 16 | 1)) >> 16 & 0x0000_FFFF_0000_FFFF
        return (value &* (10_000 << 32 | 1)) >> 32
    }

    /// 10 to a power from 0 to 8.
    @inline(__always)
    static func power(_ exponent: Int) -> UInt64 {
        switch exponent {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1_000
        case 4: 10_000
        case 5: 100_000
        case 6: 1_000_000
        case 7: 10_000_000
        default: 100_000_000
        }
    }
}
