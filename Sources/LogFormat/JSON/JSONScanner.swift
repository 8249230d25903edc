import FieldModel

/// Walking over JSON without building anything: each function takes the bytes and a position, and leaves the position
/// behind what it recognised. RFC 8259, with these limits: 128 levels, numbers that a double can hold.

enum JSONScanner {
    static let depthLimit = 128

    @inline(__always)
    static func peek(_ bytes: Span<UInt8>, _ at: Int) -> UInt8? { at < bytes.count ? bytes[at] : nil }

    static func failure(_ problem: JSONError.Problem, _ bytes: Span<UInt8>, _ at: Int) -> JSONError {
        JSONError(problem, at: at, found: peek(bytes, at))
    }

    @inline(__always)
    static func skipSpace(_ bytes: Span<UInt8>, _ at: inout Int) {
        while at < bytes.count {
            let byte = bytes[at]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            at += 1
        }
    }

    @inline(__always)
    static func take(_ byte: UInt8, _ bytes: Span<UInt8>, _ at: inout Int) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    /// What a string held besides plain ASCII.
    struct StringTraits {
        var escaped = false
        var beyondASCII = false
    }

    /// Skips a string from its opening quote to behind its closing one.
    static func skipString(_ bytes: Span<UInt8>, _ at: inout Int) throws(JSONError) -> StringTraits {
        guard take(0x22, bytes, &at) else { throw failure(.string, bytes, at) }
        var traits = StringTraits()
        while true {
            at = ByteSearch.firstSpecial(bytes, from: at)
            guard at < bytes.count else { break }
            let byte = bytes[at]
            if byte == 0x22 {
                at += 1
                return traits
            }
            if byte == 0x5C {
                traits.escaped = true
                try skipEscape(bytes, &at)
                continue
            }
            if byte < 0x20 { throw failure(.noControlCharacter, bytes, at) }
            traits.beyondASCII = true
            at += 1
            while at < bytes.count, bytes[at] >= 0x80 { at &+= 1 }
        }
        throw failure(.closingQuote, bytes, at)
    }

    private static func skipEscape(_ bytes: Span<UInt8>, _ at: inout Int) throws(JSONError) {
        at += 1
        switch peek(bytes, at) ?? 0 {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: at += 1
        case 0x75:
            at += 1
            for _ in 0..<4 {
                guard let byte = peek(bytes, at), hexDigit(byte) != nil else { throw failure(.hexDigit, bytes, at) }
                at += 1
            }
        default: throw failure(.escape, bytes, at)
        }
    }

    static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x37)
        case 0x61...0x66: UInt32(byte - 0x57)
        default: nil
        }
    }

    /// A number as it stands: its digits, where they fit into 64 bits, and its power of ten.
    struct Number {
        var negative = false
        var mantissa: UInt64 = 0
        /// Whether `mantissa` lost digits.
        var overflowed = false
        /// Digits behind the point, less the written exponent.
        var scale = 0
        /// Whether there was a fraction or an exponent.
        var isWhole = true
    }

    /// Skips a number, and gathers its parts.
    @inline(__always)
    static func number(_ bytes: Span<UInt8>, _ at: inout Int) throws(JSONError) -> Number {
        var number = Number()
        number.negative = take(0x2D, bytes, &at)
        let first = at
        digits(bytes, &at, &number)
        guard at > first else { throw failure(.digit, bytes, at) }
        // 01 is no number: the reader expects the end behind the zero.
        if at > first + 1, bytes[first] == 0x30 { throw failure(.commaOrEnd, bytes, first + 1) }
        if take(0x2E, bytes, &at) {
            let fraction = at
            digits(bytes, &at, &number)
            guard at > fraction else { throw failure(.digit, bytes, at) }
            number.scale = at - fraction
            number.isWhole = false
        }
        if let byte = peek(bytes, at), byte | 0x20 == 0x65 { try exponent(bytes, &at, &number) }
        return number
    }

    /// Skips a number of at most 18 digits without an exponent, which every double holds; false, and nothing skipped,
    /// for any other.
    @inline(__always)
    static func skipPlainNumber(_ bytes: Span<UInt8>, _ at: inout Int) -> Bool {
        var end = bytes[at] == 0x2D ? at &+ 1 : at
        let first = end
        DigitRun.skip(bytes, &end)
        var digits = end &- first
        guard digits > 0, digits == 1 || bytes[first] != 0x30 else { return false }
        if end < bytes.count, bytes[end] == 0x2E {
            end &+= 1
            let point = end
            DigitRun.skip(bytes, &end)
            guard end > point else { return false }
            digits &+= end &- point
        }
        guard digits <= 18, end == bytes.count || bytes[end] | 0x20 != 0x65 else { return false }
        at = end
        return true
    }

    @inline(__always)
    private static func digits(_ bytes: Span<UInt8>, _ at: inout Int, _ number: inout Number) {
        while at < bytes.count {
            let digit = bytes[at] &- 0x30
            guard digit < 10 else { return }
            let (product, high) = number.mantissa.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            number.mantissa = sum
            if high || carry { number.overflowed = true }
            at += 1
        }
    }

    private static func exponent(_ bytes: Span<UInt8>, _ at: inout Int, _ number: inout Number) throws(JSONError) {
        at += 1
        let negative = take(0x2D, bytes, &at)
        if !negative { _ = take(0x2B, bytes, &at) }
        var value = 0
        let first = at
        while let byte = peek(bytes, at), byte &- 0x30 < 10 {
            // Far beyond any double already: no need to let it overflow.
            if value < 100_000 { value = value * 10 + Int(byte - 0x30) }
            at += 1
        }
        guard at > first else { throw failure(.digit, bytes, at) }
        number.scale -= negative ? -value : value
        number.isWhole = false
    }

    /// Skips `true`, `false` or `null`.
    static func literal(_ bytes: Span<UInt8>, _ at: inout Int) throws(JSONError) -> Value {
        if matches("true", bytes, &at) { return .bool(true) }
        if matches("false", bytes, &at) { return .bool(false) }
        if matches("null", bytes, &at) { return .null }
        // The exact byte where the word stops being one of the three is of no help; a cut-off word is told apart.
        var end = at
        while let byte = peek(bytes, end), byte &- 0x61 < 26 { end += 1 }
        throw JSONError(.literal, at: at, found: end == bytes.count ? nil : peek(bytes, at))
    }

    static func matches(_ word: StaticString, _ bytes: Span<UInt8>, _ at: inout Int) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count - at >= count else { return false }
        for index in 0..<count where unsafe bytes[at + index] != word.utf8Start[index] { return false }
        at += count
        return true
    }

    /// Skips members as the toolkit writes nearly all: a comma, no space, text of plain ASCII, plain numbers. Stops before
    /// the first one that is otherwise.
    static func skipPlainMembers(_ bytes: Span<UInt8>, _ at: inout Int) {
        while at &+ 1 < bytes.count, bytes[at] == 0x2C, bytes[at &+ 1] == 0x22 {
            var end = ByteSearch.firstSpecial(bytes, from: at &+ 2)
            guard end &+ 2 < bytes.count, bytes[end] == 0x22, bytes[end &+ 1] == 0x3A else { return }
            end &+= 2
            if bytes[end] == 0x22 {
                end = ByteSearch.firstSpecial(bytes, from: end &+ 1)
                guard end < bytes.count, bytes[end] == 0x22 else { return }
                end &+= 1
            } else {
                guard bytes[end] == 0x2D || bytes[end] &- 0x30 < 10, skipPlainNumber(bytes, &end) else { return }
            }
            at = end
        }
    }

    /// Skips any value, checking all of it; text beyond ASCII as well.
    static func skipValue(_ bytes: Span<UInt8>, _ at: inout Int, depth: Int = 0) throws(JSONError) {
        switch peek(bytes, at) ?? 0 {
        case 0x22:
            let start = at
            if try skipString(bytes, &at).beyondASCII, let bad = UTF8Check.firstInvalid(bytes, start..<at) {
                throw failure(.validText, bytes, bad)
            }
        case 0x7B:
            try enter(bytes, &at, depth)
            if try closes(0x7D, bytes, &at) { return }
            repeat {
                _ = try skipString(bytes, &at)
                try colon(bytes, &at)
                try skipValue(bytes, &at, depth: depth + 1)
            } while try !separates(0x7D, bytes, &at)
        case 0x5B:
            try enter(bytes, &at, depth)
            if try closes(0x5D, bytes, &at) { return }
            repeat { try skipValue(bytes, &at, depth: depth + 1) } while try !separates(0x5D, bytes, &at)
        case 0x2D, 0x30...0x39:
            if skipPlainNumber(bytes, &at) { return }
            let start = at
            let parts = try number(bytes, &at)
            if parts.overflowed || !parts.isWhole { _ = try JSONParser.value(of: parts, bytes, start..<at) }
        case 0x61...0x7A: _ = try literal(bytes, &at)
        default: throw failure(.value, bytes, at)
        }
    }

    /// Steps over the opening bracket and the space behind it.
    static func enter(_ bytes: Span<UInt8>, _ at: inout Int, _ depth: Int) throws(JSONError) {
        guard depth < depthLimit else { throw failure(.lessDepth, bytes, at) }
        at += 1
        skipSpace(bytes, &at)
    }

    /// Whether an empty object or list ends here.
    static func closes(_ bracket: UInt8, _ bytes: Span<UInt8>, _ at: inout Int) throws(JSONError) -> Bool {
        take(bracket, bytes, &at)
    }

    @inline(__always)
    static func colon(_ bytes: Span<UInt8>, _ at: inout Int) throws(JSONError) {
        skipSpace(bytes, &at)
        guard take(0x3A, bytes, &at) else { throw failure(.colon, bytes, at) }
        skipSpace(bytes, &at)
    }

    /// Behind a member: true at the closing bracket, false at a comma.
    @inline(__always)
    static func separates(_ bracket: UInt8, _ bytes: Span<UInt8>, _ at: inout Int) throws(JSONError) -> Bool {
        skipSpace(bytes, &at)
        if take(0x2C, bytes, &at) {
            skipSpace(bytes, &at)
            return false
        }
        guard take(bracket, bytes, &at) else { throw failure(.commaOrEnd, bytes, at) }
        return true
    }
}
