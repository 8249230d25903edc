import FieldModel

/// Building values from JSON.
struct JSONParser {
    /// How often text had to be repaired: invalid UTF-8 and halves of surrogate pairs become U+FFFD.
    private(set) var repairs = 0
    /// Whether such text is repaired, or refused.
    let repairing: Bool

    init(repairing: Bool) { self.repairing = repairing }

    mutating func value(_ bytes: Span<UInt8>, _ at: inout Int, depth: Int = 0) throws(JSONError) -> Value {
        switch JSONScanner.peek(bytes, at) ?? 0 {
        case 0x22: return .string(try string(bytes, &at))
        case 0x7B: return .object(try members(bytes, &at, depth: depth))
        case 0x5B:
            try JSONScanner.enter(bytes, &at, depth)
            var elements: [Value] = []
            if try JSONScanner.closes(0x5D, bytes, &at) { return .array(elements) }
            repeat {
                elements.append(try value(bytes, &at, depth: depth + 1))
            } while try !JSONScanner.separates(0x5D, bytes, &at)
            return .array(elements)
        case 0x2D, 0x30...0x39:
            let start = at
            return try Self.value(of: JSONScanner.number(bytes, &at), bytes, start..<at)
        case 0x61...0x7A: return try JSONScanner.literal(bytes, &at)
        default: throw JSONScanner.failure(.value, bytes, at)
        }
    }

    /// An object's members from its opening brace to behind its closing one.
    private mutating func members(
        _ bytes: Span<UInt8>, _ at: inout Int, depth: Int
    ) throws(JSONError) -> [Record.Field] {
        try JSONScanner.enter(bytes, &at, depth)
        var fields: [Record.Field] = []
        if try JSONScanner.closes(0x7D, bytes, &at) { return fields }
        repeat {
            let key = try string(bytes, &at)
            try JSONScanner.colon(bytes, &at)
            fields.append(Record.Field(key, try value(bytes, &at, depth: depth + 1)))
        } while try !JSONScanner.separates(0x7D, bytes, &at)
        return fields
    }

    mutating func string(_ bytes: Span<UInt8>, _ at: inout Int) throws(JSONError) -> String {
        let start = at
        let traits = try JSONScanner.skipString(bytes, &at)
        let content = start + 1..<at - 1
        if traits.beyondASCII, let bad = UTF8Check.firstInvalid(bytes, content) {
            guard repairing else { throw JSONScanner.failure(.validText, bytes, bad) }
            repairs += 1
        }
        return traits.escaped ? try unescaped(bytes, content) : bytes.text(content)
    }

    private mutating func unescaped(_ bytes: Span<UInt8>, _ content: Range<Int>) throws(JSONError) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(content.count)
        var at = content.lowerBound
        while at < content.upperBound {
            guard bytes[at] == 0x5C else {
                text.append(bytes[at])
                at += 1
                continue
            }
            let escape = bytes[at + 1]
            at += 2
            switch escape {
            case 0x62: text.append(0x08)
            case 0x66: text.append(0x0C)
            case 0x6E: text.append(0x0A)
            case 0x72: text.append(0x0D)
            case 0x74: text.append(0x09)
            case 0x75: text += UTF8.encode(try scalar(bytes, &at, end: content.upperBound))!
            default: text.append(escape)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The character behind `\u`, of a pair of escapes where it takes two.
    private mutating func scalar(
        _ bytes: Span<UInt8>, _ at: inout Int, end: Int
    ) throws(JSONError) -> Unicode.Scalar {
        let start = at
        let unit = codeUnit(bytes, &at)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if unit < 0xDC00, at + 6 <= end, bytes[at] == 0x5C, bytes[at + 1] == 0x75 {
            var next = at + 2
            let low = codeUnit(bytes, &next)
            if (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
            {
                at = next
                return scalar
            }
        }
        guard repairing else { throw JSONScanner.failure(.validText, bytes, start - 2) }
        repairs += 1
        return "\u{FFFD}"
    }

    /// Four hexadecimal digits; the scanner has been over them already.
    private func codeUnit(_ bytes: Span<UInt8>, _ at: inout Int) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            unit = unit << 4 | (JSONScanner.hexDigit(bytes[at]) ?? 0)
            at += 1
        }
        return unit
    }

    /// The value of a number: whole and within 64 bits an integer, else the nearest double.
    static func value(
        of number: JSONScanner.Number, _ bytes: Span<UInt8>, _ range: Range<Int>
    ) throws(JSONError) -> Value {
        if number.isWhole, !number.overflowed, !(number.negative && number.mantissa == 0) {
            if number.mantissa <= UInt64(Int64.max) {
                return .integer(number.negative ? -Int64(number.mantissa) : Int64(number.mantissa))
            }
            if number.negative, number.mantissa == UInt64(Int64.max) + 1 { return .integer(.min) }
        }
        return .number(try double(of: number, bytes, range))
    }

    /// Both factors are exact below these limits, so that one division or product rounds once, as it has to
    /// (W. D. Clinger, How to read floating point numbers accurately, 1990).
    private static let exactPowers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    private static func double(
        of number: JSONScanner.Number, _ bytes: Span<UInt8>, _ range: Range<Int>
    ) throws(JSONError) -> Double {
        if !number.overflowed, number.mantissa < 1 << 53, abs(number.scale) < exactPowers.count {
            let magnitude = Double(number.mantissa)
            let value =
                number.scale < 0 ? magnitude * exactPowers[-number.scale] : magnitude / exactPowers[number.scale]
            return number.negative ? -value : value
        }
        guard let value = Double(bytes.text(range)), value.isFinite else {
            throw JSONScanner.failure(.finiteNumber, bytes, range.lowerBound)
        }
        return value
    }
}
