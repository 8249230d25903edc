import FieldModel

/// An event's line in its three parts: the lead with the common keys, made under the writer's lock; further fields,
/// each behind a comma; the end.

extension LineBuffer {
    /// `{"n":1,"t":2,"m":3,"u":4,"k":"kind"`. A clock the stamp lacks is left out.
    public mutating func append(lead stamp: Stamp, kind: String) {
        append(clocks: stamp)
        append(UInt8(ascii: "\""))
        append(raw: kind)
        append(UInt8(ascii: "\""))
    }

    private mutating func append(clocks stamp: Stamp) {
        write(atMost: 5 * LineCursor.longestNumber) { cursor in
            cursor.put(word: 0x3A_226E_227B, count: 5)  // {"n":
            cursor.put(stamp.n)
            cursor.put(word: 0x3A_2274_222C, count: 5)  // ,"t":
            cursor.put(wallTime: stamp.wallTime.rawValue)
            if let boot = stamp.bootTime {
                cursor.put(word: 0x3A_226D_222C, count: 5)  // ,"m":
                cursor.put(boot.rawValue)
            }
            if let up = stamp.uptime {
                cursor.put(word: 0x3A_2275_222C, count: 5)  // ,"u":
                cursor.put(up.rawValue)
            }
            cursor.put(word: 0x3A_226B_222C, count: 5)  // ,"k":
        }
    }

    /// `}` and the line feed.
    @inline(__always)
    public mutating func appendEnd() { write(atMost: 8) { $0.put(word: 0x0A7D, count: 2) } }

    /// A record as its whole line.
    public mutating func append(_ record: Record) {
        // A kind is a stable code in our own logs; one carried through from elsewhere may need its escapes.
        if record.kind.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
            append(lead: record.stamp, kind: record.kind)
        } else {
            append(clocks: record.stamp)
            append(quoted: record.kind)
        }
        for field in record.fields {
            append(UInt8(ascii: ","))
            append(quoted: field.key)
            append(UInt8(ascii: ":"))
            append(json: field.value)
        }
        appendEnd()
    }

    /// A value in JSON.
    public mutating func append(json value: Value) {
        switch value {
        case .null: append("null")
        case .bool(let it): append(it ? "true" : "false")
        case .integer(let it): append(it)
        case .number(let it): append(shortest: it)
        case .string(let it): append(quoted: it)
        case .array(let elements):
            append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { append(UInt8(ascii: ",")) }
                append(json: element)
            }
            append(UInt8(ascii: "]"))
        case .object(let fields):
            append(UInt8(ascii: "{"))
            for (index, field) in fields.enumerated() {
                if index > 0 { append(UInt8(ascii: ",")) }
                append(quoted: field.key)
                append(UInt8(ascii: ":"))
                append(json: field.value)
            }
            append(UInt8(ascii: "}"))
        }
    }

    /// A string of JSON; quotes, backslashes and control characters are escaped, all else stands as it is.
    public mutating func append(quoted text: String) {
        append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if _fastPath(byte >= 0x20 && byte != 0x22 && byte != 0x5C && byte != 0x7F) {
                append(byte)
            } else {
                append(escaped: byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case 0x22: append(#"\""#)
        case 0x5C: append(#"\\"#)
        case 0x0A: append(#"\n"#)
        case 0x0D: append(#"\r"#)
        case 0x09: append(#"\t"#)
        default:
            append("\\u00")
            append(hexDigit: byte >> 4)
            append(hexDigit: byte & 15)
        }
    }

    mutating func append(hexDigit value: UInt8) {
        append(value < 10 ? 48 + value : 87 + value)
    }
}
