import SystemIO

/// Members compressed ahead, into a file of the scratch folder, while SQLite still copies databases and the other cores
/// would have nothing to do. They stand in the archive byte for byte as they would otherwise.
///
/// Only members whose size is known before they are read. Where the medium has no room for the file, nothing but the
/// head start is lost: what is not in it is compressed in its turn.
final class HeadStart: @unchecked Sendable {
    /// Where a member lies in the file.
    struct Place: Hashable, Sendable {
        fileprivate var start: Int64
        fileprivate var count: Int64
        /// Bytes of the member itself.
        fileprivate var size: Int64
        fileprivate var summary: DeflateSummary
    }

    private let time: Int64
    private let file: PlacedBytes
    private let sink: DescriptorSink
    private var deflater: DeflateWriter?
    private var isBroken = false
    private let monitor = Monitor()
    /// Guarded by the monitor.
    private var isOver = false

    /// Nil where the folder takes no file.
    init?(_ request: PackRequest, in folder: ScratchFolder) {
        let path = FileSystem.join(folder.path, "ahead")
        time = request.archiveTime
        // Whatever needs the folder will say what is wrong with it.
        guard let file = try? Descriptor(open: path, flags: O_RDWR | O_CREAT | O_EXCL) else { return nil }
        // Without a name it is gone with this process, however that ends. Where that fails it goes with the folder.
        try? FileSystem.remove(path)
        sink = DescriptorSink(borrowing: file)
        self.file = PlacedBytes(file)
        deflater = DeflateWriter(to: sink, level: request.level, threads: request.threads)
    }

    /// Members that are not begun yet are left for their turn.
    func end() { monitor.changing { isOver = true } }

    /// Nothing more is compressed ahead: lets go of threads and memory.
    func release() { deflater = nil }

    /// Returns once no further member is compressed ahead.
    func waitForEnd() { monitor.waiting { isOver ? () : nil } }

    /// Whether the next member is still wanted.
    var isOpen: Bool { monitor.changing { !isOver } && !isBroken }

    /// A member as it is compressed ahead, by one thread, piece by piece.
    struct Member: ~Copyable {
        private let ahead: HeadStart
        private let size: Int64
        private let start: Int64

        fileprivate init(_ ahead: HeadStart, _ path: String, size: Int64) {
            self.ahead = ahead
            self.size = size
            // What a member left behind that could not be read to its end is in nobody's place.
            ahead.attempt { (deflater) throws(BundleError) in
                try deflater.flush()
                _ = deflater.takeSummary()
            }
            start = ahead.sink.count
            TarHeader.file(path, size: size, time: ahead.time).read { write($0) }
        }

        func write(_ bytes: UnsafeRawBufferPointer) {
            ahead.attempt { (deflater) throws(BundleError) in try deflater.write(bytes) }
        }

        /// All of its bytes were written; nil where that failed.
        consuming func finish() -> Place? {
            [UInt8](repeating: 0, count: TarHeader.padding(after: size)).read { write($0) }
            var summary = DeflateSummary()
            ahead.attempt { (deflater) throws(BundleError) in
                try deflater.flush()
                summary = deflater.takeSummary()
            }
            guard !ahead.isBroken else { return nil }
            return Place(start: start, count: ahead.sink.count - start, size: size, summary: summary)
        }
    }

    func begin(_ path: String, size: Int64) -> Member { Member(self, path, size: size) }

    /// What was compressed of a member, into the archive. `written` hears of each piece: of as many of the member's own
    /// bytes as the piece is its part of the compressed ones.
    func write(
        _ place: Place, to gzip: GzipWriter, written: (Int) throws(BundleError) -> Void
    ) throws(BundleError) {
        let bytes = PlacedSource(file, at: place.start)
        var copied: Int64 = 0
        var told: Int64 = 0
        try gzip.write(compressed: bytes, count: place.count, place.summary) { (count) throws(BundleError) in
            copied += Int64(count)
            let share = Int64(Double(place.size) * (Double(copied) / Double(place.count)))
            try written(Int(share - told))
            told = share
        }
    }

    private func attempt(_ body: (DeflateWriter) throws(BundleError) -> Void) {
        guard let deflater, !isBroken else { return }
        // No room, most likely: the member is read again in its turn, and what stops that is told then.
        do throws(BundleError) { try body(deflater) } catch { isBroken = true }
    }
}
