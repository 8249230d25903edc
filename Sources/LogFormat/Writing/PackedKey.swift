/// `,"key":` as two machine words. Made where the key stands as a literal, so that an optimised build has made it before the
/// program runs, and nothing is copied letter by letter.
@frozen
@usableFromInline
struct PackedKey {
    /// The first byte is the lowest one.
    @usableFromInline let first: UInt64
    @usableFromInline let second: UInt64
    @usableFromInline let count: Int

    /// Room that any key takes.
    static let room = 16

    /// Nil where the key is longer than what two words hold beside `,"` and `":`.
    @inlinable @inline(__always)
    init?(_ key: StaticString) {
        let length = key.utf8CodeUnitCount
        guard length <= 12 else { return nil }
        // Written out: a loop is not always unrolled, and then nothing would be known before the program runs.
        first =
            0x222C | Self.byte(0, key) | Self.byte(1, key) | Self.byte(2, key) | Self.byte(3, key)
            | Self.byte(4, key) | Self.byte(5, key)
        second =
            Self.byte(6, key) | Self.byte(7, key) | Self.byte(8, key) | Self.byte(9, key)
            | Self.byte(10, key) | Self.byte(11, key) | Self.byte(12, key) | Self.byte(13, key)
        count = length &+ 4
    }

    /// The byte of `key":` at `index`, at its place in its word.
    @inlinable @inline(__always)
    static func byte(_ index: Int, _ key: StaticString) -> UInt64 {
        let length = key.utf8CodeUnitCount
        let byte: UInt64 =
            if index < length {
                unsafe UInt64(key.utf8Start[index])
            } else if index == length {
                0x22
            } else {
                index == length &+ 1 ? 0x3A : 0
            }
        return byte &<< UInt64(((index &+ 2) & 7) &* 8)
    }
}
