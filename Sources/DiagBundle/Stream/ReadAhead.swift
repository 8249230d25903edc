import SystemIO

/// Reads a source on a thread of its own, a few pieces ahead: what makes the bytes (decrypting, inflating) and what uses
/// them go on at the same time.
final class ReadAhead: ByteSource {
    let path: String
    private let work: WorkAhead<Piece, BundleError>
    private var piece: Piece
    private var taken = 0

    /// How many are read ahead; one more is being used.
    private static let piecesAhead = 3

    /// Bytes that may be secret. Sendable, because only one thread at a time has it.
    private final class Piece: @unchecked Sendable {
        let buffer: UnsafeMutableRawBufferPointer
        var count = 0

        init(size: Int) { buffer = .allocate(byteCount: size, alignment: 16) }

        deinit {
            Wipe.zero(buffer)
            buffer.deallocate()
        }
    }

    /// What only the reading thread touches from now on.
    private struct Upstream: @unchecked Sendable { let source: any ByteSource }

    /// Only this object reads `source` from now on, in pieces of at most `pieceSize` bytes.
    init(_ source: any ByteSource, pieceSize: Int = 262_144) {
        path = source.path
        piece = Piece(size: pieceSize)
        let upstream = Upstream(source: source)
        work = WorkAhead(spare: (0..<Self.piecesAhead).map { _ in Piece(size: pieceSize) }) {
            (piece) throws(BundleError) in
            // One read: what is there goes on at once, and a fault is told where it lies.
            piece.count = try upstream.source.read(into: piece.buffer)
            return piece.count > 0
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        if buffer.isEmpty { return 0 }
        if taken == piece.count {
            guard try work.exchange(&piece) else { return 0 }
            taken = 0
        }
        let count = min(buffer.count, piece.count - taken)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece.buffer[taken..<taken + count]))
        taken += count
        return count
    }
}
