import DiagBundle
import FieldModel
import LogFormat
import SystemIO

/// What a user named as INPUT, ready to be read: a log folder, a bundle, a single file, or standard input.
public struct LogSource: Sendable {
    /// As it was named.
    public let input: String
    /// The log itself and those of second processes beside it.
    public let parts: [LogPart]
    /// What a bundle says about itself; nil for other inputs, and where it says nothing.
    public let manifest: Manifest?

    /// Whether the tester took positions out of the bundle: what is left of them lies anywhere, and not where a gap begins.
    var hidesPlaces: Bool {
        manifest?.redactions.contains { ["trim", "classify"].contains($0.rule) || $0.rule.hasPrefix("zone:") } ?? false
    }

    init(input: String, parts: [LogPart], manifest: Manifest? = nil) {
        self.input = input
        self.parts = parts
        self.manifest = manifest
    }

    /// Opens an input that needs no key: `-` is standard input.
    public static func open(_ input: String) throws(AnalysisError) -> LogSource {
        let none = Keyring()
        return try open(input, keyring: none)
    }

    /// Opens an input: `-` is standard input.
    public static func open(_ input: String, keyring: borrowing Keyring) throws(AnalysisError) -> LogSource {
        if input == "-" { return try standardInput(keyring: keyring) }
        let entry = try io { () throws(IOError) in try FileSystem.entry(at: input) }
        guard let entry else { throw .notFound(path: input) }
        guard entry.kind == .folder else {
            if LogBundle.begins(try head(of: input)) {
                return try LogBundle.source(input, keyring: keyring)
            }
            return LogSource(input: input, parts: [try singleFile(input)])
        }
        let parts = try io { () throws(IOError) in try LogFolder.parts(in: input) }
        guard !parts.isEmpty else { throw .noLog(path: input) }
        return LogSource(input: input, parts: parts)
    }

    /// The same input so that it can be read more than once: standard input is taken into memory.
    public func rereadable() throws(AnalysisError) -> LogSource {
        var parts: [LogPart] = []
        for part in self.parts {
            guard case .standardInput(let ahead, let isSamples) = part.storage else {
                parts.append(part)
                continue
            }
            let source = ByteSource(.standardInput(ahead: ahead))
            var bytes: [UInt8] = []
            var chunk: [UInt8] = []
            while try Self.io({ () throws(IOError) in try source.next(into: &chunk) }) { bytes += chunk }
            let file = LogPart.File(path: "standard input", isSamples: isSamples, bytes: .memory(bytes))
            parts.append(LogPart(name: part.name, storage: .files([file])))
        }
        return LogSource(input: input, parts: parts, manifest: manifest)
    }

    private static func head(of path: String) throws(AnalysisError) -> [UInt8] {
        let source = ByteSource(.file(path: path, limit: nil, tail: []))
        var head: [UInt8] = []
        _ = try io { () throws(IOError) in try source.next(into: &head, most: 4096) }
        return head
    }

    private static func singleFile(_ path: String) throws(AnalysisError) -> LogPart {
        let isSamples = try isSamples(try head(of: path), name: path)
        let file = LogPart.File(path: path, isSamples: isSamples, bytes: .path(path, limit: nil, tail: []))
        return LogPart(name: "", storage: .files([file]))
    }

    /// What is read of standard input before it is looked at; bytes.
    private static let aheadSize = 1 << 20

    private static func standardInput(keyring: borrowing Keyring) throws(AnalysisError) -> LogSource {
        let source = ByteSource(.standardInput(ahead: []))
        var ahead: [UInt8] = []
        var chunk: [UInt8] = []
        // Enough to find the heartbeat period in, which the whole is judged by.
        while ahead.count < aheadSize, try io({ () throws(IOError) in try source.next(into: &chunk) }) {
            ahead += chunk
        }
        if LogBundle.begins(ahead) { return try LogBundle.source("-", ahead: ahead, keyring: keyring) }
        let isSamples = try isSamples(ahead, name: "standard input")
        let part = LogPart(name: "", storage: .standardInput(ahead: ahead, isSamples: isSamples))
        return LogSource(input: "-", parts: [part])
    }

    /// Tells samples from events by the first line: events begin with a brace or a time, samples with column names.
    private static func isSamples(_ head: [UInt8], name: String) throws(AnalysisError) -> Bool {
        if let binary = BinaryKind(head) { throw .notALog(path: name, found: binary.rawValue) }
        let text = head.drop { $0 == 0 || $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        guard let first = text.first, first != UInt8(ascii: "{") else { return false }
        let line = String(decoding: text.prefix { $0 != 0x0A && $0 != 0x0D && $0 != 0 }, as: UTF8.self)
        do throws(SampleHeader.Refusal) {
            _ = try SampleHeader(line)
            return true
        } catch {
            if error != .noKnownColumn { throw .refused(path: name, reason: error.rawValue) }
        }
        // A line of the short form begins with a digit; a torn one may begin with its kind.
        let begins = line.split(separator: " ").first.map(String.init) ?? ""
        let isShort = (0x30...0x39).contains(first) || RecordKind(rawValue: begins) != nil
        guard isShort || name.hasSuffix(".jsonl") || name.hasSuffix(".torn") else {
            throw .notALog(path: name, found: "'\(line.prefix(60))'")
        }
        return false
    }

    /// Runs a call to the system and gives its error this target's type.
    static func io<Result>(_ call: () throws(IOError) -> Result) throws(AnalysisError) -> Result {
        do throws(IOError) { return try call() } catch { throw .system(error) }
    }
}

/// Kinds of file that are named when they are given in place of a log.
private enum BinaryKind: String, CaseIterable {
    case png = "a PNG image"
    case sqlite = "an SQLite database"
    case zip = "a ZIP archive"
    case pdf = "a PDF document"

    private var magic: [UInt8] {
        switch self {
        case .png: [0x89, 0x50, 0x4E, 0x47]
        case .sqlite: Array("SQLite format 3".utf8)
        case .zip: [0x50, 0x4B, 0x03, 0x04]
        case .pdf: Array("%PDF".utf8)
        }
    }

    init?(_ bytes: [UInt8]) {
        guard let kind = Self.allCases.first(where: { bytes.starts(with: $0.magic) }) else { return nil }
        self = kind
    }
}
