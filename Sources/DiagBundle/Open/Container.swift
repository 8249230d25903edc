/// The layers around a bundle's archive, told apart by their first bytes: age, then gzip, then tar.
struct Container {
    /// The tar archive's bytes.
    var archive: any ByteSource
    var isEncrypted: Bool

    /// Takes off the layers. Decrypting and inflating go on beside whatever reads the archive.
    static func opening(
        _ source: any ByteSource, keyring: borrowing Keyring, limits: OpeningLimits
    ) throws(BundleError) -> Container {
        let outer = BufferedSource(source)
        let space = try outer.peek(AgeArmor.whiteSpaceLimit).prefix(while: AgeArmor.isWhiteSpace).count
        let kind = FileKind(Array(try outer.peek(space + 64).dropFirst(space)))
        switch kind {
        case .age, .armored:
            let age = try AgeReader(outer, keyring: keyring, maxWorkFactor: limits.maxWorkFactor)
            let archive = try inflating(BufferedSource(age), limits: limits) { age.unfinishedChunk() }
            return Container(archive: archive, isEncrypted: true)
        case .gzip: return Container(archive: try inflating(outer, limits: limits), isEncrypted: false)
        default:
            // The beginning of an age file, cut off, is not another format.
            guard try looksLikeTar(outer) else {
                _ = try AgeHeaderReader.read(from: outer)
                throw BundleError(.notABundle, source.path, "expected a bundle")
            }
            return Container(archive: outer, isEncrypted: false)
        }
    }

    private static func inflating(
        _ payload: BufferedSource, limits: OpeningLimits, unfinished: (() -> UnfinishedChunk?)? = nil
    ) throws(BundleError) -> any ByteSource {
        let first = Array(try firstBytes(of: payload, unfinished))
        if FileKind(first) == .gzip {
            return ReadAhead(GzipReader(payload, limits: limits.inflation, unfinished: unfinished))
        }
        guard try looksLikeTar(payload) else {
            throw BundleError(
                .notABundle, payload.path, "expected gzip around tar inside, found \(FileKind.describe(first))")
        }
        return payload
    }

    private static func looksLikeTar(_ source: BufferedSource) throws(BundleError) -> Bool {
        try source.peek(TarHeader.size).dropFirst(TarHeader.magic.lowerBound).starts(with: "ustar".utf8)
    }
}

extension Container {
    /// The first bytes inside the encryption. A file so short, or cut so early, that it has no whole chunk is asked for
    /// its beginning all the same, so that a cut can be told from a change.
    private static func firstBytes(
        of payload: BufferedSource, _ unfinished: (() -> UnfinishedChunk?)?
    ) throws(BundleError) -> [UInt8] {
        do throws(BundleError) { return Array(try payload.peek(TarHeader.size)) } catch {
            guard error.fault == .damaged, let chunk = unfinished?() else { throw error }
            let trial = GzipReader(MemorySource([]))
            guard trial.wasCut(chunk) else { throw error }
            throw BundleError(.cutOff, payload.path, at: error.offset, "the file ends inside a chunk of its payload")
        }
    }
}
