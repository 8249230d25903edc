import FieldModel

/// The bytes of one line in the making: in memory that the caller lends, usually on its stack, and in memory of its own
/// once that does not suffice. A line of numbers so allocates nothing. Every write checks its room first; the raw
/// stores of the toolkit's writers are all in this file.
@safe
public struct LineBuffer: ~Copyable {
    @usableFromInline var base: UnsafeMutableRawPointer
    @usableFromInline var capacity: Int
    @usableFromInline var owned: Bool
    @usableFromInline var used: Int
    /// Bytes written so far.
    public var count: Int { used }

    /// Begins in lent memory, which must outlive the buffer and be at least 64 bytes.
    @unsafe @inlinable @inline(__always)
    public init(in memory: UnsafeMutableRawBufferPointer) {
        precondition(memory.count >= 64, "a line begins in at least 64 bytes")
        unsafe base = memory.baseAddress!
        capacity = memory.count
        owned = false
        used = 0
    }

    /// Begins in memory of its own.
    public init(capacity: Int = 512) {
        self.capacity = max(capacity, 64)
        unsafe base = UnsafeMutableRawPointer.allocate(byteCount: self.capacity, alignment: 8)
        owned = true
        used = 0
    }

    deinit {
        if owned { unsafe base.deallocate() }
    }

    /// What was written.
    @unsafe public var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: base, count: used) }

    /// A copy of what was written.
    public var array: [UInt8] { unsafe Array(bytes) }

    /// Forgets what was written and keeps the memory.
    public mutating func removeAll() { used = 0 }

    /// Makes room for `more` bytes.
    @inline(__always)
    mutating func reserve(_ more: Int) {
        if _slowPath(used + more > capacity) { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        let wider = max(capacity * 2, used + more)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: wider, alignment: 8)
        unsafe memory.copyMemory(from: base, byteCount: used)
        if owned { unsafe base.deallocate() }
        unsafe base = unsafe memory
        capacity = wider
        owned = true
    }

    /// Writes at most `room` bytes without asking for room again.
    @inline(__always)
    mutating func write(atMost room: Int, _ body: (inout LineCursor) -> Void) {
        reserve(room)
        var cursor = unsafe LineCursor(at: base + used)
        body(&cursor)
        used = unsafe base.distance(to: cursor.at)
    }

    /// Appends one byte.
    @inline(__always)
    public mutating func append(_ byte: UInt8) { write(atMost: 1) { $0.put(byte) } }

    /// Appends a text of the program as it is.
    @inline(__always)
    public mutating func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        reserve(length)
        unsafe (base + used).copyMemory(from: text.utf8Start, byteCount: length)
        used &+= length
    }

    /// The bytes of a text as they are.
    @inline(__always)
    public mutating func append(raw text: String) {
        var text = text
        text.withUTF8 { utf8 in
            let length = utf8.count
            reserve(length)
            if let from = utf8.baseAddress {
                unsafe (base + used).copyMemory(from: from, byteCount: length)
                used &+= length
            }
        }
    }

    /// Bytes as they are.
    public mutating func append(contentsOf bytes: Span<UInt8>) {
        reserve(bytes.count)
        for index in 0..<bytes.count {
            unsafe base.storeBytes(of: bytes[index], toByteOffset: used, as: UInt8.self)
            used &+= 1
        }
    }
}

/// A place in memory that was reserved before: writes what it is told to. Whoever asks for one says how much at most.
@safe
struct LineCursor {
    fileprivate(set) var at: UnsafeMutableRawPointer

    @unsafe
    fileprivate init(at place: UnsafeMutableRawPointer) { unsafe at = place }

    /// The first `count` bytes of `word`, lowest first; eight bytes of room are touched.
    @inline(__always)
    mutating func put(word: UInt64, count: Int) {
        unsafe at.storeBytes(of: word.littleEndian, as: UInt64.self)
        unsafe at += count
    }

    /// The first `count` bytes of two words; 16 bytes of room are touched.
    @inline(__always)
    mutating func put(words: (UInt64, UInt64), count: Int) {
        unsafe at.storeBytes(of: words.0.littleEndian, as: UInt64.self)
        unsafe at.storeBytes(of: words.1.littleEndian, toByteOffset: 8, as: UInt64.self)
        unsafe at += count
    }

    /// The first `count` bytes of three words; 24 bytes of room are touched.
    @inline(__always)
    mutating func put(words: (UInt64, UInt64, UInt64), count: Int) {
        unsafe at.storeBytes(of: words.0.littleEndian, as: UInt64.self)
        unsafe at.storeBytes(of: words.1.littleEndian, toByteOffset: 8, as: UInt64.self)
        unsafe at.storeBytes(of: words.2.littleEndian, toByteOffset: 16, as: UInt64.self)
        unsafe at += count
    }

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        unsafe at.storeBytes(of: byte, as: UInt8.self)
        unsafe at += 1
    }

    @inline(__always)
    mutating func put(_ text: StaticString) {
        unsafe at.copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
        unsafe at += text.utf8CodeUnitCount
    }
}

// What a text stream's printer of doubles calls with the digits it has made; the default would make a String of them, which
// allocates beyond 15 bytes.
extension LineBuffer {
    @inline(__always)
    fileprivate mutating func append(ascii: UnsafeBufferPointer<UInt8>) {
        reserve(ascii.count)
        if let from = ascii.baseAddress {
            unsafe (base + used).copyMemory(from: from, byteCount: ascii.count)
            used &+= ascii.count
        }
    }

    /// The shortest decimal that reads back as the same double, as the standard library prints it; `null` for what is no
    /// finite number, since JSON has none.
    public mutating func append(shortest value: Double) {
        guard value.isFinite else { return append("null") }
        // Two decimals at most, as measurements mostly have: the decimal with the fewest digits is then at hand, since no
        // two decimals of 15 digits are the same double.
        let nudged = (value * 100).nudgedAwayFromZero
        if nudged.magnitude < 1e15 {
            let hundredths = Int64(nudged)
            if Double(hundredths) / 100 == value, value != 0 { return append(hundredths: hundredths) }
        }
        var digits = DigitStream()
        value.write(to: &digits)
        unsafe withUnsafeBytes(of: &digits.storage) { raw in
            unsafe append(
                ascii: UnsafeBufferPointer(rebasing: raw.assumingMemoryBound(to: UInt8.self)[..<digits.count]))
        }
    }
}

/// Takes the digits of one double without a String: the longest, `-2.2250738585072014e-308`, has 24 bytes.
private struct DigitStream: TextOutputStream {
    var storage: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var count = 0

    mutating func write(_ string: String) {
        var string = string
        string.withUTF8 { unsafe _writeASCII($0) }
    }

    mutating func _writeASCII(_ buffer: UnsafeBufferPointer<UInt8>) {
        let room = 32 - count
        let length = min(buffer.count, room)
        unsafe withUnsafeMutableBytes(of: &storage) { raw in
            unsafe raw[count..<(count + length)].copyBytes(from: buffer[..<length])
        }
        count += length
    }
}
