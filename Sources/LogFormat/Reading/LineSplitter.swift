import FieldModel

/// Cuts a stream of chunks into lines. A line that lies within one chunk is not copied; what reaches over its end is
/// carried into the next, up to a limit. A run of zero bytes ends a line as well: what stands before and behind it are
/// two lines, so that one hole in a file spoils no record beside it.
public struct LineSplitter: Sendable {
    /// Where a line stands, and how it ended.
    public struct Line: Sendable {
        /// What stands behind a line.
        public enum Ending: Sendable { case newline, nul, endOfFile }
        /// Its place in the chunk; nil where it had to be joined and `takeJoined()` has it.
        public var range: Range<Int>?
        /// Counted from 1.
        public var number: Int
        /// Of its first byte in the file.
        public var offset: Int64
        public var ending: Ending
    }

    let limit: Int
    /// What the chunks before left of an unfinished line.
    private var carried: [UInt8] = []
    private var joined: [UInt8] = []
    /// Where the current line began, in the file.
    private var lineOffset: Int64 = 0
    private var number = 1
    /// Offset of the current chunk in the file.
    private var chunkOffset: Int64 = 0
    private var nulRun: Int64 = 0
    /// Bytes of a line beyond the limit, dropped so far.
    private var dropped: Int64 = 0
    /// Holes, marks and lines beyond the limit.
    public private(set) var damage = Damage()

    /// - Parameter limit: the longest line in bytes; what is longer is dropped and counted.
    public init(limit: Int = 1 << 20) { self.limit = limit }

    /// The next line of a chunk, beginning the search at `at` (0 for a new chunk); nil when the chunk is used up, and
    /// then the next chunk may come. Lines may be empty.
    public mutating func next(in chunk: Span<UInt8>, at: inout Int) -> Line? {
        while at < chunk.count {
            if nulRun > 0, !skipNULs(chunk, &at) { break }
            let start = at
            at = ByteSearch.firstLow(chunk, from: at)
            while at < chunk.count, chunk[at] != 0x0A, chunk[at] != 0 { at = ByteSearch.firstLow(chunk, from: at + 1) }
            guard at < chunk.count else {
                carry(chunk, start..<at)
                break
            }
            let ending: Line.Ending = chunk[at] == 0x0A ? .newline : .nul
            if let line = finishLine(chunk, start..<at, ending) {
                if ending == .newline { at += 1 }
                return line
            }
            if ending == .newline { at += 1 }
        }
        chunkOffset += Int64(chunk.count)
        return nil
    }

    /// Whether the next byte begins a line, and nothing before it is still open.
    var isBetweenLines: Bool { carried.isEmpty && dropped == 0 && nulRun == 0 }

    /// Passes a line of the chunk whose end its reader found by itself: it stands at `end`, a line feed.
    @inline(__always)
    mutating func passLine(endingAt end: Int) {
        number += 1
        lineOffset = chunkOffset + Int64(end) + 1
    }

    /// The last line of the file, where it has no line end; always joined.
    public mutating func last() -> Line? {
        noteNULs(endingAt: chunkOffset)
        guard !carried.isEmpty || dropped > 0 else { return nil }
        let empty: [UInt8] = []
        return finishLine(empty.span, 0..<0, .endOfFile)
    }

    /// The bytes of the line last returned without a range. Give them back with `recycle`.
    public mutating func takeJoined() -> [UInt8] {
        let bytes = joined
        joined = []
        return bytes
    }

    /// Lets a buffer be used again.
    public mutating func recycle(_ buffer: consuming [UInt8]) {
        buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 16)
        if carried.isEmpty, carried.capacity < buffer.capacity { carried = buffer }
    }

    /// Steps over zero bytes; false where the chunk ends among them.
    private mutating func skipNULs(_ chunk: Span<UInt8>, _ at: inout Int) -> Bool {
        let start = at
        while at < chunk.count, chunk[at] == 0 { at += 1 }
        nulRun += Int64(at - start)
        guard at < chunk.count else { return false }
        lineOffset = chunkOffset + Int64(at)
        noteNULs(endingAt: lineOffset)
        return true
    }

    private mutating func noteNULs(endingAt end: Int64) {
        guard nulRun > 0 else { return }
        // The run was counted from one byte too many: the one that announced it.
        let bytes = nulRun - 1
        damage.note(
            Damage.Finding(
                kind: .nulRun, line: number, offset: end - bytes, bytes: bytes,
                detail: DamageWords.sentence(DamageWords.zeroBytes, bytes: bytes)), skipsLine: false)
        nulRun = 0
    }

    private mutating func carry(_ chunk: Span<UInt8>, _ range: Range<Int>) {
        if dropped > 0 || carried.count + range.count > limit {
            dropped += Int64(carried.count + range.count)
            carried.removeAll()
            return
        }
        carried.reserveCapacity(carried.count + range.count)
        for index in range { carried.append(chunk[index]) }
    }

    /// The line that ends behind `range`; nil where it was dropped as too long.
    private mutating func finishLine(_ chunk: Span<UInt8>, _ range: Range<Int>, _ ending: Line.Ending) -> Line? {
        let end = ending == .endOfFile ? chunkOffset : chunkOffset + Int64(range.upperBound)
        var line = Line(range: range, number: number, offset: lineOffset, ending: ending)
        defer {
            if ending == .newline {
                number += 1
                lineOffset = end + 1
            } else {
                nulRun = ending == .nul ? 1 : 0
                lineOffset = end
            }
        }
        if dropped > 0 || range.count + carried.count > limit {
            let bytes = dropped + Int64(range.count + carried.count)
            damage.note(
                Damage.Finding(
                    kind: .tooLong, line: number, offset: lineOffset, bytes: bytes,
                    detail: Sentence(
                        DamageWords.tooLong, [.init("bytes", .integer(bytes)), .init("limit", .integer(Int64(limit)))])),
                skipsLine: true)
            dropped = 0
            carried.removeAll()
            return nil
        }
        if !carried.isEmpty {
            for index in range { carried.append(chunk[index]) }
            swap(&joined, &carried)
            carried.removeAll(keepingCapacity: true)
            line.range = nil
            trimJoined(line)
        } else {
            line.range = trim(chunk, range, line)
        }
        return line
    }

    private mutating func trimJoined(_ line: Line) {
        let bytes = joined
        let range = trim(bytes.span, 0..<bytes.count, line)
        if range.count < bytes.count { joined = Array(bytes[range]) }
    }

    /// Leaves out a byte order mark and a carriage return, and counts them.
    private mutating func trim(_ bytes: Span<UInt8>, _ range: Range<Int>, _ line: Line) -> Range<Int> {
        var range = range
        if line.offset == 0, range.count >= 3, bytes[range.lowerBound] == 0xEF, bytes[range.lowerBound + 1] == 0xBB,
            bytes[range.lowerBound + 2] == 0xBF
        {
            range = range.lowerBound + 3..<range.upperBound
            damage.note(
                Damage.Finding(
                    kind: .byteOrderMark, line: 1, offset: 0, bytes: 3, detail: Sentence(DamageWords.byteOrderMark)),
                skipsLine: false)
        }
        if let last = range.last, bytes[last] == 0x0D {
            range = range.lowerBound..<last
            if damage[.carriageReturn] == 0 {
                damage.note(
                    Damage.Finding(
                        kind: .carriageReturn, line: line.number, offset: line.offset + Int64(range.count), bytes: 1,
                        detail: Sentence(DamageWords.carriageReturns)), skipsLine: false)
            }
        }
        return range
    }
}
