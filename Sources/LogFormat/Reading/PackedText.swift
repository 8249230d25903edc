/// A code of up to 16 bytes as two words: what a reader compares instead of making a string for every cell.
struct PackedText: Hashable, Sendable {
    var low: UInt64 = 0
    var high: UInt64 = 0

    /// The cell of a row that begins at `at`, which moves on to the comma behind it or to `end`; nil for a longer one.
    @inline(__always)
    init?(cellOf bytes: Span<UInt8>, _ at: inout Int, end: Int) {
        let raw = unsafe bytes.bytes
        let start = at
        if at &+ 16 <= raw.byteCount {
            // Any sixteen bytes are two valid words, and the bounds are checked above.
            low = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self).littleEndian
            let count = min(ByteSearch.offset(of: 0x2C, in: low), end &- at)
            if count < 8 {
                low &= ~(UInt64.max &<< UInt64(8 &* count))
                at &+= count
                return
            }
            high = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: at &+ 8, as: UInt64.self).littleEndian
            let more = min(ByteSearch.offset(of: 0x2C, in: high), end &- at &- 8)
            if more < 8 {
                high &= ~(UInt64.max &<< UInt64(8 &* more))
                at &+= 8 &+ more
                return
            }
        }
        while at < end, unsafe bytes[unchecked: at] != 0x2C { at &+= 1 }
        guard let packed = PackedText(bytes, start..<at) else { return nil }
        self = packed
    }

    /// Nil for what is longer.
    @inline(__always)
    init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        guard range.count <= 16 else { return nil }
        let raw = unsafe bytes.bytes
        if range.lowerBound &+ 16 <= raw.byteCount {
            // Any sixteen bytes are two valid words, and the bounds are checked above.
            let count = UInt64(range.count), at = range.lowerBound
            low = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self).littleEndian
            high = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: at &+ 8, as: UInt64.self).littleEndian
            low &= count >= 8 ? .max : (1 &<< (count &* 8)) &- 1
            high &= count <= 8 ? 0 : count == 16 ? .max : (1 &<< ((count &- 8) &* 8)) &- 1
            return
        }
        var shift: UInt64 = 0
        var at = range.lowerBound
        let middle = Swift.min(range.lowerBound + 8, range.upperBound)
        while at < middle {
            low |= UInt64(bytes[at]) &<< shift
            shift &+= 8
            at &+= 1
        }
        shift = 0
        while at < range.upperBound {
            high |= UInt64(bytes[at]) &<< shift
            shift &+= 8
            at &+= 1
        }
    }
}

/// Remembers the last few codes of a column with what they mean.
struct CodeMemory<Meaning: Sendable>: Sendable {
    private var entries: [(code: PackedText, meaning: Meaning)] = []

    /// The meaning of a code; `find` is asked for what is new or too long.
    @inline(__always)
    mutating func meaning(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ find: (String) -> Meaning?
    ) -> Meaning? {
        meaning(PackedText(bytes, range), bytes, range, find)
    }

    /// The same for a code that was packed already.
    @inline(__always)
    mutating func meaning(
        _ packed: PackedText?, _ bytes: Span<UInt8>, _ range: Range<Int>, _ find: (String) -> Meaning?
    ) -> Meaning? {
        guard let code = packed else { return find(bytes.text(range)) }
        for index in entries.indices where entries[index].code == code { return entries[index].meaning }
        guard let meaning = find(bytes.text(range)) else { return nil }
        if entries.count < 64 { entries.append((code, meaning)) }
        return meaning
    }
}
