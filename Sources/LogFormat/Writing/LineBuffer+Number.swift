/// Decimal digits without a table: eight of them at a time in one word, by three rounds of a multiplication by the
/// reciprocal (10,000, 100, 10), each on all lanes at once.

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
            let (tens, ones) = rest.quotientAndRemainder(dividingBy: 10)
            cursor.put(word: 0x30_302E | tens << 8 | ones << 16, count: ones == 0 ? 2 : 3)
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
        // What measurements mostly are before the point: two digits at most.
        if value < 100 {
            let value = UInt64(value)
            let tens = (value &* 103) >> 10
            let isOne: UInt64 = value < 10 ? 1 : 0
            return put(word: (0x3030 | tens | (value &- tens &* 10) << 8) >> (isOne &* 8), count: 2 - Int(isOne))
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
        put(leading: whole)
        let tens = rest / 10
        put(word: 0x30_302E | UInt64(tens) << 8 | UInt64(rest &- tens &* 10) << 16, count: 3)
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
