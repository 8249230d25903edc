import CDigest

/// SHA-256 by the processor's own instructions: several times as fast as portable code, where it has them.
struct ProcessorDigest: SHA256Digest {
    static let isAvailable = cdigest_sha256_is_available()

    /// The first words of the square roots of the first eight primes (FIPS 180-4, 5.3.3).
    private var state: SIMD8<UInt32> = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// A block that is not full yet.
    private var block = SIMD64<UInt8>()
    private var held = 0
    private var total: UInt64 = 0
    private static let blockSize = 64

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        total &+= UInt64(bytes.count)
        var rest = bytes[...]
        if held > 0 {
            rest = rest.dropFirst(hold(rest))
            if held < Self.blockSize { return }
            withUnsafeBytes(of: block) { work($0) }
            held = 0
        }
        let whole = rest.count / Self.blockSize * Self.blockSize
        work(UnsafeRawBufferPointer(rebasing: rest.prefix(whole)))
        _ = hold(rest.dropFirst(whole))
    }

    mutating func finish() -> [UInt8] {
        let bits = total &* 8
        let padding = [0x80] + [UInt8](repeating: 0, count: (2 * Self.blockSize - 9 - held) % Self.blockSize)
        let length = withUnsafeBytes(of: bits.bigEndian) { Array($0) }
        (padding + length).read { update($0) }
        return state.indices.flatMap { index in withUnsafeBytes(of: state[index].bigEndian) { Array($0) } }
    }

    /// Takes as much as the block has room for; returns how much.
    private mutating func hold(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        let count = min(bytes.count, Self.blockSize - held)
        withUnsafeMutableBytes(of: &block) { block in
            UnsafeMutableRawBufferPointer(rebasing: block[held..<held + count])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
        }
        held += count
        return count
    }

    private mutating func work(_ blocks: UnsafeRawBufferPointer) {
        guard let base = blocks.baseAddress, !blocks.isEmpty else { return }
        withUnsafeMutableBytes(of: &state) { state in
            cdigest_sha256(
                state.baseAddress!.assumingMemoryBound(to: UInt32.self), base.assumingMemoryBound(to: UInt8.self),
                blocks.count / Self.blockSize)
        }
    }
}
