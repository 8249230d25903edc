/// Writes members to a tar archive that is compressed as it goes; each member begins afresh in the compressed stream.
final class ArchiveWriter {
    private let gzip: GzipWriter
    private let time: Int64
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 131_072, alignment: 16)

    /// - Parameter time: of every member, seconds since the Unix epoch.
    init(to gzip: GzipWriter, time: Int64) {
        self.gzip = gzip
        self.time = time
    }

    deinit {
        Wipe.zero(buffer)
        buffer.deallocate()
    }

    /// One file of exactly `size` bytes. `written` hears of each piece.
    func write(
        _ path: String, size: Int64, from source: any ByteSource, written: (Int) throws(BundleError) -> Void
    ) throws(BundleError) {
        try gzip.startAfresh()
        try gzip.write(TarHeader.file(path, size: size, time: time))
        var rest = size
        while rest > 0 {
            let window = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(min(rest, Int64(buffer.count)))])
            let count = try source.read(into: window)
            guard count > 0 else {
                throw BundleError(.system, path, "\(path) changed while it was packed: \(rest) bytes are missing")
            }
            try gzip.write(UnsafeRawBufferPointer(rebasing: window[..<count]))
            rest -= Int64(count)
            try written(count)
        }
        try gzip.write([UInt8](repeating: 0, count: TarHeader.padding(after: size)))
    }

    /// Ends the archive, and everything below it.
    func finish() throws(BundleError) {
        try gzip.startAfresh()
        try gzip.write(TarHeader.end)
        try gzip.finish()
    }
}
