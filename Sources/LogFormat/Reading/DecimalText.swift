/// Decimal text to an integer, exactly: rounded once, half away from zero, without going through a double.
enum DecimalText {
    enum State: Sendable {
        case number
        /// No character at all.
        case empty
        /// `nan` or `inf`, in any case, signed or not.
        case notFinite
        /// A number that 64 bits do not hold.
        case tooLarge
        case malformed
    }

    struct Result: Sendable {
        var state: State
        var value: Int64 = 0
    }

    /// Reads from `at` up to a comma or to `end`, and leaves `at` there. The value is in units of 10^-decimals, of which
    /// there are at most 7. Behind `end` stands no digit, if anything.
    @inline(__always)
    static func read(_ bytes: Span<UInt8>, _ at: inout Int, end: Int, decimals: Int) -> Result {
        guard at < end else { return Result(state: .empty) }
        let first = bytes[at]
        guard first != 0x2C else { return Result(state: .empty) }
        let isNegative = first == 0x2D
        let start = isNegative ? at &+ 1 : at
        let raw = unsafe bytes.bytes
        // Most measures have a point, and end with the comma behind them within eight bytes.
        if decimals > 0, decimals < 7, start &+ 8 <= raw.byteCount {
            // Any eight bytes are a valid word, and the bounds are checked above.
            let word = DigitWord(unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt64.self))
            let point = word.count
            let stop = word.secondStop
            let missing = decimals &+ 1 &+ point &- stop
            if stop < 8, stop > 1, missing >= 0, word[point] == 0x2E, word[stop] == 0x2C {
                at = start &+ stop
                let value = Int64(truncatingIfNeeded: word.whole(point: point, end: stop) &* DigitWord.power(missing))
                return Result(state: .number, value: isNegative ? 0 &- value : value)
            }
        }
        return readPlain(bytes, &at, start, end: end, decimals: decimals)
    }

    /// Any number of digits that 64 bits hold, with or without a point.
    @inline(__always)
    private static func readPlain(
        _ bytes: Span<UInt8>, _ at: inout Int, _ start: Int, end: Int, decimals: Int
    ) -> Result {
        var cursor = start
        var value: UInt64 = 0
        DigitRun.append(to: &value, bytes, &cursor)
        var digits = cursor &- start
        let hasRoom = digits &+ decimals <= 18
        value = value &* DigitWord.power(decimals)
        if cursor < end, unsafe bytes[unchecked: cursor] == 0x2E {
            cursor &+= 1
            let point = cursor
            value = value &+ DigitRun.fraction(bytes, &cursor, decimals: decimals)
            digits &+= cursor &- point
        }
        // 18 digits cannot overflow 64 bits; anything longer or unusual takes the careful way.
        guard digits > 0, hasRoom, unsafe cursor == end || bytes[unchecked: cursor] == 0x2C else {
            return readCarefully(bytes, &at, end: end, decimals: decimals)
        }
        let isNegative = start > at
        at = cursor
        return Result(state: .number, value: isNegative ? 0 &- Int64(value) : Int64(value))
    }

    /// Any number of digits, exponents, words.
    private static func readCarefully(
        _ bytes: Span<UInt8>, _ at: inout Int, end: Int, decimals: Int
    ) -> Result {
        let start = at
        while at < end, bytes[at] != 0x2C { at += 1 }
        var range = start..<at
        while let first = range.first, bytes[first] == 0x20 { range = first + 1..<range.upperBound }
        while let last = range.last, bytes[last] == 0x20 { range = range.lowerBound..<last }
        guard !range.isEmpty else { return Result(state: .empty) }
        var cursor = range.lowerBound
        let negative = bytes[cursor] == 0x2D
        if negative || bytes[cursor] == 0x2B { cursor += 1 }
        if isWord(bytes, cursor..<range.upperBound) { return Result(state: .notFinite) }
        var digits: [UInt8] = []
        var pointAt: Int?
        while cursor < range.upperBound {
            let byte = bytes[cursor]
            if byte &- 0x30 < 10 {
                digits.append(byte - 0x30)
            } else if byte == 0x2E, pointAt == nil {
                pointAt = digits.count
            } else {
                break
            }
            cursor += 1
        }
        guard !digits.isEmpty, let exponent = exponent(bytes, cursor..<range.upperBound) else {
            return Result(state: .malformed)
        }
        return whole(digits, point: (pointAt ?? digits.count) + exponent + decimals, negative: negative)
    }

    /// The digits before position `point`, rounded by the one behind it.
    private static func whole(_ digits: [UInt8], point: Int, negative: Bool) -> Result {
        guard digits.contains(where: { $0 > 0 }) else { return Result(state: .number) }
        guard point >= 0 else { return Result(state: .number) }
        var value: UInt64 = 0
        let leading = digits.firstIndex { $0 > 0 } ?? 0
        // Beyond 20 digits no 64 bits hold it, however long the text.
        guard point - leading <= 20 else { return Result(state: .tooLarge) }
        for index in min(leading, max(point, 0))..<max(point, 0) {
            let digit = index < digits.count ? digits[index] : 0
            let (product, high) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            if high || carry { return Result(state: .tooLarge) }
            value = sum
        }
        if point < digits.count, digits[point] >= 5 { value &+= 1 }
        guard value <= UInt64(Int64.max) else { return Result(state: .tooLarge) }
        return Result(state: .number, value: negative ? -Int64(value) : Int64(value))
    }

    /// The written power of ten: 0 where there is none, nil where the rest is something else.
    private static func exponent(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        guard let first = range.first else { return 0 }
        guard bytes[first] | 0x20 == 0x65 else { return nil }
        var cursor = first + 1
        let negative = cursor < range.upperBound && bytes[cursor] == 0x2D
        if negative || cursor < range.upperBound && bytes[cursor] == 0x2B { cursor += 1 }
        guard cursor < range.upperBound else { return nil }
        var value = 0
        while cursor < range.upperBound {
            guard bytes[cursor] &- 0x30 < 10 else { return nil }
            // Already far beyond any digit that counts.
            if value < 100_000 { value = value * 10 + Int(bytes[cursor] - 0x30) }
            cursor += 1
        }
        return negative ? -value : value
    }

    private static func isWord(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.count == 3 || range.count == 8 else { return false }
        let word = bytes.text(range).lowercased()
        return word == "nan" || word == "inf" || word == "infinity"
    }
}
