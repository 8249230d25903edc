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
            let payload = BufferedSource(
                try AgeReader(outer, keyring: keyring, maxWorkFactor: limits.maxWorkFactor))
            return Container(archive: try inflating(payload, limits: limits), isEncrypted: true)
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
        _ payload: BufferedSource, limits: OpeningLimits
    ) throws(BundleError) -> any ByteSource {
        let first = Array(try payload.peek(TarHeader.size))
        if FileKind(first) == .gzip { return ReadAhead(GzipReader(payload, limits: limits.inflation)) }
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
