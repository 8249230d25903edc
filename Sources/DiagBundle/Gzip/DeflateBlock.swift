import CZlib

/// One block of input on its way through a compressor: up to 256 KiB, with the 32 KiB before it as dictionary, so that
/// blocks can be compressed side by side at no cost in size.
final class DeflateBlock: @unchecked Sendable {
    static let capacity = 262_144
    static let dictionarySize = 32_768

    enum State { case waiting, running, done }

    /// Guarded by the writer's monitor.
    var state = State.waiting
    /// Dictionary, then input.
    let input = UnsafeMutableRawBufferPointer.allocate(
        byteCount: DeflateBlock.dictionarySize + DeflateBlock.capacity, alignment: 16)
    /// deflateBound() of zlib is below this for every level, with the marker of a flush added.
    let output = UnsafeMutableRawBufferPointer.allocate(byteCount: DeflateBlock.capacity + 4096, alignment: 16)
    private(set) var dictionaryCount = 0
    private(set) var inputCount = 0
    private(set) var outputCount = 0
    /// Of the input.
    private(set) var summary = DeflateSummary()

    deinit {
        input.deallocate()
        output.deallocate()
    }

    var isFull: Bool { inputCount == Self.capacity }
    var compressed: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: output[..<outputCount]) }

    /// Empties it; the end of `previous` becomes its dictionary.
    func begin(after previous: DeflateBlock?) {
        inputCount = 0
        dictionaryCount = 0
        guard let previous else { return }
        let end = previous.dictionaryCount + previous.inputCount
        dictionaryCount = min(Self.dictionarySize, end)
        input.copyMemory(from: UnsafeRawBufferPointer(rebasing: previous.input[end - dictionaryCount..<end]))
    }

    /// Takes as much of `bytes` as has room; returns how much.
    func fill(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        let count = min(bytes.count, Self.capacity - inputCount)
        let start = dictionaryCount + inputCount
        UnsafeMutableRawBufferPointer(rebasing: input[start..<start + count])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
        inputCount += count
        return count
    }

    /// Compresses the input to whole bytes that another block can follow.
    func compress(with deflater: Deflater) {
        let bytes = input.baseAddress!.assumingMemoryBound(to: UInt8.self)
        summary = DeflateSummary()
        summary.append(UnsafeRawBufferPointer(start: bytes + dictionaryCount, count: inputCount))
        outputCount = deflater.compress(
            bytes + dictionaryCount, inputCount, dictionary: bytes, dictionaryCount, into: output)
    }
}

/// A compressor of zlib. A class, because zlib's state refers to its own address.
final class Deflater {
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    init(level: Int) {
        stream.initialize(to: z_stream())
        // Raw deflate, 32 KiB window, the default memory level: the same choices as gzip.
        let status = deflateInit2_(
            stream, Int32(level), Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "deflateInit2: \(status)")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    func compress(
        _ input: UnsafeMutablePointer<UInt8>, _ count: Int, dictionary: UnsafeMutablePointer<UInt8>,
        _ dictionaryCount: Int, into output: UnsafeMutableRawBufferPointer
    ) -> Int {
        deflateReset(stream)
        if dictionaryCount > 0 { deflateSetDictionary(stream, dictionary, UInt32(dictionaryCount)) }
        stream.pointee.next_in = input
        stream.pointee.avail_in = UInt32(count)
        stream.pointee.next_out = output.baseAddress!.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(output.count)
        // A flush ends on a whole byte, with an empty stored block as mark.
        let status = deflate(stream, Z_SYNC_FLUSH)
        precondition(status == Z_OK && stream.pointee.avail_out > 0, "deflate: \(status)")
        return output.count - Int(stream.pointee.avail_out)
    }
}
