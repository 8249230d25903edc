/// Compresses to one gzip member, on several threads. The bytes depend on input and level only, never on the threads, nor
/// on what was compressed ahead.
final class GzipWriter: ByteSink {
    private let sink: any ByteSink
    private let blocks: DeflateWriter
    private var summary = DeflateSummary()

    /// gzip's header: no name, no time, so that the same input gives the same bytes.
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    /// An empty last block of deflate.
    private static let end: [UInt8] = [3, 0]

    /// - Parameters:
    ///   - level: zlib's, 1 to 9.
    ///   - threads: how many compress, the caller's included; at least 1.
    init(to sink: any ByteSink, level: Int = 4, threads: Int = 1) throws(BundleError) {
        self.sink = sink
        blocks = DeflateWriter(to: sink, level: level, threads: threads)
        try sink.write(Self.header)
    }

    /// The next byte begins a stretch that refers to nothing before it: what is damaged before costs nothing after.
    func startAfresh() throws(BundleError) { try blocks.startAfresh() }

    func write(_ bytes: UnsafeRawBufferPointer) throws(BundleError) { try blocks.write(bytes) }

    /// The next `count` bytes of `source`: a stretch that was compressed ahead, afresh from its beginning. `written` hears
    /// of each piece.
    func write(
        compressed source: any ByteSource, count: Int64, _ stretch: DeflateSummary,
        written: (Int) throws(BundleError) -> Void
    ) throws(BundleError) {
        try flush()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 131_072, alignment: 16)
        defer { buffer.deallocate() }
        var rest = count
        while rest > 0 {
            let window = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(min(rest, Int64(buffer.count)))])
            let got = try source.read(into: window)
            guard got > 0 else {
                throw BundleError(.system, source.path, "\(source.path) became shorter: \(rest) bytes are missing")
            }
            try sink.write(UnsafeRawBufferPointer(rebasing: window[..<got]))
            rest -= Int64(got)
            try written(got)
        }
        summary.append(stretch)
    }

    func finish() throws(BundleError) {
        try flush()
        try sink.write(Self.end + withUnsafeBytes(of: summary.trailer.littleEndian) { Array($0) })
        try sink.finish()
    }

    private func flush() throws(BundleError) {
        try blocks.flush()
        summary.append(blocks.takeSummary())
    }
}
