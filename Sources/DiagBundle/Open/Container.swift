/// The layers around a bundle's archive, told apart by their first bytes: age, then gzip, then tar.
struct Container {
    /// The tar archive's bytes.
    var archive: any ByteSource
    var layers: Layers
    var isEncrypted: Bool { layers.encryption != nil }

    /// Takes off the layers. Decrypting and inflating go on beside whatever reads the archive, each on a thread of its own.
    /// - Parameter points: notes places from which inflating can go on later.
    static func opening(
        _ source: any ByteSource, keyring: borrowing Keyring, limits: OpeningLimits, points: InflationPoints? = nil
    ) throws(BundleError) -> Container {
        let outer = BufferedSource(source)
        let space = try outer.peek(AgeArmor.whiteSpaceLimit).prefix(while: AgeArmor.isWhiteSpace).count
        let kind = FileKind(Array(try outer.peek(space + 64).dropFirst(space)))
        var layers = Layers()
        switch kind {
        case .age, .armored:
            let age = try AgeReader(outer, keyring: keyring, maxWorkFactor: limits.maxWorkFactor)
            layers.encryption = Layers.Encryption(
                cipher: age.cipher, start: age.payloadStart, isArmored: kind == .armored)
            let payload = BufferedSource(ReadAhead(age, pieceSize: ChunkCipher.plainSize))
            let archive = try layers.inflating(payload, limits, points) { age.unfinishedChunk() }
            return Container(archive: archive, layers: layers)
        case .gzip:
            let archive = try layers.inflating(outer, limits, points) { nil }
            return Container(archive: archive, layers: layers)
        default:
            // The beginning of an age file, cut off, is not another format.
            guard try looksLikeTar(outer) else {
                _ = try AgeHeaderReader.read(from: outer)
                throw BundleError(.notABundle, source.path, "expected a bundle")
            }
            return Container(archive: outer, layers: layers)
        }
    }

    static func looksLikeTar(_ source: BufferedSource) throws(BundleError) -> Bool {
        try source.peek(TarHeader.size).dropFirst(TarHeader.magic.lowerBound).starts(with: "ustar".utf8)
    }
}

extension Container {
    /// What has to be known to take off the layers again from a place in the middle.
    struct Layers: Sendable {
        struct Encryption: Sendable {
            var cipher: ChunkCipher
            /// Where the first chunk begins, behind the armor.
            var start: Int64
            var isArmored: Bool
        }

        /// Nil where there is none.
        var encryption: Encryption?
        var isCompressed = false
        var points: InflationPoints?

        /// The archive from one of its bytes on.
        func archive(_ bytes: PlacedBytes, from place: Int64) throws(BundleError) -> any ByteSource {
            guard isCompressed else { return try payload(bytes, from: place) }
            let source: any ByteSource
            if let point = points?.last(before: place) {
                let payload = try payload(bytes, from: point.deflated - 1)
                var byte: [UInt8] = [0]
                _ = try byte.write { (byte) throws(BundleError) in try payload.readFully(into: byte) }
                source = RawInflater(payload, at: point, byte: byte[0])
                try source.discard(place - point.inflated)
            } else {
                source = GzipReader(try payload(bytes, from: 0), limits: InflationLimits(bytes: .max, ratio: .max))
                try source.discard(place)
            }
            return ReadAhead(source, pieceSize: 65_536)
        }

        /// The archive from where the compressor seems to have begun afresh: behind `deflated` bytes of the compressed stream.
        func archive(_ bytes: PlacedBytes, afreshBehind deflated: Int64) throws(BundleError) -> any ByteSource {
            ReadAhead(RawInflater(try payload(bytes, from: deflated)), pieceSize: 65_536)
        }

        /// What lies inside the encryption, from one of its bytes on.
        private func payload(_ bytes: PlacedBytes, from place: Int64) throws(BundleError) -> any ByteSource {
            guard let encryption else { return PlacedSource(bytes, at: place) }
            let index = place / Int64(ChunkCipher.plainSize)
            let chunk = encryption.start + index * Int64(ChunkCipher.sealedSize)
            let sealed: BufferedSource
            if encryption.isArmored {
                sealed = try AgeArmor.unwrapping(BufferedSource(PlacedSource(bytes)))
                try sealed.discard(chunk)
            } else {
                sealed = BufferedSource(PlacedSource(bytes, at: chunk))
            }
            let age = AgeReader(resuming: sealed, encryption.cipher, at: UInt64(index))
            try age.discard(place - index * Int64(ChunkCipher.plainSize))
            return age
        }

        fileprivate mutating func inflating(
            _ payload: BufferedSource, _ limits: OpeningLimits, _ points: InflationPoints?,
            _ unfinished: @escaping () -> UnfinishedChunk?
        ) throws(BundleError) -> any ByteSource {
            let first = Array(try Container.firstBytes(of: payload, unfinished))
            if FileKind(first) == .gzip {
                isCompressed = true
                self.points = points
                return ReadAhead(
                    GzipReader(payload, limits: limits.inflation, points: points, unfinished: unfinished))
            }
            guard try Container.looksLikeTar(payload) else {
                throw BundleError(
                    .notABundle, payload.path, "expected gzip around tar inside, found \(FileKind.describe(first))")
            }
            return payload
        }
    }

    /// The first bytes inside the encryption. A file so short, or cut so early, that it has no whole chunk is asked for
    /// its beginning all the same, so that a cut can be told from a change.
    fileprivate static func firstBytes(
        of payload: BufferedSource, _ unfinished: () -> UnfinishedChunk?
    ) throws(BundleError) -> [UInt8] {
        do throws(BundleError) { return Array(try payload.peek(TarHeader.size)) } catch {
            guard error.fault == .damaged, let chunk = unfinished() else { throw error }
            let trial = GzipReader(MemorySource([]))
            guard trial.wasCut(chunk) else { throw error }
            throw BundleError(.cutOff, payload.path, at: error.offset, "the file ends inside a chunk of its payload")
        }
    }
}
