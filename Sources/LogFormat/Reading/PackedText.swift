/// A code of up to 16 bytes as two words: what a reader compares instead of making a string for every cell.
struct PackedText: Hashable, Sendable {
    var low: UInt64 = 0
    var high: UInt64 = 0

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
        guard let code = PackedText(bytes, range) else { return find(bytes.text(range)) }
        for index in entries.indices where entries[index].code == code { return entries[index].meaning }
        guard let meaning = find(bytes.text(range)) else { return nil }
        if entries.count < 64 { entries.append((code, meaning)) }
        return meaning
    }
}
