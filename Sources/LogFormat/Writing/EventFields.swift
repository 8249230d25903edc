import FieldModel

/// The parameters of an event as they are put on its line: `fields.add("kind", "walking")`. Nothing is allocated for
/// numbers, flags and short texts. Keys stand in the order they are added; a key added twice stands twice.
public struct EventFields: ~Copyable {
    private var line: LineBuffer
    /// Not counted: it lives longer than the line, and counting costs as much as two fields.
    private unowned(unsafe) let keys: (any SipKeySource)?

    /// `keys` is asked when a private value is added, and must outlive the fields; where there is no key the value is
    /// left out.
    @unsafe
    public init(on line: consuming LineBuffer, keys: (any SipKeySource)? = nil) {
        self.line = line
        unsafe self.keys = keys
    }

    /// Gives the line back.
    public consuming func finish() -> LineBuffer { line }

    /// Adds a whole number.
    @inlinable @inline(__always)
    public mutating func add(_ key: StaticString, _ value: Int64) {
        guard let packed = PackedKey(key) else { return addLong(key, .integer(value)) }
        add(packed, value)
    }

    /// Adds a whole number.
    @inlinable @inline(__always)
    public mutating func add(_ key: StaticString, _ value: Int) { add(key, Int64(value)) }

    /// Adds a whole number, all 64 bits of it.
    @inlinable @inline(__always)
    public mutating func add(_ key: StaticString, _ value: UInt64) {
        guard let packed = PackedKey(key) else { return addLong(key, value) }
        add(packed, value)
    }

    /// In the shortest form that reads back the same; `null` where it is not finite.
    @inlinable @inline(__always)
    public mutating func add(_ key: StaticString, _ value: Double) {
        guard let packed = PackedKey(key) else { return addLong(key, .number(value)) }
        add(packed, value)
    }

    /// Adds `true` or `false`.
    @inlinable @inline(__always)
    public mutating func add(_ key: StaticString, _ value: Bool) {
        guard let packed = PackedKey(key) else { return addLong(key, .bool(value)) }
        add(packed, value)
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
        guard let secret = unsafe keys?.key() else { return }
        begin(key)
        line.append("\"#")
        let hash = secret.hash(value)
        for shift in stride(from: 60, through: 0, by: -4) {
            line.append(hexDigit: UInt8(truncatingIfNeeded: hash >> UInt64(shift)) & 15)
        }
        line.append(UInt8(ascii: "\""))
    }
}

// What a call with a literal key comes to: the key is in registers by then.
extension EventFields {
    @usableFromInline
    mutating func add(_ key: PackedKey, _ value: Int64) {
        line.write(atMost: PackedKey.room + LineCursor.longestNumber) { cursor in
            cursor.put(key)
            cursor.put(value)
        }
    }

    @usableFromInline
    mutating func add(_ key: PackedKey, _ value: UInt64) {
        line.write(atMost: PackedKey.room + LineCursor.longestNumber) { cursor in
            cursor.put(key)
            cursor.put(value)
        }
    }

    @usableFromInline
    mutating func add(_ key: PackedKey, _ value: Double) {
        line.write(atMost: PackedKey.room) { $0.put(key) }
        line.append(shortest: value)
    }

    @usableFromInline
    mutating func add(_ key: PackedKey, _ value: Bool) {
        line.write(atMost: PackedKey.room + 8) { cursor in
            cursor.put(key)
            cursor.put(word: value ? 0x6575_7274 : 0x65_736C_6166, count: value ? 4 : 5)  // true, false
        }
    }

    @usableFromInline
    mutating func addLong(_ key: StaticString, _ value: Value) { add(key, value) }

    @usableFromInline
    mutating func addLong(_ key: StaticString, _ value: UInt64) {
        begin(key)
        line.append(value)
    }

    /// `,"key":`
    private mutating func begin(_ key: StaticString) {
        line.write(atMost: key.utf8CodeUnitCount + 16) { cursor in
            cursor.put(word: 0x222C, count: 2)
            cursor.put(key)
            cursor.put(word: 0x3A22, count: 2)
        }
    }
}

extension LineCursor {
    @inline(__always)
    fileprivate mutating func put(_ key: PackedKey) { put(words: (key.first, key.second), count: key.count) }
}
