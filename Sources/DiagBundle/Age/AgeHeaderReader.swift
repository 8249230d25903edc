/// Reads an age header from the front of a source, and leaves the source at the payload.
struct AgeHeaderReader {
    private let source: BufferedSource
    private var raw: [UInt8] = []

    static func read(from source: BufferedSource) throws(BundleError) -> AgeHeader {
        var reader = AgeHeaderReader(source: source)
        return try reader.header()
    }

    private init(source: BufferedSource) { self.source = source }

    private mutating func header() throws(BundleError) -> AgeHeader {
        try readVersion()
        var stanzas: [AgeHeader.Stanza] = []
        while true {
            let line = try nextLine(expecting: "a stanza or the MAC line")
            if line.starts(with: Array("---".utf8)) {
                guard !stanzas.isEmpty else { throw malformed("at least one stanza", "none") }
                return try finish(stanzas, macLine: line)
            }
            guard stanzas.count < AgeHeader.stanzaLimit else {
                throw BundleError(
                    .limit, source.path, at: source.offset,
                    "the header has more than \(AgeHeader.stanzaLimit) stanzas")
            }
            stanzas.append(try stanza(opening: line))
        }
    }

    /// The first line. What is no age file at all, or one of a later version, is told apart here.
    private mutating func readVersion() throws(BundleError) {
        let expected = Array(AgeHeader.versionLine.utf8)
        let seen = Array(try source.peek(expected.count + 1))
        if seen == expected + [0x0A] {
            raw += seen
            source.skip(seen.count)
            return
        }
        if seen.isEmpty { throw BundleError(.cutOff, source.path, at: 0, "expected an age file, found nothing") }
        if (expected + [0x0A]).starts(with: seen) {
            throw BundleError(.cutOff, source.path, at: Int64(seen.count), "the file ends inside its first line")
        }
        if seen.starts(with: expected.dropLast()) {
            let version = seen.dropFirst(expected.count - 1).prefix { (33...126).contains($0) }
            if version.elementsEqual("1".utf8) {
                throw malformed("a line feed behind the version", "another character")
            }
            throw BundleError(
                .newerVersion, source.path, at: 0,
                "expected age version v1, found v\(String(decoding: version, as: UTF8.self))")
        }
        throw BundleError(
            .notABundle, source.path, at: 0, "expected an age file, found \(FileKind.describe(seen))")
    }

    private mutating func stanza(opening line: [UInt8]) throws(BundleError) -> AgeHeader.Stanza {
        guard line.starts(with: Array("-> ".utf8)) else {
            throw malformed("a line that begins with -> or ---", "something else")
        }
        let words = line.dropFirst(3).split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (33...126).contains($0) } }) else {
            throw malformed("words of printable ASCII with one space between", "something else")
        }
        var body: [UInt8] = []
        while true {
            let line = try nextLine(expecting: "the body of a stanza")
            guard line.count <= AgeHeader.columns, let bytes = Base64.decode(line) else {
                throw malformed("a line of at most 64 base64 characters", "something else")
            }
            body += bytes
            if line.count < AgeHeader.columns { break }
        }
        let strings = words.map { String(decoding: $0, as: UTF8.self) }
        return AgeHeader.Stanza(type: strings[0], arguments: Array(strings.dropFirst()), body: body)
    }

    private mutating func finish(
        _ stanzas: [AgeHeader.Stanza], macLine line: [UInt8]
    ) throws(BundleError) -> AgeHeader {
        guard line.count == 47, line[3] == 0x20, let mac = Base64.decode(line.dropFirst(4)), mac.count == 32 else {
            throw malformed("--- and a MAC of 43 base64 characters", "something else")
        }
        return AgeHeader(stanzas: stanzas, mac: mac, authenticated: raw.dropLast(line.count + 1) + Array("---".utf8))
    }

    /// The next line with its LF taken; every byte goes into what the MAC covers.
    private mutating func nextLine(expecting what: String) throws(BundleError) -> [UInt8] {
        let room = AgeHeader.byteLimit - raw.count
        // Lines are short as a rule: the far look is for the few that are not.
        var window = try source.peek(min(room, 128))
        if !window.contains(0x0A) { window = try source.peek(room) }
        guard let feed = window.firstIndex(of: 0x0A) else {
            if window.count == room {
                throw BundleError(
                    .limit, source.path, at: source.offset, "the header is longer than \(AgeHeader.byteLimit) bytes")
            }
            let end = source.offset + Int64(window.count)
            throw BundleError(.cutOff, source.path, at: end, "expected \(what), found the end of the file")
        }
        let line = Array(window[..<feed])
        raw += line + [0x0A]
        source.skip(feed + 1)
        return line
    }

    private func malformed(_ expected: String, _ found: String) -> BundleError {
        BundleError(
            .malformedHeader, source.path, at: source.offset,
            "the age header is malformed: expected \(expected), found \(found)")
    }
}
