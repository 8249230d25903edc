/// Decrypts an age file, armored or not. Hands out a chunk's bytes only once its tag has been checked; an error after
/// that is still an error of the whole file.
final class AgeReader: ByteSource {
    let path: String
    private let source: BufferedSource
    let cipher: ChunkCipher
    /// Where the first chunk begins, behind the armor.
    let payloadStart: Int64
    private let sealed: UnsafeMutableRawBufferPointer
    private let plain: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0
    private var index: UInt64 = 0
    private var isFinished = false
    /// Bytes of a short chunk that did not open.
    private var failedCount = 0

    /// Reads the header and finds the file key.
    init(
        _ source: BufferedSource, keyring: borrowing Keyring,
        maxWorkFactor: Int = Passphrase.defaultMaxWorkFactor
    ) throws(BundleError) {
        let source = try AgeArmor.unwrapping(source)
        let header = try AgeHeaderReader.read(from: source)
        let fileKey = try FileKey.unwrap(
            header.stanzas, keyring: keyring, maxWorkFactor: maxWorkFactor, path: source.path)
        let mac = AgeHeader.mac(of: header.authenticated, fileKey: fileKey.bytes)
        let isAuthentic = mac.read { mac in header.mac.read { Crypto.equal(mac, $0) } }
        guard isAuthentic else {
            throw BundleError(
                .headerAuthentication, source.path, "the header was changed after it was made (its MAC is wrong)")
        }
        var nonce = [UInt8](repeating: 0, count: ChunkCipher.nonceSize)
        let count = try nonce.write { (nonce) throws(BundleError) in
            try source.readFully(into: nonce)
        }
        guard count == nonce.count else {
            throw BundleError(.cutOff, source.path, at: source.offset, "the file ends inside the nonce of its payload")
        }
        self.source = source
        path = source.path
        cipher = ChunkCipher(payloadKey: fileKey.payloadKey(nonce: nonce))
        payloadStart = source.offset
        sealed = .allocate(byteCount: ChunkCipher.sealedSize, alignment: 16)
        plain = .allocate(byteCount: ChunkCipher.plainSize, alignment: 16)
    }

    /// Goes on in the middle of a file that was opened before: `source` stands at the beginning of chunk `index`.
    init(resuming source: BufferedSource, _ cipher: ChunkCipher, at index: UInt64) {
        self.source = source
        self.cipher = cipher
        self.index = index
        path = source.path
        payloadStart = 0
        sealed = .allocate(byteCount: ChunkCipher.sealedSize, alignment: 16)
        plain = .allocate(byteCount: ChunkCipher.plainSize, alignment: 16)
    }

    deinit {
        Wipe.zero(plain)
        plain.deallocate()
        sealed.deallocate()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        if start == end {
            if isFinished {
                try checkEnd()
                return 0
            }
            guard try readChunk() else { return 0 }
        }
        let count = min(buffer.count, end - start)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: plain[start..<start + count]))
        start += count
        return count
    }

    /// Opens the next chunk; false where the payload is over.
    private func readChunk() throws(BundleError) -> Bool {
        let at = source.offset
        let count = try source.readFully(into: sealed)
        guard count >= ChunkCipher.tagSize else {
            throw BundleError(
                .cutOff, path, at: at + Int64(count), "the file ends before the last chunk of its payload")
        }
        start = 0
        end = count - ChunkCipher.tagSize
        // A short chunk can only be the last one. A full one is tried as one that others follow, then as the last.
        if count == sealed.count, open(count, isLast: false) {
            index += 1
            return true
        }
        guard !(index > 0 && end == 0) else {
            throw BundleError(.damaged, path, at: at, "an empty chunk ends a payload that is not empty")
        }
        guard open(count, isLast: true) else {
            end = 0
            if count < sealed.count { failedCount = count }
            throw BundleError(.damaged, path, at: at, "the payload was changed: chunk \(index) is not authentic")
        }
        isFinished = true
        if end == 0 { try checkEnd() }
        return end > 0
    }

    private func open(_ count: Int, isLast: Bool) -> Bool {
        let sealed = UnsafeRawBufferPointer(rebasing: sealed[..<count])
        return cipher.open(sealed, index: index, isLast: isLast, into: plain)
    }

    /// What became of a chunk whose neighbours may be damaged.
    enum SalvagedChunk {
        /// Authentic bytes; good until the next call.
        case good(UnsafeRawBufferPointer)
        /// Bytes of the file that are authentic in no place they could have.
        case lost(Int)
        /// The end of the file; `isWhole` where the last chunk was there and nothing follows it.
        case end(isWhole: Bool)
    }

    /// Opens the next chunk, going on behind one that is damaged: each is authentic by itself, in its own place.
    func salvageChunk() throws(BundleError) -> SalvagedChunk {
        let count = try source.readFully(into: sealed)
        guard count > 0 else { return .end(isWhole: isFinished) }
        // What follows the last chunk is in no place at all.
        if isFinished || count < ChunkCipher.tagSize || index > 0 && count == ChunkCipher.tagSize {
            isFinished = false
            return .lost(count)
        }
        defer { index += 1 }
        let good = UnsafeRawBufferPointer(rebasing: plain[..<(count - ChunkCipher.tagSize)])
        if count == sealed.count, open(count, isLast: false) { return .good(good) }
        guard open(count, isLast: true) else { return .lost(count) }
        isFinished = true
        return .good(good)
    }

    private func checkEnd() throws(BundleError) {
        let at = source.offset
        guard try source.peek(1).isEmpty else {
            throw BundleError(.trailingData, path, at: at, "expected the end of the file, found more bytes")
        }
    }

    /// What the short chunk that failed may hold: nothing vouches for it. Nil where no short chunk failed, or the build
    /// has no bare cipher. For telling a cut from a change, and for nothing else.
    func unfinishedChunk() -> UnfinishedChunk? {
        guard failedCount > 0 else { return nil }
        let sealed = UnsafeRawBufferPointer(rebasing: sealed[..<(failedCount - ChunkCipher.tagSize)])
        guard let asLast = cipher.decipher(sealed, index: index, isLast: true),
            let asInner = cipher.decipher(sealed, index: index, isLast: false)
        else { return nil }
        return UnfinishedChunk(asLast: asLast, asInner: asInner)
    }
}

/// The bytes of a chunk that is too short or was changed, read as the last one and as one that others followed: the mark
/// is part of the nonce, so one of the two is noise.
struct UnfinishedChunk {
    var asLast: [UInt8]
    var asInner: [UInt8]
}
