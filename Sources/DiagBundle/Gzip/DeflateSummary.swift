import CDigest
import CZlib

/// What the end of a gzip file says about its content, of a stretch of it.
struct DeflateSummary: Hashable, Sendable {
    /// CRC-32.
    private var checksum: UInt = 0
    /// Bytes.
    private(set) var count: Int64 = 0

    /// Whether the processor computes the checksum by itself: several times as fast as zlib.
    static let isFast = cdigest_crc32_is_available()

    /// The last eight bytes of a gzip file, read as one little-endian number.
    var trailer: UInt64 { UInt64(checksum) | UInt64(truncatingIfNeeded: count) << 32 }

    /// Adds the stretch that follows.
    mutating func append(_ next: DeflateSummary) {
        checksum = crc32_combine(checksum, next.checksum, Int(next.count))
        count += next.count
    }

    /// Adds the bytes that follow.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        let whole = Self.isFast && bytes.count >= 64 ? bytes.count / 16 * 16 : 0
        if whole > 0 { checksum = UInt(cdigest_crc32(UInt32(checksum), start, whole)) }
        checksum = crc32_z(checksum, start + whole, bytes.count - whole)
        count += Int64(bytes.count)
    }
}
