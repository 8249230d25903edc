/// The payload's cipher (STREAM): chunks of 64 KiB, each sealed by itself under a counter and a mark on the last one, so
/// that no chunk can be changed, moved, repeated or left out unseen. A class, so that several readers of one file share the
/// key, and the last of them wipes it.
final class ChunkCipher: Sendable {
    /// Plain and sealed bytes of a full chunk.
    static let plainSize = 65_536
    static let sealedSize = plainSize + tagSize
    static let tagSize = 16
    static let nonceSize = 16

    private let key: SecretBytes

    init(payloadKey: consuming SecretBytes) { key = payloadKey }

    /// 11 bytes of big-endian counter, of which 64 bits are enough for any file, and the mark.
    static func nonce(_ index: UInt64, isLast: Bool) -> [UInt8] {
        [0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: index >> (56 - 8 * $0)) } + [isLast ? 1 : 0]
    }

    /// Seals in place: `buffer` holds the plain bytes and room for the tag.
    func seal(_ buffer: UnsafeMutableRawBufferPointer, index: UInt64, isLast: Bool) {
        let plain = UnsafeRawBufferPointer(rebasing: buffer[..<(buffer.count - Self.tagSize)])
        Crypto.seal(plain, key: key, nonce: Self.nonce(index, isLast: isLast), into: buffer)
    }

    /// The bytes of a chunk without asking whether they are authentic; nil where the build has no bare cipher.
    func decipher(_ sealed: UnsafeRawBufferPointer, index: UInt64, isLast: Bool) -> [UInt8]? {
        Crypto.decipher(sealed, key: key, nonce: Self.nonce(index, isLast: isLast))
    }

    /// False where the chunk is not authentic at this place.
    func open(
        _ sealed: UnsafeRawBufferPointer, index: UInt64, isLast: Bool, into plain: UnsafeMutableRawBufferPointer
    ) -> Bool {
        Crypto.open(sealed, key: key, nonce: Self.nonce(index, isLast: isLast), into: plain)
    }
}
