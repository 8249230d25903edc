/// Encrypts to recipients: the header at once, then the payload as it comes.
///
/// Every file has a key, a payload nonce and ephemeral keys of its own; nothing is ever sealed again under an old one.
final class AgeWriter: ByteSink {
    private let sink: any ByteSink
    private let cipher: ChunkCipher
    /// The plain chunk as it fills, with room for the tag.
    private let chunk: UnsafeMutableRawBufferPointer
    private var filled = 0
    private var index: UInt64 = 0

    /// What is random in a file. Tests fix it to compare with known files.
    struct Randomness: ~Copyable {
        var fileKey: SecretBytes
        var nonce: [UInt8]
        var ephemeral: (Int) -> SecretBytes

        static func fresh() -> Randomness {
            Randomness(fileKey: Crypto.randomSecret(FileKey.count), nonce: Crypto.random(ChunkCipher.nonceSize)) { _ in
                Crypto.randomSecret(32)
            }
        }
    }

    /// Writes the header to `sink`. All recipients are given here: none can be added later.
    init(
        to sink: any ByteSink, recipients: [Recipient], randomness: consuming Randomness = .fresh()
    ) throws(BundleError) {
        guard !recipients.isEmpty else { throw BundleError(.badKey, "no recipient given") }
        let nonce = randomness.nonce
        let ephemeral = randomness.ephemeral
        let fileKey = FileKey(bytes: randomness.fileKey)
        var stanzas: [AgeHeader.Stanza] = []
        for (index, recipient) in recipients.enumerated() {
            stanzas.append(try fileKey.wrap(for: recipient, ephemeral: ephemeral(index)))
        }
        let authenticated = AgeHeader.authenticated(stanzas)
        let mac = AgeHeader.mac(of: authenticated, fileKey: fileKey.bytes)
        self.sink = sink
        cipher = ChunkCipher(payloadKey: fileKey.payloadKey(nonce: nonce))
        chunk = .allocate(byteCount: ChunkCipher.sealedSize, alignment: 16)
        try sink.write(authenticated + [0x20] + Base64.encode(mac) + [0x0A] + nonce)
    }

    deinit {
        Wipe.zero(chunk)
        chunk.deallocate()
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(BundleError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // A full chunk is kept back until more follows: it might be the last one, which is sealed differently.
            if filled == ChunkCipher.plainSize { try flush(isLast: false) }
            let piece = rest.prefix(ChunkCipher.plainSize - filled)
            UnsafeMutableRawBufferPointer(rebasing: chunk[filled..<filled + piece.count])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
            filled += piece.count
            rest = rest.dropFirst(piece.count)
        }
    }

    func finish() throws(BundleError) {
        try flush(isLast: true)
        try sink.finish()
    }

    private func flush(isLast: Bool) throws(BundleError) {
        let sealed = UnsafeMutableRawBufferPointer(rebasing: chunk[..<(filled + ChunkCipher.tagSize)])
        cipher.seal(sealed, index: index, isLast: isLast)
        try sink.write(UnsafeRawBufferPointer(sealed))
        index += 1
        filled = 0
    }

    /// The exact size of a file with `plain` bytes of payload for `recipients` recipients.
    static func size(plain: Int64, recipients: Int) -> Int64 {
        let full = Int64(ChunkCipher.plainSize)
        let chunks = max(1, (plain + full - 1) / full)
        let overhead = AgeHeader.size(recipients: recipients) + ChunkCipher.nonceSize
        return Int64(overhead) + plain + chunks * Int64(ChunkCipher.tagSize)
    }
}
