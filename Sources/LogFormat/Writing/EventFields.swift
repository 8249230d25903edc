import FieldModel

/// The parameters of an event as they are put on its line: `fields.add("kind", "walking")`. Nothing is allocated for
/// numbers, flags and short texts. Keys stand in the order they are added; a key added twice stands twice.
public struct EventFields: ~Copyable {
    @usableFromInline var line: LineBuffer
    private let key: () -> SipKey?

    /// `key` is asked for when a private value is added; where there is none the value is left out.
    public init(on line: consuming LineBuffer, key: @escaping () -> SipKey? = { nil }) {
        self.line = line
        self.key = key
    }

    /// Gives the line back.
    public consuming func finish() -> LineBuffer { line }

    @inline(__always)
    private mutating func begin(_ key: StaticString) {
        line.write(atMost: key.utf8CodeUnitCount + 16) { $0.put(key: key) }
    }

    /// Adds a whole number.
    public mutating func add(_ key: StaticString, _ value: Int64) {
        line.write(atMost: key.utf8CodeUnitCount + 16 + LineCursor.longestNumber) { cursor in
            cursor.put(key: key)
            cursor.put(value)
        }
    }

    /// Adds a whole number.
    public mutating func add(_ key: StaticString, _ value: Int) { add(key, Int64(value)) }

    /// Adds a whole number, all 64 bits of it.
    public mutating func add(_ key: StaticString, _ value: UInt64) {
        line.write(atMost: key.utf8CodeUnitCount + 16 + LineCursor.longestNumber) { cursor in
            cursor.put(key: key)
            cursor.put(value)
        }
    }

    /// In the shortest form that reads back the same; `null` where it is not finite.
    public mutating func add(_ key: StaticString, _ value: Double) {
        begin(key)
        line.append(shortest: value)
    }

    /// Adds `true` or `false`.
    public mutating func add(_ key: StaticString, _ value: Bool) {
        line.write(atMost: key.utf8CodeUnitCount + 24) { cursor in
            cursor.put(key: key)
            cursor.put(word: value ? 0x6575_7274 : 0x65_736C_6166, count: value ? 4 : 5)  // true, false
        }
    }

    /// Adds a text, quoted and escaped.
    public mutating func add(_ key: StaticString, _ value: String) {
        begin(key)
        line.append(quoted: value)
    }

    /// Adds any JSON value.
    public mutating func add(_ key: StaticString, _ value: Value) {
        begin(key)
        line.append(json: value)
    }

    /// Nothing for nil: the key is left out.
    public mutating func add(_ key: StaticString, _ value: Int64?) { if let value { add(key, value) } }
    /// Nothing for nil: the key is left out.
    public mutating func add(_ key: StaticString, _ value: Int?) { if let value { add(key, value) } }
    /// Nothing for nil: the key is left out.
    public mutating func add(_ key: StaticString, _ value: Double?) { if let value { add(key, value) } }
    /// Nothing for nil: the key is left out.
    public mutating func add(_ key: StaticString, _ value: Bool?) { if let value { add(key, value) } }
    /// Nothing for nil: the key is left out.
    public mutating func add(_ key: StaticString, _ value: String?) { if let value { add(key, value) } }

    /// A field with a name that is only known at run time.
    public mutating func add(_ field: Record.Field) {
        line.append(UInt8(ascii: ","))
        line.append(quoted: field.key)
        line.append(UInt8(ascii: ":"))
        line.append(json: field.value)
    }

    /// A value that must not be read from the log: only its keyed hash is written, `#` and 16 hex digits. Equal values
    /// stay recognisable as equal in all logs of one installation.
    public mutating func add(_ key: StaticString, private value: String) {
        guard let secret = self.key() else { return }
        begin(key)
        line.append("\"#")
        let hash = secret.hash(value)
        for shift in stride(from: 60, through: 0, by: -4) {
            line.append(hexDigit: UInt8(truncatingIfNeeded: hash >> UInt64(shift)) & 15)
        }
        line.append(UInt8(ascii: "\""))
    }
}

extension LineCursor {
    /// `,"key":`
    @inline(__always)
    fileprivate mutating func put(key: StaticString) {
        put(word: 0x222C, count: 2)
        put(key)
        put(word: 0x3A22, count: 2)
    }
}
