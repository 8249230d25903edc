import FieldModel

/// JSON as the toolkit reads and writes it: objects keep the order of their keys, integers stay integers, numbers are
/// finite, text is valid UTF-8.
public enum JSON {
    /// Parses one JSON text, white space around it allowed. Invalid UTF-8 and halves of surrogate pairs are refused.
    public static func parse(_ bytes: [UInt8]) throws(JSONError) -> Value { try parse(bytes.span) }

    /// Parses one JSON text.
    public static func parse(_ text: String) throws(JSONError) -> Value { try parse(Array(text.utf8)) }

    /// Parses one JSON text, white space around it allowed. Linear in its length.
    public static func parse(_ bytes: Span<UInt8>) throws(JSONError) -> Value {
        var parser = JSONParser(repairing: false)
        return try whole(&parser, bytes)
    }

    /// Parses one JSON text and repairs its strings: what is no UTF-8 and halves of surrogate pairs become U+FFFD, and
    /// `repairs` is raised by the number of strings concerned.
    public static func parse(_ bytes: Span<UInt8>, repairs: inout Int) throws(JSONError) -> Value {
        var parser = JSONParser(repairing: true)
        let value = try whole(&parser, bytes)
        repairs += parser.repairs
        return value
    }

    private static func whole(_ parser: inout JSONParser, _ bytes: Span<UInt8>) throws(JSONError) -> Value {
        var at = 0
        JSONScanner.skipSpace(bytes, &at)
        let value = try parser.value(bytes, &at)
        JSONScanner.skipSpace(bytes, &at)
        guard at == bytes.count else { throw JSONScanner.failure(.end, bytes, at) }
        return value
    }

    /// One line, no spaces. Numbers in their shortest form that reads back the same; one that is not finite becomes
    /// null.
    public static func text(_ value: Value) -> String {
        var bytes: [UInt8] = []
        append(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a value on one line, without spaces.
    public static func append(_ value: Value, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let it): bytes += (it ? "true" : "false").utf8
        case .integer(let it): bytes += String(it).utf8
        case .number(let it): bytes += (it.isFinite ? it.description : "null").utf8
        case .string(let it): append(it, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(element, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let fields):
            bytes.append(UInt8(ascii: "{"))
            for (index, field) in fields.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(field.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                append(field.value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Appends a quoted string; quotes, backslashes and control characters are escaped, all else stands as it is.
    public static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case 0x22: bytes += #"\""#.utf8
            case 0x5C: bytes += #"\\"#.utf8
            case 0x0A: bytes += #"\n"#.utf8
            case 0x0D: bytes += #"\r"#.utf8
            case 0x09: bytes += #"\t"#.utf8
            case 0..<0x20, 0x7F: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Several lines, two spaces a level: for people.
    public static func indented(_ value: Value) -> String {
        var bytes: [UInt8] = []
        indent(value, level: 0, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func indent(_ value: Value, level: Int, into bytes: inout [UInt8]) {
        let inner = String(repeating: "  ", count: level + 1), outer = String(repeating: "  ", count: level)
        switch value {
        case .array(let elements) where !elements.isEmpty:
            bytes += "[\n".utf8
            for (index, element) in elements.enumerated() {
                bytes += inner.utf8
                indent(element, level: level + 1, into: &bytes)
                bytes += (index + 1 < elements.count ? ",\n" : "\n").utf8
            }
            bytes += (outer + "]").utf8
        case .object(let fields) where !fields.isEmpty:
            bytes += "{\n".utf8
            for (index, field) in fields.enumerated() {
                bytes += inner.utf8
                append(field.key, to: &bytes)
                bytes += ": ".utf8
                indent(field.value, level: level + 1, into: &bytes)
                bytes += (index + 1 < fields.count ? ",\n" : "\n").utf8
            }
            bytes += (outer + "}").utf8
        default: append(value, to: &bytes)
        }
    }
}
