/// Finding a byte eight at a time. In a word of eight bytes, subtracting a limit from each borrows into the top bit of
/// exactly those below it, as long as their own top bit was clear. A borrow may run on into the byte above a hit and make a
/// false one there; the lowest hit is always true, and it is the one taken.
enum ByteSearch {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// The first byte at or behind `start` that a JSON string cannot hold as it is, or that is not ASCII: a quote, a
    /// backslash, a control character, 0x80 and above; the end where there is none.
    @inline(__always)
    static func firstSpecial(_ bytes: Span<UInt8>, from start: Int) -> Int {
        search(bytes, from: start) { word in
            let quotes = word ^ (ones &* 0x22), slashes = word ^ (ones &* 0x5C)
            let controls = (word &- ones &* 0x20) & ~word
            return ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | controls | word) & tops
        } of: {
            $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 >= 0x80
        }
    }

    /// The first byte at or behind `start` that is 0x0A or below: a line end, a zero byte; the end where there is none.
    @inline(__always)
    static func firstLow(_ bytes: Span<UInt8>, from start: Int) -> Int {
        search(bytes, from: start) { word in
            (word &- ones &* 0x0B) & ~word & tops
        } of: {
            $0 <= 0x0A
        }
    }

    /// Where a byte below 0x80 first stands among the eight of a word, the lowest being 0; 8 where it does not.
    @inline(__always)
    static func offset(of byte: UInt8, in word: UInt64) -> Int {
        let bytes = word ^ (ones &* UInt64(byte))
        return ((bytes &- ones) & ~bytes & tops).trailingZeroBitCount / 8
    }

    @inline(__always)
    private static func search(
        _ bytes: Span<UInt8>, from start: Int, _ hits: (UInt64) -> UInt64, of isHit: (UInt8) -> Bool
    ) -> Int {
        let raw = unsafe bytes.bytes
        var at = start
        while at &+ 8 <= raw.byteCount {
            // Any eight bytes are a valid word, and the bounds are checked above.
            let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self).littleEndian
            let found = hits(word)
            if found != 0 { return at &+ found.trailingZeroBitCount / 8 }
            at &+= 8
        }
        while at < bytes.count, !isHit(bytes[at]) { at &+= 1 }
        return at
    }
}
