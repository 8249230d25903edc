/// The stretches of a damaged file that are authentic, one after the other: within a stretch nothing is missing.
///
/// Reads like a source that ends with each stretch; `nextRun()` goes on to the next one.
final class AuthenticRuns: ByteSource {
    let path: String
    /// Bytes of the file that were not authentic.
    private(set) var lostBytes: Int64 = 0
    /// Whether the end of the file was seen to be the right one.
    private(set) var isEndSeen = false

    /// Whether the stretches are vouched for at all.
    var isEncrypted: Bool { chunks != nil }

    private let chunks: AgeReader?
    private let plain: (any ByteSource)?
    /// The chunk at hand, in the reader's memory.
    private var rest = UnsafeRawBufferPointer(start: nil, count: 0)
    private var isBroken = false
    private var isOver = false

    /// Of an age file.
    init(_ chunks: AgeReader) {
        self.chunks = chunks
        plain = nil
        path = chunks.path
    }

    /// Of a file without encryption, where nothing can be told apart: one stretch.
    init(plain: any ByteSource) {
        self.plain = plain
        chunks = nil
        path = plain.path
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        if let plain { return try plain.read(into: buffer) }
        if rest.isEmpty, !isBroken, !isOver { try advance() }
        let count = min(buffer.count, rest.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<count]))
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        return count
    }

    /// Goes on behind the damage; false where nothing authentic follows.
    func nextRun() throws(BundleError) -> Bool {
        guard chunks != nil else { return false }
        while !isOver {
            isBroken = false
            if !rest.isEmpty { return true }
            try advance()
        }
        return !rest.isEmpty
    }

    private func advance() throws(BundleError) {
        guard let chunks else { return }
        let chunk: AgeReader.SalvagedChunk
        do throws(BundleError) { chunk = try chunks.salvageChunk() } catch  where error.fault != .system {
            // A damaged armor cannot be read on: where the next chunk begins is not known any more.
            isOver = true
            return
        }
        switch chunk {
        case .good(let bytes):
            rest = bytes
            // Only the empty payload has an empty chunk.
            if bytes.isEmpty { isBroken = true }
        case .lost(let count):
            lostBytes += Int64(count)
            isBroken = true
        case .end(let isWhole):
            isEndSeen = isWhole
            isOver = true
        }
    }
}
