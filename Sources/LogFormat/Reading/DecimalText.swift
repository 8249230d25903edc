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

    /// Reads from `at` up to a comma or the end of `bytes`, and leaves `at` there. The value is in units of 10^-decimals.
    @inline(__always)
    static func read(_ bytes: Span<UInt8>, _ at: inout Int, decimals: Int) -> Result {
        let start = at
        guard at < bytes.count, bytes[at] != 0x2C else { return Result(state: .empty) }
        let negative = bytes[at] == 0x2D
        if negative { at &+= 1 }
        let first = at
        var value: UInt64 = 0
        DigitRun.append(to: &value, bytes, &at)
        var digits = at &- first
        var missing = decimals
        if at < bytes.count, bytes[at] == 0x2E {
            at &+= 1
            let point = at
            while missing > 0, at < bytes.count {
                let digit = unsafe bytes[unchecked: at] &- 0x30
                guard digit < 10 else { break }
                value = value &* 10 &+ UInt64(digit)
                at &+= 1
                missing &-= 1
            }
            var rest = at
            while rest < bytes.count, unsafe bytes[unchecked: rest] &- 0x30 < 10 { rest &+= 1 }
            if rest > at, bytes[at] >= 0x35 { value &+= 1 }
            at = rest
            digits &+= at &- point
        }
        // 18 digits cannot overflow 64 bits; anything longer or unusual takes the careful way.
        guard digits > 0, digits &+ missing <= 18, at == bytes.count || bytes[at] == 0x2C else {
            at = start
            return readCarefully(bytes, &at, decimals: decimals)
        }
        while missing > 0 {
            value = value &* 10
            missing &-= 1
        }
        return Result(state: .number, value: negative ? -Int64(value) : Int64(value))
    }

    /// Any number of digits, exponents, words.
    private static func readCarefully(_ bytes: Span<UInt8>, _ at: inout Int, decimals: Int) -> Result {
        let start = at
        while at < bytes.count, bytes[at] != 0x2C { at += 1 }
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
