import SystemIO

/// Compresses on several threads to blocks of deflate that follow one another, without a frame around them. The bytes
/// depend on input and level only, never on the threads.
///
/// Threads beside the caller's compress the blocks that wait; the caller writes finished ones in order, and compresses
/// too while there is nothing to write.
final class DeflateWriter {
    private let sink: any ByteSink
    private let deflater: Deflater
    private let crew: Crew
    private var workers: [WorkerThread] = []
    /// Blocks under way, in the order of the output.
    private var order: [DeflateBlock] = []
    private var current: DeflateBlock?
    /// The block closed last: its end is the dictionary of the next one.
    private var previous: DeflateBlock?
    private var spare: [DeflateBlock] = []
    private let blockLimit: Int
    private var summary = DeflateSummary()
    private var startsAfresh = true

    /// What the threads share.
    private final class Crew: @unchecked Sendable {
        let monitor = Monitor()
        var waiting: [DeflateBlock] = []
        var isOver = false

        /// The oldest block that waits, now running. Inside the monitor only.
        func take() -> DeflateBlock? {
            guard !waiting.isEmpty else { return nil }
            let block = waiting.removeFirst()
            block.state = .running
            return block
        }
    }

    /// - Parameters:
    ///   - level: zlib's, 1 to 9.
    ///   - threads: how many compress, the caller's included; at least 1.
    init(to sink: any ByteSink, level: Int, threads: Int) {
        self.sink = sink
        deflater = Deflater(level: level)
        blockLimit = threads == 1 ? 2 : threads * 2 + 1
        let crew = Crew()
        self.crew = crew
        for _ in 1..<max(1, threads) {
            // Where the system has no thread to give, the others do the work.
            guard let worker = WorkerThread({ Self.work(crew, level: level) }) else { break }
            workers.append(worker)
        }
    }

    deinit { stopWorkers() }

    /// The next byte begins a stretch that refers to nothing before it: what is damaged before costs nothing after.
    func startAfresh() throws(BundleError) {
        try closeBlock()
        startsAfresh = true
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(BundleError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let block = try filling()
            rest = rest.dropFirst(block.fill(rest))
            if block.isFull { try closeBlock() }
        }
    }

    /// Everything written so far goes to the sink; what follows begins afresh.
    func flush() throws(BundleError) {
        try startAfresh()
        while !order.isEmpty { try writeFirst() }
    }

    /// Checksum and length of what was written since the last call, once it is flushed.
    func takeSummary() -> DeflateSummary {
        defer { summary = DeflateSummary() }
        return summary
    }

    /// The block that takes the next byte.
    private func filling() throws(BundleError) -> DeflateBlock {
        if let current { return current }
        while order.count >= blockLimit { try writeFirst() }
        let block = spare.popLast() ?? DeflateBlock()
        block.begin(after: startsAfresh ? nil : previous)
        startsAfresh = false
        current = block
        return block
    }

    private func closeBlock() throws(BundleError) {
        guard let block = current else { return }
        current = nil
        if let previous, !order.contains(where: { $0 === previous }) { spare.append(previous) }
        previous = block
        order.append(block)
        crew.monitor.changing {
            block.state = .waiting
            crew.waiting.append(block)
        }
    }

    /// Writes the oldest block, compressing whatever waits until it is there.
    private func writeFirst() throws(BundleError) {
        let first = order[0]
        while let other = next(before: first) { Self.run(other, with: deflater, crew: crew) }
        order.removeFirst()
        summary.append(first.summary)
        try sink.write(first.compressed)
        // The end of the newest one is still the dictionary of the block to come.
        if first !== previous { spare.append(first) }
    }

    /// A block for the caller to compress; nil once `first` is done.
    private func next(before first: DeflateBlock) -> DeflateBlock? {
        crew.monitor.waiting { () -> DeflateBlock?? in
            if first.state == .done { return .some(nil) }
            return crew.take().map { .some($0) }
        }
    }

    private static func run(_ block: DeflateBlock, with deflater: Deflater, crew: Crew) {
        block.compress(with: deflater)
        crew.monitor.changing { block.state = .done }
    }

    private static func work(_ crew: Crew, level: Int) {
        let deflater = Deflater(level: level)
        while let block = crew.monitor.waiting({ () -> DeflateBlock?? in
            if let block = crew.take() { return .some(block) }
            return crew.isOver ? .some(nil) : nil
        }) {
            run(block, with: deflater, crew: crew)
        }
    }

    private func stopWorkers() {
        crew.monitor.changing { crew.isOver = true }
        for worker in workers { worker.join() }
        workers = []
    }
}
