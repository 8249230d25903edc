import CCrashTap
import SystemIO

/// The end of a day file: where its last whole line ends, and which number that line bears.
struct LogTail {
    /// Size of the file in bytes; 0 where there is none.
    var size: Int64 = 0
    /// End of the last line that is whole: ends with a line feed and has no zero byte, as a power cut leaves them.
    var soundEnd: Int64 = 0
    /// Number of the last line that has one; 0 for none.
    var lastNumber: UInt64 = 0
    /// Of that line: when it was written, in ms since the Unix epoch and since boot.
    var lastLine: [UInt8] = []
    /// What lies behind `soundEnd`.
    var torn: [UInt8] = []

    /// How far back a last whole line is looked for; longer than any line.
    private static let reach: Int64 = 262_144

    /// Reads the end of a file; an empty one where it is not there.
    init(_ file: DayFile) throws(IOError) {
        guard try FileSystem.entry(at: file.path) != nil else { return }
        let descriptor = try Descriptor(open: file.path, flags: O_RDONLY)
        size = try descriptor.size()
        // A page is nearly always enough; a torn or damaged end may need more.
        for window in [4096, Self.reach] where lastNumber == 0 && size > 0 {
            try read(descriptor, file.stream, min(window, size))
        }
    }

    private mutating func read(_ descriptor: borrowing Descriptor, _ stream: Stream, _ window: Int64) throws(IOError) {
        let start = size - window
        let bytes = try descriptor.bytes(count: Int(window), at: start)
        var end = bytes.count
        while end > 0, let feed = bytes[..<end].lastIndex(of: UInt8(ascii: "\n")) {
            let begin = bytes[..<feed].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            guard begin > 0 || start == 0 else { break }
            let line = bytes[begin...feed]
            if soundEnd == 0, !line.contains(0) {
                soundEnd = start + Int64(feed) + 1
                torn = Array(bytes[(feed + 1)...])
            }
            let number = line.withUnsafeBufferPointer { ct_line_number(stream.rawValue, $0.baseAddress, $0.count) }
            if soundEnd > 0, number > 0 {
                lastNumber = number
                lastLine = Array(line)
                return
            }
            end = begin
        }
        if soundEnd > 0 { return }
        if start == 0 {
            torn = bytes
            soundEnd = 0
        }
    }
}
