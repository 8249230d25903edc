import SystemIO

/// What can be known of a bundle without a key.
public struct Inspection: Hashable, Sendable {
    /// `age-encryption.org/v1`, or the gzip of an open bundle.
    public enum Format: String, Hashable, Sendable {
        case age = "age-encryption.org/v1"
        case armoredAge = "age-encryption.org/v1, armored"
        case gzip
    }

    public var format: Format
    /// Bytes of the file.
    public var size: Int64
    /// How many recipients it is for, and of what kinds: `1 X25519 key`. Empty where it is not encrypted.
    public var recipients: [String] = []
    /// Bytes of the header.
    public var headerSize: Int64 = 0
    /// Bytes of the payload inside; nil where no payload has such a size, which a cut can tell.
    public var payloadSize: Int64?
    /// Chunks of the payload.
    public var chunks: Int64 = 0
    /// What speaks against the file being whole; nil where nothing can be seen from outside. Only a key can show that
    /// the last chunk is there.
    public var flaw: String?

    /// Looks at the file at `path`, `-` for standard input.
    public static func of(_ path: String) throws(BundleError) -> Inspection {
        let source = BufferedSource(try DescriptorSource(opening: path))
        let space = try source.peek(AgeArmor.whiteSpaceLimit).prefix(while: AgeArmor.isWhiteSpace).count
        switch FileKind(Array(try source.peek(space + 64).dropFirst(space))) {
        case .gzip: return try gzip(source)
        case .armored: return try age(AgeArmor.unwrapping(source), format: .armoredAge, file: source)
        default: return try age(source, format: .age, file: source)
        }
    }

    private static func age(
        _ source: BufferedSource, format: Format, file: BufferedSource
    ) throws(BundleError) -> Inspection {
        let header = try AgeHeaderReader.read(from: source)
        var found = Inspection(format: format, size: 0)
        found.recipients = header.stanzas.map { StanzaKind(rawValue: $0.type)?.name ?? "unknown stanza (\($0.type))" }
        found.headerSize = source.offset
        do throws(BundleError) {
            let rest = try drain(source)
            found.judge(payload: rest - Int64(ChunkCipher.nonceSize))
        } catch  where error.fault == .malformedArmor || error.fault == .cutOff {
            found.flaw = error.detail
        }
        found.size = file.offset
        return found
    }

    /// Every chunk but the last is full, and the last is not empty unless it is alone: some sizes are none of a payload.
    private mutating func judge(payload sealed: Int64) {
        let full = Int64(ChunkCipher.sealedSize)
        let tag = Int64(ChunkCipher.tagSize)
        guard sealed >= tag else {
            flaw = "the file ends before its payload"
            return
        }
        chunks = (sealed + full - 1) / full
        let last = sealed - (chunks - 1) * full
        guard last > tag || chunks == 1 else {
            flaw = "the file is cut off: no payload has this size"
            return
        }
        payloadSize = sealed - chunks * tag
    }

    private static func gzip(_ source: BufferedSource) throws(BundleError) -> Inspection {
        var found = Inspection(format: .gzip, size: 0)
        let reader = GzipReader(source)
        do throws(BundleError) {
            found.payloadSize = try drain(reader)
        } catch  where [.cutOff, .damaged, .trailingData].contains(error.fault) {
            found.flaw = error.detail
            _ = try drain(source)
        }
        found.size = source.offset
        return found
    }

    private static func drain(_ source: any ByteSource) throws(BundleError) -> Int64 {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 262_144, alignment: 16)
        defer { buffer.deallocate() }
        var total: Int64 = 0
        while case let count = try source.read(into: buffer), count > 0 { total += Int64(count) }
        return total
    }
}
