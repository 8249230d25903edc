import CZlib

/// Inflates from the middle of a stream: a place where the compressor began afresh.
final class RawInflater: ByteSource {
    let path: String
    private let source: any ByteSource
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    private var isOver = false

    /// At a place noted before, where `byte` is the last one before it.
    convenience init(_ source: any ByteSource, at point: InflationPoints.Point, byte: UInt8) {
        self.init(source)
        point.resume(stream, byte: byte)
    }

    init(_ source: any ByteSource) {
        self.source = source
        path = source.path
        stream.initialize(to: z_stream())
        let status = inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "inflateInit2: \(status)")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        Wipe.zero(input)
        input.deallocate()
    }

    /// 0 at the end of the stream or of what there is of it.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        guard let base = buffer.baseAddress, !buffer.isEmpty else { return 0 }
        stream.pointee.next_out = base.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(buffer.count)
        while !isOver, stream.pointee.avail_out == buffer.count {
            var isDry = false
            if stream.pointee.avail_in == 0 {
                let count = try source.read(into: input)
                isDry = count == 0
                stream.pointee.next_in = input.baseAddress!.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_in = UInt32(count)
            }
            switch inflate(stream, Z_NO_FLUSH) {
            case Z_OK, Z_BUF_ERROR: isOver = isDry && stream.pointee.avail_out == buffer.count
            case Z_STREAM_END: isOver = true
            default: throw BundleError(.damaged, path, "the compressed stream is damaged")
            }
        }
        return buffer.count - Int(stream.pointee.avail_out)
    }
}
