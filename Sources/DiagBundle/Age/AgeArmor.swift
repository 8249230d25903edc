/// The text form of an age file: strict PEM, base64 in 64 columns between two exact lines. LF and CRLF are read, LF is
/// written. White space may stand before and after, up to 1 KiB each.
enum AgeArmor {
    static let begin = "-----BEGIN AGE ENCRYPTED FILE-----"
    static let end = "-----END AGE ENCRYPTED FILE-----"
    static let columns = 64
    static let whiteSpaceLimit = 1024

    static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// The source itself, or where it begins like an armored file, what the armor holds.
    static func unwrapping(_ source: BufferedSource) throws(BundleError) -> BufferedSource {
        let window = try source.peek(whiteSpaceLimit + begin.utf8.count)
        let space = window.prefix(whiteSpaceLimit).prefix(while: isWhiteSpace).count
        guard window.dropFirst(space).starts(with: begin.utf8) else { return source }
        source.skip(space)
        return BufferedSource(AgeArmorReader(source))
    }
}

/// The bytes inside an armor.
final class AgeArmorReader: ByteSource {
    private let source: BufferedSource
    private var bytes: [UInt8] = []
    private var taken = 0
    private var lineNumber = 0
    private var sawShortLine = false
    private var isFinished = false

    /// `source` stands at the first character of the opening line.
    init(_ source: BufferedSource) { self.source = source }

    var path: String { source.path }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        if taken == bytes.count {
            if isFinished { return 0 }
            if lineNumber == 0 { try readOpening() }
            taken = 0
            bytes.removeAll(keepingCapacity: true)
            while bytes.count < 6144, !isFinished { try readLine() }
        }
        let count = min(buffer.count, bytes.count - taken)
        buffer.copyBytes(from: bytes[taken..<taken + count])
        taken += count
        return count
    }

    private func readOpening() throws(BundleError) {
        let line = try nextLine()
        guard line.elementsEqual(AgeArmor.begin.utf8) else {
            throw malformed("the line \(AgeArmor.begin) and nothing else")
        }
    }

    private func readLine() throws(BundleError) {
        let line = try nextLine()
        if line.elementsEqual(AgeArmor.end.utf8) { return try finish() }
        guard !line.isEmpty, !sawShortLine, let decoded = Base64.decodePadded(line) else {
            throw malformed(
                sawShortLine ? "the closing line behind a short one" : "64 columns of base64 or the closing line")
        }
        // Padding has to be the end.
        sawShortLine = line.count < AgeArmor.columns || line.last == UInt8(ascii: "=")
        bytes += decoded
    }

    private func finish() throws(BundleError) {
        isFinished = true
        var count = 0
        while let byte = try source.peek(1).first {
            count += 1
            guard AgeArmor.isWhiteSpace(byte), count <= AgeArmor.whiteSpaceLimit else {
                throw malformed("nothing but white space behind the closing line")
            }
            source.skip(1)
        }
    }

    private func nextLine() throws(BundleError) -> [UInt8] {
        lineNumber += 1
        guard let line = try source.line(limit: AgeArmor.columns) else {
            throw BundleError(.cutOff, path, at: source.offset, "the armor ends without its closing line")
        }
        if line.ending == .limit { throw malformed("lines of at most 64 columns") }
        if line.ending == .endOfSource, !line.bytes.elementsEqual(AgeArmor.end.utf8) {
            throw BundleError(.cutOff, path, at: source.offset, "the armor ends without its closing line")
        }
        return line.bytes
    }

    private func malformed(_ expected: String) -> BundleError {
        BundleError(
            .malformedArmor, path, at: source.offset,
            "the armor is malformed in line \(lineNumber): expected \(expected)")
    }
}

/// Wraps what is written to it.
final class AgeArmorWriter: ByteSink {
    private let sink: any ByteSink
    /// Whole lines are 48 bytes; what is left waits here.
    private var held: [UInt8] = []
    private static let bytesPerLine = AgeArmor.columns / 4 * 3

    init(to sink: any ByteSink) throws(BundleError) {
        self.sink = sink
        try sink.write(Array((AgeArmor.begin + "\n").utf8))
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(BundleError) {
        held.append(contentsOf: bytes)
        let whole = held.count / Self.bytesPerLine * Self.bytesPerLine
        try writeLines(held.prefix(whole))
        held.removeFirst(whole)
    }

    func finish() throws(BundleError) {
        try writeLines(held[...])
        try sink.write(Array((AgeArmor.end + "\n").utf8))
        try sink.finish()
    }

    private func writeLines(_ bytes: ArraySlice<UInt8>) throws(BundleError) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / 3 * 4 + bytes.count / Self.bytesPerLine + 8)
        var rest = bytes
        while !rest.isEmpty {
            text += Base64.encode(rest.prefix(Self.bytesPerLine), padded: true) + [0x0A]
            rest = rest.dropFirst(Self.bytesPerLine)
        }
        try sink.write(text)
    }
}

extension AgeArmor {
    /// The exact size of the text around `binary` bytes.
    static func size(binary: Int64) -> Int64 {
        let characters = (binary + 2) / 3 * 4
        let lines = (characters + Int64(columns) - 1) / Int64(columns)
        return Int64(begin.utf8.count + end.utf8.count + 2) + characters + lines
    }
}
