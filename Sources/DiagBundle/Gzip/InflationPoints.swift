import CZlib
import SystemIO

/// Places in a compressed archive from which inflating can go on: kept as the archive goes by for the first time, so that
/// a part of it can be read again without all that stands before.
///
/// Bounded whatever the size: past the limit every second place is dropped, and later ones lie twice as far apart. Where the
/// compressor began afresh nothing has to be kept but the place, and who asks in time gets it.
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

    /// Between the thread that inflates, which fills them, and the one that asks for fresh beginnings meanwhile.
    private let monitor = Monitor()
    private(set) var points: [Point] = []
    /// Where the compressor seems to have begun afresh, of late: bytes of the archive and of the stream before it.
    private var fresh: [(inflated: Int64, deflated: Int64)] = []
    /// Up to here a member needs the places before it.
    private var needed: Int64 = 0
    /// Bytes of the archive before the place noted last, and from there to the next one.
    private var latest: Int64 = 0
    private var spacing: Int64 = 4 << 20
    private var isOff = false
    private static let limit = 96
    private static let freshLimit = 1024
    private static let windowLimit = 32_768

    /// The last place at or before a byte of the archive; nil where that is its beginning.
    func last(before inflated: Int64) -> Point? { points.last { $0.inflated <= inflated } }

    /// A border may have been reached.
    func look(at stream: UnsafeMutablePointer<z_stream>) {
        // Bit 7: the end of a block; bit 6: of the last one. zlib's word for where it stopped.
        guard !isOff, stream.pointee.data_type & 0xC0 == 0x80 else { return }
        let inflated = Int64(stream.pointee.total_out)
        noteFresh(stream, inflated)
        guard inflated - latest >= spacing else { return }
        latest = inflated
        var window = [UInt8](repeating: 0, count: Self.windowLimit)
        var size = UInt32(window.count)
        guard inflateGetDictionary(stream, &window, &size) == Z_OK else { return }
        let point = Point(
            inflated: inflated, deflated: Int64(stream.pointee.total_in), bits: stream.pointee.data_type & 7,
            window: Self.packed(window, Int(size)), windowSize: Int(size))
        monitor.changing {
            points.append(point)
            guard points.count > Self.limit else { return }
            points = points.indices.filter { $0 % 2 == 1 }.map { points[$0] }
            spacing *= 2
        }
    }

    /// Notes a border that an empty stored block makes: 00 00 FF FF up to a whole byte.
    private func noteFresh(_ stream: UnsafeMutablePointer<z_stream>, _ inflated: Int64) {
        guard stream.pointee.data_type & 7 == 0, let next = stream.pointee.next_in else { return }
        // A reader keeps more than these four bytes before the next one.
        guard next[-4] == 0, next[-3] == 0, next[-2] == 0xFF, next[-1] == 0xFF else { return }
        monitor.changing {
            if fresh.last?.inflated == inflated { fresh.removeLast() }
            if fresh.count == Self.freshLimit { fresh.removeFirst(Self.freshLimit / 2) }
            fresh.append((inflated, Int64(stream.pointee.total_in)))
        }
    }

    /// The bytes of the compressed stream before a byte of the archive where the compressor seems to have begun afresh; nil
    /// where it did not. Asked in rising order, while the archive goes by; whether what follows refers to nothing before it
    /// shows only when it is inflated.
    func takeFresh(at inflated: Int64) -> Int64? {
        monitor.changing {
            let found = fresh.first { $0.inflated == inflated }
            fresh.removeAll { $0.inflated <= inflated }
            if found == nil {
                needed = inflated
            } else if let last = last(before: inflated)?.inflated {
                // Only the nearest may still be asked for.
                points.removeAll { $0.inflated > needed && $0.inflated < last }
            }
            return found?.deflated
        }
    }

    /// A second gzip member begins: places count within one only, so such an archive has none.
    func giveUp() {
        monitor.changing { (points, fresh) = ([], []) }
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
