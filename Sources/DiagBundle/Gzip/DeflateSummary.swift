import CZlib

/// What the end of a gzip file says about its content, of a stretch of it.
struct DeflateSummary: Hashable, Sendable {
    /// CRC-32.
    var checksum: UInt = 0
    /// Bytes.
    var count: Int64 = 0

    /// Adds the stretch that follows.
    mutating func append(_ next: DeflateSummary) {
        checksum = crc32_combine(checksum, next.checksum, Int(next.count))
        count += next.count
    }
}
