/// Decimal digits: up to four from a table of pairs; else eight at a time in one word, by three rounds of a multiplication by
/// the reciprocal (10,000, 100, 10), each on all lanes at once.

extension LineBuffer {
    /// An integer in decimal.
    public mutating func append(_ value: UInt64) { write(atMost: LineCursor.longestNumber) { $0.put(value) } }

    /// An integer in decimal.
    public mutating func append(_ value: Int64) { write(atMost: LineCursor.longestNumber) { $0.put(value) } }

    /// A number of hundredths, not 0, as a decimal fraction without zeros at its end, but one.
    mutating func append(hundredths: Int64) {
        write(atMost: LineCursor.longestNumber) { cursor in
            if hundredths < 0 { cursor.put(UInt8(ascii: "-")) }
            let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
            cursor.put(whole)
            let digits = LineCursor.pair(UInt32(truncatingIfNeeded: rest))
            cursor.put(word: 0x2E | digits << 8, count: digits >> 8 == 0x30 ? 2 : 3)
        }
    }
}

extension LineCursor {
    /// Room that any number takes, with the eight bytes that a store may touch behind its end.
    static let longestNumber = 32

    /// An integer in decimal.
    @inline(__always)
    mutating func put(_ value: UInt64) {
        if value < 100_000_000 { return put(leading: UInt32(truncatingIfNeeded: value)) }
        putLong(value)
    }

    /// An integer in decimal.
    @inline(__always)
    mutating func put(_ value: Int64) {
        if value < 0 { put(UInt8(ascii: "-")) }
        put(value.magnitude)
    }

    /// ms since the Unix epoch: thirteen digits from 2001 to 2286.
    @inline(__always)
    mutating func put(wallTime value: Int64) {
        guard value >= 1_000_000_000_000, value < 10_000_000_000_000 else { return put(value) }
        let value = UInt64(bitPattern: value)
        let high = value / 100_000_000
        put(word: (Self.digits(UInt32(truncatingIfNeeded: high)) | Self.zeros) >> 24, count: 5)
        put(eight: UInt32(truncatingIfNeeded: value &- high &* 100_000_000))
    }

    private mutating func putLong(_ value: UInt64) {
        let high = value / 100_000_000
        if high < 100_000_000 {
            put(leading: UInt32(truncatingIfNeeded: high))
        } else {
            put(leading: UInt32(truncatingIfNeeded: high / 100_000_000))
            put(eight: UInt32(truncatingIfNeeded: high % 100_000_000))
        }
        put(eight: UInt32(truncatingIfNeeded: value % 100_000_000))
    }

    /// Below 10^8, without zeros in front.
    @inline(__always)
    private mutating func put(leading value: UInt32) {
        // What measurements mostly are before the point.
        if value < 100 {
            let isOne: UInt64 = value < 10 ? 1 : 0
            return put(word: Self.pair(value) >> (isOne &* 8), count: 2 - Int(isOne))
        }
        if value < 10_000 {
            let high = value / 100
            let isThree: UInt64 = high < 10 ? 1 : 0
            let word = Self.pair(high) | Self.pair(value &- high &* 100) << 16
            return put(word: word >> (isThree &* 8), count: 4 - Int(isThree))
        }
        let digits = Self.digits(value)
        // The most significant digit is the lowest byte; 0 keeps its last digit.
        let zeros = min(digits.trailingZeroBitCount / 8, 7)
        put(word: (digits | Self.zeros) >> UInt64(zeros * 8), count: 8 - zeros)
    }

    /// Below 10^8, with zeros in front.
    @inline(__always)
    private mutating func put(eight value: UInt32) {
        put(word: Self.digits(value) | Self.zeros, count: 8)
    }

    /// Two digits, the tens in the lowest byte. Below 100.
    @inline(__always)
    fileprivate static func pair(_ value: UInt32) -> UInt64 {
        let pairs: StaticString = """
            0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
            5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
            """
        let at = unsafe UnsafeRawPointer(pairs.utf8Start)
        return unsafe UInt64(at.loadUnaligned(fromByteOffset: Int(value) &* 2, as: UInt16.self).littleEndian)
    }

    private static var zeros: UInt64 { 0x3030_3030_3030_3030 }

    /// The eight digits of a number below 10^8, the most significant one in the lowest byte.
    @inline(__always)
    private static func digits(_ value: UInt32) -> UInt64 {
        let value = UInt64(value)
        let high = (value &* 109_951_163) >> 40  // value / 10_000
        let fours = high | ((value &- high &* 10_000) << 32)
        let tens = ((fours &* 10_486) >> 20) & 0x0000_007F_0000_007F  // each / 100
        let twos = tens | ((fours &- tens &* 100) << 16)
        let ones = ((twos &* 103) >> 10) & 0x000F_000F_000F_000F  // each / 10
        return ones | ((twos &- ones &* 10) << 8)
    }

    /// `value` units of 10^-7 with all seven decimals: degrees.
    @inline(__always)
    mutating func put(sevenDecimals value: Int32) {
        if value < 0 { put(UInt8(ascii: "-")) }
        let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
        put(leading: whole)
        put(UInt8(ascii: "."))
        put(word: Self.digits(rest &* 10) | Self.zeros, count: 7)
    }

    /// `value` units of 10^-2 with both decimals: metres, metres a second.
    @inline(__always)
    mutating func put(twoDecimals value: Int32) {
        if value < 0 { put(UInt8(ascii: "-")) }
        let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 100)
        let decimals = 0x2E | Self.pair(rest) << 8
        if whole < 100 {
            let isOne: UInt64 = whole < 10 ? 1 : 0
            let shift = isOne &* 8
            return put(word: Self.pair(whole) >> shift | decimals << (16 &- shift), count: 5 - Int(isOne))
        }
        put(leading: whole)
        put(word: decimals, count: 3)
    }

    /// `value` tenths with the decimal: degrees of a course.
    @inline(__always)
    mutating func put(oneDecimal value: Int32) {
        if value < 0 { put(UInt8(ascii: "-")) }
        let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 10)
        put(leading: whole)
        put(word: 0x302E | UInt64(rest) << 8, count: 2)
    }
}
