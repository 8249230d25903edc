/// Makes one piece after the other on a thread of its own, a few ahead of whoever takes them: making and using go on at
/// the same time. Pieces come in the order in which they were made, and are used again.
public final class WorkAhead<Piece: Sendable, Failure: Error> {
    private let lane: Lane
    private let worker: WorkerThread?

    /// What the two threads share.
    private final class Lane: @unchecked Sendable {
        let make: @Sendable (inout Piece) throws(Failure) -> Bool
        let monitor = Monitor()
        var empty: [Piece]
        var full: [Piece] = []
        /// How it ended, once it has.
        var end: Result<Void, Failure>?
        var isAbandoned = false

        init(_ empty: [Piece], _ make: @escaping @Sendable (inout Piece) throws(Failure) -> Bool) {
            self.empty = empty
            self.make = make
        }

        /// Makes one piece; false once there are no more or nobody wants any.
        @discardableResult
        func makeOne() -> Bool {
            let spare = monitor.waiting { () -> Piece?? in
                if isAbandoned { return .some(nil) }
                return empty.popLast().map { .some($0) }
            }
            guard var piece = spare else { return false }
            do throws(Failure) {
                guard try make(&piece) else { return finish(.success(()), piece) }
            } catch {
                return finish(.failure(error), piece)
            }
            monitor.changing { full.append(piece) }
            return true
        }

        private func finish(_ end: Result<Void, Failure>, _ piece: Piece) -> Bool {
            monitor.changing {
                empty.append(piece)
                self.end = end
            }
            return false
        }
    }

    /// - Parameters:
    ///   - spare: pieces to be filled, as many as may be ahead; at least one.
    ///   - make: fills a piece; false where nothing is left to fill it with. Only one thread at a time calls it.
    public init(spare: [Piece], make: @escaping @Sendable (inout Piece) throws(Failure) -> Bool) {
        let lane = Lane(spare, make)
        self.lane = lane
        // No thread to be had: exchange() makes the pieces itself.
        worker = WorkerThread { while lane.makeOne() {} }
    }

    /// Waits for the piece that is being made, if any; nothing is made any more.
    deinit {
        lane.monitor.changing { lane.isAbandoned = true }
        worker?.join()
    }

    /// Waits for the next piece and gives the old one back to be filled again; false at the end, and then `piece` stays.
    public func exchange(_ piece: inout Piece) throws(Failure) -> Bool {
        if worker == nil, lane.full.isEmpty, lane.end == nil { lane.makeOne() }
        let end = lane.monitor.waiting { () -> Result<Void, Failure>?? in
            lane.full.isEmpty ? lane.end.map { .some($0) } : .some(nil)
        }
        if let end {
            try end.get()
            return false
        }
        lane.monitor.changing {
            swap(&piece, &lane.full[0])
            lane.empty.append(lane.full.removeFirst())
        }
        return true
    }
}
