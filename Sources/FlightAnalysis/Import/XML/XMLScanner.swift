/// Reads an XML document piece by piece, as far as tracks need it: elements by their local names, attributes, text with
/// its entities, CDATA. Well-formedness is checked; a document type is passed over and nothing it declares is expanded,
/// so that no document can grow in memory or reach beyond itself. UTF-8 only; text that is none is repaired.
struct XMLScanner {
    enum Piece: Hashable {
        case start(String, attributes: [String: String])
        case end(String)
        case text(String)
    }

    /// What was expected, and the byte at which something else stood.
    struct Failure: Error, Hashable {
        var wanted: String
        var offset: Int
    }

    /// Deeper than any track goes.
    private static let depthLimit = 100

    private let bytes: [UInt8]
    private var at = 0
    private var open: [String] = []
    /// The end of an element that was opened and closed by one tag.
    private var pendingEnd: String?
    private var sawRoot = false

    init(_ bytes: [UInt8]) throws(Failure) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            throw Failure(wanted: "UTF-8, and this is UTF-16", offset: 0)
        }
    }

    /// The next piece; nil at the end of the document.
    mutating func next() throws(Failure) -> Piece? {
        if let name = pendingEnd {
            pendingEnd = nil
            open.removeLast()
            return .end(name)
        }
        while at < bytes.count {
            if bytes[at] != UInt8(ascii: "<") {
                if let text = try text() { return .text(text) }
            } else if starts("<!--") {
                try skip(past: "-->")
            } else if starts("<![CDATA[") {
                return .text(try cdata())
            } else if starts("<?") {
                try skip(past: "?>")
            } else if starts("<!") {
                try skipDeclaration()
            } else if starts("</") {
                return try endTag()
            } else {
                return try startTag()
            }
        }
        guard open.isEmpty else { throw Failure(wanted: "</\(open.last!)>", offset: at) }
        guard sawRoot else { throw Failure(wanted: "an element", offset: at) }
        return nil
    }

    // MARK: Tags

    private mutating func startTag() throws(Failure) -> Piece {
        at += 1
        let name = try self.name()
        guard open.count < Self.depthLimit else { throw Failure(wanted: "less depth", offset: at) }
        sawRoot = true
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            guard at < bytes.count else { throw Failure(wanted: "'>'", offset: at) }
            if bytes[at] == UInt8(ascii: ">") {
                at += 1
                open.append(name)
                return .start(name, attributes: attributes)
            }
            if starts("/>") {
                at += 2
                open.append(name)
                pendingEnd = name
                return .start(name, attributes: attributes)
            }
            let key = try self.name()
            skipSpace()
            guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else { throw Failure(wanted: "'='", offset: at) }
            at += 1
            skipSpace()
            attributes[key] = try attributeValue()
        }
    }

    private mutating func endTag() throws(Failure) -> Piece {
        let start = at
        at += 2
        let name = try self.name()
        skipSpace()
        guard at < bytes.count, bytes[at] == UInt8(ascii: ">") else { throw Failure(wanted: "'>'", offset: at) }
        at += 1
        guard open.popLast() == name else { throw Failure(wanted: "the end of the element opened last", offset: start) }
        return .end(name)
    }

    /// A name without its namespace's prefix.
    private mutating func name() throws(Failure) -> String {
        var start = at
        while at < bytes.count, Self.isName(bytes[at]) {
            if bytes[at] == UInt8(ascii: ":") { start = at + 1 }
            at += 1
        }
        guard at > start else { throw Failure(wanted: "a name", offset: at) }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x80...: true
        default: false
        }
    }

    private mutating func attributeValue() throws(Failure) -> String {
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") else {
            throw Failure(wanted: "a quoted value", offset: at)
        }
        let quote = bytes[at]
        at += 1
        let start = at
        while at < bytes.count, bytes[at] != quote { at += 1 }
        guard at < bytes.count else { throw Failure(wanted: "the closing quote", offset: start) }
        defer { at += 1 }
        return try Self.unescaped(bytes[start..<at])
    }

    // MARK: Text

    /// Nil for what only sets elements apart.
    private mutating func text() throws(Failure) -> String? {
        let start = at
        var isBlank = true
        while at < bytes.count, bytes[at] != UInt8(ascii: "<") {
            if !Self.isSpace(bytes[at]) { isBlank = false }
            at += 1
        }
        if isBlank { return nil }
        guard !open.isEmpty else { throw Failure(wanted: "nothing outside the root element", offset: start) }
        return try Self.unescaped(bytes[start..<at])
    }

    private mutating func cdata() throws(Failure) -> String {
        let start = at + 9
        try skip(past: "]]>")
        return String(decoding: bytes[start..<at - 3], as: UTF8.self)
    }

    /// Replaces the five entities of XML itself and numbered characters; any other entity has no meaning here.
    private static func unescaped(_ raw: ArraySlice<UInt8>) throws(Failure) -> String {
        guard raw.contains(UInt8(ascii: "&")) else { return String(decoding: raw, as: UTF8.self) }
        var text: [UInt8] = []
        var rest = raw
        while let byte = rest.first {
            guard byte == UInt8(ascii: "&") else {
                text.append(byte)
                rest = rest.dropFirst()
                continue
            }
            // The longest that means anything is &#x10FFFF;
            guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(String(decoding: rest[rest.startIndex + 1..<end], as: UTF8.self))
            else { throw Failure(wanted: "one of &amp; &lt; &gt; &quot; &apos; or a number", offset: rest.startIndex) }
            text += UTF8.encode(scalar)!
            rest = rest[(end + 1)...]
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func scalar(_ entity: String) -> Unicode.Scalar? {
        switch entity {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case _ where entity.hasPrefix("#x"): UInt32(entity.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        case _ where entity.hasPrefix("#"): UInt32(entity.dropFirst()).flatMap(Unicode.Scalar.init)
        default: nil
        }
    }

    // MARK: Passing over

    private func starts(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - at >= count else { return false }
        return text.withUTF8Buffer { bytes[at..<at + count].elementsEqual($0) }
    }

    private mutating func skip(past end: StaticString) throws(Failure) {
        let start = at
        while at < bytes.count {
            if starts(end) {
                at += end.utf8CodeUnitCount
                return
            }
            at += 1
        }
        throw Failure(wanted: "\(end)", offset: start)
    }

    /// A document type with what it declares in brackets.
    private mutating func skipDeclaration() throws(Failure) {
        let start = at
        var depth = 0
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ">") where depth <= 0:
                at += 1
                return
            default: break
            }
            at += 1
        }
        throw Failure(wanted: "the end of the declaration", offset: start)
    }

    private mutating func skipSpace() { while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 } }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
