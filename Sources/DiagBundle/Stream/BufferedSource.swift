/// A source that can be looked into before it is read: formats are told apart, and lines found, this way.
final class BufferedSource: ByteSource {
    private let upstream: any ByteSource
    private let buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0
    /// Bytes handed out so far: the place in the source of the next one.
    private(set) var offset: Int64 = 0

    /// `capacity` is the most that can be looked at ahead, in bytes.
    init(_ upstream: any ByteSource, capacity: Int = 65_536) {
        self.upstream = upstream
        buffer = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit { buffer.deallocate() }

    var path: String { upstream.path }

    /// The next bytes without taking them: `count`, fewer only where the source ends before. Good until the next call.
    func peek(_ count: Int) throws(BundleError) -> UnsafeRawBufferPointer {
        precondition(count <= buffer.count, "cannot look \(count) bytes ahead")
        if end - start < count {
            if start > 0 {
                buffer.baseAddress!.copyMemory(from: buffer.baseAddress! + start, byteCount: end - start)
                end -= start
                start = 0
            }
            while end < count {
                let got = try upstream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
                if got == 0 { break }
                end += got
            }
        }
        return UnsafeRawBufferPointer(rebasing: buffer[start..<min(start + count, end)])
    }

    /// Takes bytes that `peek` has shown.
    func skip(_ count: Int) {
        precondition(count <= end - start, "only what was seen can be skipped")
        start += count
        offset += Int64(count)
    }

    func read(into target: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        if start == end {
            // Nothing held back: large reads need no detour.
            if target.count >= buffer.count {
                let count = try upstream.read(into: target)
                offset += Int64(count)
                return count
            }
            if try peek(1).isEmpty { return 0 }
        }
        let count = min(target.count, end - start)
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<start + count]))
        skip(count)
        return count
    }

    /// What a line looks like in the source: its bytes without the end, and how it ended.
    struct Line {
        enum Ending { case lineFeed, carriageReturnLineFeed, endOfSource, limit }
        var bytes: [UInt8]
        var ending: Ending
    }

    /// The next line of at most `limit` bytes; nil at the end of the source. `limit` as ending: it is longer.
    func line(limit: Int) throws(BundleError) -> Line? {
        let window = try peek(limit + 2)
        if window.isEmpty { return nil }
        guard let feed = window.firstIndex(of: 0x0A) else {
            let bytes = Array(window.prefix(limit + 1))
            skip(bytes.count)
            return Line(bytes: bytes, ending: bytes.count > limit ? .limit : .endOfSource)
        }
        let hasReturn = feed > 0 && window[feed - 1] == 0x0D
        let bytes = Array(window[..<(hasReturn ? feed - 1 : feed)])
        skip(feed + 1)
        if bytes.count > limit { return Line(bytes: bytes, ending: .limit) }
        return Line(bytes: bytes, ending: hasReturn ? .carriageReturnLineFeed : .lineFeed)
    }
}
