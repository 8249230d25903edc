import CZlib

/// Places in a compressed archive from which inflating can go on: kept as the archive goes by for the first time, so that
/// a part of it can be read again without all that stands before.
///
/// Bounded whatever the size: past the limit every second place is dropped, and later ones lie twice as far apart.
final class InflationPoints: @unchecked Sendable {
    /// A border between two blocks of deflate.
    struct Point {
        /// Bytes of the archive before it.
        var inflated: Int64
        /// Bytes of the compressed stream before it, the one it lies in included.
        var deflated: Int64
        /// Bits of that byte that belong behind the border.
        var bits: Int32
        /// The last 32 KiB before it, compressed.
        fileprivate var window: [UInt8]
        fileprivate var windowSize: Int
    }

    /// Filled by the thread that inflates; read once it is through.
    private(set) var points: [Point] = []
    private var spacing: Int64 = 1 << 20
    private var isOff = false
    private static let limit = 96
    private static let windowLimit = 32_768

    /// The last place at or before a byte of the archive; nil where that is its beginning.
    func last(before inflated: Int64) -> Point? { points.last { $0.inflated <= inflated } }

    /// A border may have been reached.
    func look(at stream: UnsafeMutablePointer<z_stream>) {
        // Bit 7: the end of a block; bit 6: of the last one. zlib's word for where it stopped.
        guard !isOff, stream.pointee.data_type & 0xC0 == 0x80 else { return }
        let inflated = Int64(stream.pointee.total_out)
        guard inflated - (points.last?.inflated ?? 0) >= spacing else { return }
        var window = [UInt8](repeating: 0, count: Self.windowLimit)
        var size = UInt32(window.count)
        guard inflateGetDictionary(stream, &window, &size) == Z_OK else { return }
        points.append(
            Point(
                inflated: inflated, deflated: Int64(stream.pointee.total_in), bits: stream.pointee.data_type & 7,
                window: Self.packed(window, Int(size)), windowSize: Int(size)))
        guard points.count > Self.limit else { return }
        points = points.indices.filter { $0 % 2 == 1 }.map { points[$0] }
        spacing *= 2
    }

    /// A second gzip member begins: places count within one only, so such an archive has none.
    func giveUp() {
        points = []
        isOff = true
    }

    private static func packed(_ window: [UInt8], _ size: Int) -> [UInt8] {
        var bound = compressBound(UInt(size))
        var bytes = [UInt8](repeating: 0, count: Int(bound))
        let status = compress2(&bytes, &bound, window, UInt(size), 1)
        precondition(status == Z_OK, "compress2: \(status)")
        return Array(bytes[..<Int(bound)])
    }
}

extension InflationPoints.Point {
    /// Puts a raw inflater into the state it had here. `byte` is the last one before.
    func resume(_ stream: UnsafeMutablePointer<z_stream>, byte: UInt8) {
        if bits > 0 { inflatePrime(stream, bits, Int32(byte) >> (8 - bits)) }
        var plain = [UInt8](repeating: 0, count: windowSize)
        var size = UInt(windowSize)
        let status = uncompress(&plain, &size, window, UInt(window.count))
        precondition(status == Z_OK, "uncompress: \(status)")
        inflateSetDictionary(stream, plain, UInt32(size))
    }
}
