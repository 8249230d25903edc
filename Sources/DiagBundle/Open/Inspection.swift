import SystemIO

/// What can be known of a bundle without a key.
public struct Inspection: Hashable, Sendable {
    /// What kind of file it is.
    public enum Format: String, Hashable, Sendable {
        case age = "age-encryption.org/v1"
        case armoredAge = "age-encryption.org/v1, armored"
        /// An open bundle: a compressed tar archive.
        case gzip
        case tar
    }

    /// Whether all of the file is there and unchanged.
    public enum Wholeness: Hashable, Sendable {
        /// Seen to be: an open bundle was read to its end. `isVerified`: every file is what its manifest says.
        case whole(isVerified: Bool)
        /// Seen not to be, and why.
        case flawed(String)
        /// Nothing speaks against it. Of an encrypted file no more can be said: which chunk is the last one stands in the
        /// encryption of that chunk, so a file cut between two chunks looks like a smaller whole one, and a changed byte
        /// looks like any other.
        case unknown
    }

    public var format: Format
    /// Bytes of the file.
    public var size: Int64 = 0
    /// How many recipients it is for, and of what kinds: `1 X25519 key`. Empty where it is not encrypted.
    public var recipients: [String] = []
    /// Bytes of the header.
    public var headerSize: Int64 = 0
    /// Bytes inside: of the payload of an age file, of the archive of an open bundle. Nil where no payload has such a size,
    /// which a cut can tell, or the archive does not end.
    public var payloadSize: Int64?
    /// Chunks of the payload.
    public var chunks: Int64 = 0
    public var wholeness = Wholeness.unknown

    public var isEncrypted: Bool { format == .age || format == .armoredAge }

    init(format: Format) { self.format = format }

    /// Looks at the file at `path`, `-` for standard input.
    public static func of(_ path: String) throws(BundleError) -> Inspection {
        let source = BufferedSource(try DescriptorSource(opening: path))
        let space = try source.peek(AgeArmor.whiteSpaceLimit).prefix(while: AgeArmor.isWhiteSpace).count
        switch FileKind(Array(try source.peek(space + 64).dropFirst(space))) {
        case .gzip: return open(source, format: .gzip)
        case .armored: return try age(AgeArmor.unwrapping(source), format: .armoredAge, file: source)
        default:
            if try Container.looksLikeTar(source) { return open(source, format: .tar) }
            return try age(source, format: .age, file: source)
        }
    }

    private static func age(
        _ source: BufferedSource, format: Format, file: BufferedSource
    ) throws(BundleError) -> Inspection {
        var found = Inspection(format: format)
        let header: AgeHeader
        do throws(BundleError) { header = try AgeHeaderReader.read(from: source) } catch {
            // A file that ends inside its header is still an age file, and a cut one.
            guard error.fault == .cutOff, source.offset > 0 else { throw error }
            found.wholeness = .flawed(error.detail)
            found.size = try file.offset + drain(file)
            return found
        }
        found.recipients = header.stanzas.map { StanzaKind(rawValue: $0.type)?.name ?? "unknown stanza (\($0.type))" }
        found.headerSize = source.offset
        do throws(BundleError) {
            let rest = try drain(source)
            found.judge(payload: rest - Int64(ChunkCipher.nonceSize))
        } catch  where error.fault == .malformedArmor || error.fault == .cutOff {
            found.wholeness = .flawed(error.detail)
            _ = try drain(file)
        }
        found.size = file.offset
        return found
    }

    /// Every chunk but the last is full, and the last is not empty unless it is alone: some sizes are none of a payload.
    private mutating func judge(payload sealed: Int64) {
        let full = Int64(ChunkCipher.sealedSize)
        let tag = Int64(ChunkCipher.tagSize)
        guard sealed >= tag else {
            wholeness = .flawed("the file ends before its payload")
            return
        }
        chunks = (sealed + full - 1) / full
        let last = sealed - (chunks - 1) * full
        guard last > tag || chunks == 1 else {
            wholeness = .flawed("the file is cut off: no payload has this size")
            return
        }
        payloadSize = sealed - chunks * tag
    }

    /// Reads an open bundle to its end, as unpacking would.
    private static func open(_ source: BufferedSource, format: Format) -> Inspection {
        var found = Inspection(format: format)
        do throws(BundleError) {
            let none = Keyring()
            let reader = try BundleReader(source: source, keyring: none)
            while try reader.nextMember() != nil {}
            found.wholeness = .whole(isVerified: reader.manifest != nil)
            found.payloadSize = reader.archiveBytes
        } catch { found.wholeness = .flawed(error.detail) }
        // What follows a flaw belongs to the size. A fault of the medium has been told already.
        _ = try? drain(source)
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
