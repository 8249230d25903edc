import SystemIO

/// Reads a source on a thread of its own, a few pieces ahead: what makes the bytes (decrypting, inflating) and what uses
/// them go on at the same time.
final class ReadAhead: ByteSource {
    let path: String
    private let lane: Lane
    private var worker: WorkerThread?
    private var piece: Lane.Piece?
    private var taken = 0

    private static let pieceCount = 4

    /// What the two threads share.
    private final class Lane: @unchecked Sendable {
        struct Piece {
            var buffer: UnsafeMutableRawBufferPointer
            var count: Int
        }

        let source: any ByteSource
        let monitor = Monitor()
        var empty: [Piece]
        var full: [Piece] = []
        /// How the source ended, once it has.
        var end: Result<Void, BundleError>?
        var isAbandoned = false

        init(_ source: any ByteSource, pieceSize: Int) {
            self.source = source
            empty = (0..<ReadAhead.pieceCount).map { _ in
                Piece(buffer: .allocate(byteCount: pieceSize, alignment: 16), count: 0)
            }
        }

        deinit {
            for piece in empty + full {
                Wipe.zero(piece.buffer)
                piece.buffer.deallocate()
            }
        }
    }

    /// Only this object reads `source` from now on, in pieces of at most `pieceSize` bytes.
    init(_ source: any ByteSource, pieceSize: Int = 262_144) {
        path = source.path
        let lane = Lane(source, pieceSize: pieceSize)
        self.lane = lane
        worker = WorkerThread { Self.fill(lane) }
        // No thread to be had: read() fills the pieces itself.
    }

    deinit {
        lane.monitor.changing {
            lane.isAbandoned = true
            if let piece { lane.empty.append(piece) }
        }
        worker?.join()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        if buffer.isEmpty { return 0 }
        if piece == nil { try nextPiece() }
        guard let piece else { return 0 }
        let count = min(buffer.count, piece.count - taken)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece.buffer[taken..<taken + count]))
        taken += count
        if taken == piece.count {
            self.piece = nil
            lane.monitor.changing { lane.empty.append(piece) }
        }
        return count
    }

    /// Waits for the next full piece; at the end there is none.
    private func nextPiece() throws(BundleError) {
        if worker == nil, lane.full.isEmpty, lane.end == nil { Self.fillOne(lane) }
        let end = lane.monitor.waiting { () -> Result<Void, BundleError>?? in
            if !lane.full.isEmpty {
                piece = lane.full.removeFirst()
                taken = 0
                return .some(nil)
            }
            return lane.end.map { .some($0) }
        }
        try end?.get()
    }

    private static func fill(_ lane: Lane) {
        while fillOne(lane) {}
    }

    /// Fills one piece; false once the source is over or nobody wants more.
    @discardableResult
    private static func fillOne(_ lane: Lane) -> Bool {
        let next = lane.monitor.waiting { () -> Lane.Piece?? in
            if lane.isAbandoned { return .some(nil) }
            return lane.empty.popLast().map { .some($0) }
        }
        guard var piece = next else { return false }
        do throws(BundleError) {
            // One read: what is there goes on at once, and a fault is told where it lies.
            piece.count = try lane.source.read(into: piece.buffer)
        } catch {
            lane.monitor.changing {
                lane.empty.append(piece)
                lane.end = .failure(error)
            }
            return false
        }
        lane.monitor.changing {
            if piece.count == 0 {
                lane.empty.append(piece)
                lane.end = .success(())
            } else {
                lane.full.append(piece)
            }
        }
        return piece.count > 0
    }
}
