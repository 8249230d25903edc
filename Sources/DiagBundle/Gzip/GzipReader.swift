import CZlib

/// What a file may blow up to: limits of the reader against bombs.
public struct InflationLimits: Hashable, Sendable {
    /// Inflated bytes in all.
    public var bytes: Int64
    /// Inflated bytes for each byte read. deflate itself can do 1032.
    public var ratio: Int64
    /// Up to here the ratio is not looked at: small things compress as they like.
    public static let ratioGrace: Int64 = 64 << 20

    public init(bytes: Int64 = 64 << 30, ratio: Int64 = 400) {
        self.bytes = bytes
        self.ratio = ratio
    }
}

/// Inflates gzip: one member or several, each with its checksum and length checked, and nothing behind the last.
final class GzipReader: ByteSource {
    let path: String
    private let source: any ByteSource
    private let limits: InflationLimits
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    /// The last bytes of the piece before, as many as a trailer has, and behind them a piece of the source.
    private let input = UnsafeMutableRawBufferPointer.allocate(
        byteCount: GzipReader.trailerSize + 65_536, alignment: 16)
    private var inputCount = 0
    private static let trailerSize = 8
    /// What the current member gave so far, where its checksum is not zlib's work.
    private var summary = DeflateSummary()
    /// The header is zlib's to check; what is behind it is checked here where that is faster.
    private var isInHeader = DeflateSummary.isFast
    private var isSourceOver = false
    /// Between two members, or behind the last one.
    private var isBetween = false
    private(set) var inflated: Int64 = 0
    private(set) var deflated: Int64 = 0
    /// What a source that failed could have given next: for telling a cut from a change.
    private let unfinished: (() -> UnfinishedChunk?)?
    private let points: InflationPoints?

    init(
        _ source: any ByteSource, limits: InflationLimits = InflationLimits(), points: InflationPoints? = nil,
        unfinished: (() -> UnfinishedChunk?)? = nil
    ) {
        self.source = source
        self.unfinished = unfinished
        self.points = points
        self.limits = limits
        path = source.path
        stream.initialize(to: z_stream())
        let status = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "inflateInit2: \(status)")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        Wipe.zero(input)
        input.deallocate()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        guard let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
        let room = min(buffer.count, 1 << 30)
        stream.pointee.next_out = base.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(room)
        while stream.pointee.avail_out == room {
            if stream.pointee.avail_in == 0, !isSourceOver { try fill() }
            if isBetween {
                if stream.pointee.avail_in == 0 { return 0 }
                try beginNextMember()
            }
            try inflateOnce()
        }
        let count = room - Int(stream.pointee.avail_out)
        inflated += Int64(count)
        try checkLimits()
        return count
    }

    private func fill() throws(BundleError) {
        let start = input.baseAddress!
        start.copyMemory(from: start + inputCount, byteCount: Self.trailerSize)
        let count: Int
        do throws(BundleError) {
            count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: input[Self.trailerSize...]))
        } catch {
            guard error.fault == .damaged, let chunk = unfinished?(), wasCut(chunk) else { throw error }
            throw BundleError(.cutOff, path, at: error.offset, "the file ends inside a chunk of its payload")
        }
        isSourceOver = count == 0
        inputCount = count
        deflated += Int64(count)
        stream.pointee.next_in = (start + Self.trailerSize).assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(count)
    }

    private func beginNextMember() throws(BundleError) {
        guard stream.pointee.next_in[0] == 0x1F else {
            throw BundleError(.trailingData, path, "expected the end of the gzip stream, found more bytes")
        }
        points?.giveUp()
        inflateReset(stream)
        inflateValidate(stream, 1)
        isInHeader = DeflateSummary.isFast
        summary = DeflateSummary()
        isBetween = false
    }

    private func inflateOnce() throws(BundleError) {
        let isStarved = isSourceOver && stream.pointee.avail_in == 0
        let output = UnsafeRawPointer(stream.pointee.next_out!)
        let room = Int(stream.pointee.avail_out)
        // Stopping at the borders of blocks is asked for only where they are to be noted; the first lies behind the header.
        let status = inflate(stream, points == nil && !isInHeader || isStarved ? Z_NO_FLUSH : Z_BLOCK)
        if DeflateSummary.isFast {
            summary.append(UnsafeRawBufferPointer(start: output, count: room - Int(stream.pointee.avail_out)))
        }
        if status == Z_OK {
            points?.look(at: stream)
            passHeader()
        }
        switch status {
        case Z_OK where !isStarved, Z_BUF_ERROR where !isStarved: return
        case Z_STREAM_END:
            try checkTrailer()
            isBetween = true
        case Z_OK, Z_BUF_ERROR:
            // What a last call could still give out is given out first.
            guard stream.pointee.avail_out == 0 else {
                throw BundleError(.cutOff, path, "the gzip stream ends too early")
            }
        default:
            throw damaged(stream.pointee.msg.map { String(cString: $0) } ?? "unknown")
        }
    }

    /// From the first block on zlib need not compute the checksum.
    private func passHeader() {
        // zlib's word for where it stopped, bit 7: before a block.
        guard isInHeader, stream.pointee.data_type & 0x80 != 0 else { return }
        isInHeader = false
        inflateValidate(stream, 0)
    }

    /// Checksum and length, which stand before the next byte.
    private func checkTrailer() throws(BundleError) {
        guard DeflateSummary.isFast else { return }
        let found = (UnsafeRawPointer(stream.pointee.next_in!) - Self.trailerSize).loadUnaligned(as: UInt64.self)
        guard UInt64(littleEndian: found) == summary.trailer else { throw damaged("checksum or length is another") }
    }

    private func damaged(_ reason: String) -> BundleError {
        BundleError(.damaged, path, "the gzip stream is damaged: \(reason)")
    }

    private func checkLimits() throws(BundleError) {
        guard inflated <= limits.bytes else {
            throw BundleError(.limit, path, "it inflates to more than \(limits.bytes) bytes")
        }
        let isBomb = inflated > InflationLimits.ratioGrace && inflated / max(1, deflated) > limits.ratio
        guard !isBomb else {
            throw BundleError(.limit, path, "it inflates to more than \(limits.ratio) times its size")
        }
    }
}
