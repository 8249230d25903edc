import SystemIO

/// A bundle that was read through and found whole, whose members can each be read again, in any order and several at a
/// time. Holds none of them: what it keeps has a bound, whatever the bundle's size.
///
///     let index = try BundleIndex(path: path, keyring: keyring)
///     let reader = try index.open(index.members[0])
///     while case let count = try reader.read(into: buffer), count > 0 { use(buffer[..<count]) }
public final class BundleIndex: Sendable {
    /// For messages.
    public let path: String
    /// In the order of the bundle, the manifest among them.
    public let members: [BundleMember]
    /// What the bundle says about itself; nil where it says nothing.
    public let manifest: Manifest?

    private let bytes: PlacedBytes
    private let layers: Container.Layers
    private let places: [String: Place]

    /// Where a member is read again.
    private struct Place: Sendable {
        /// Where its content begins in the archive.
        var content: Int64
        /// Bytes of the archive that lead to the content: its header.
        var lead: Int64
        /// Bytes of the compressed stream before it, where the compressor seems to have begun afresh for it.
        var fresh: Int64?
    }

    /// Reads the file at `path` through, `-` for standard input, of which `ahead` was read already.
    public convenience init(
        path: String, ahead: [UInt8] = [], keyring: borrowing Keyring, limits: OpeningLimits = OpeningLimits()
    ) throws(BundleError) {
        try self.init(try PlacedBytes(opening: path, ahead: ahead), keyring: keyring, limits: limits)
    }

    init(
        _ bytes: PlacedBytes, keyring: borrowing Keyring, limits: OpeningLimits = OpeningLimits()
    ) throws(BundleError) {
        self.bytes = bytes
        path = bytes.path
        let points = InflationPoints()
        let container = try Container.opening(PlacedSource(bytes), keyring: keyring, limits: limits, points: points)
        let reader = BundleReader(container, limits: limits)
        var members: [BundleMember] = []
        var places: [String: Place] = [:]
        while let member = try reader.nextMember() {
            members.append(member)
            places[member.path] = Place(
                content: reader.contentPlace, lead: reader.contentPlace - reader.memberPlace,
                fresh: points.takeFresh(at: reader.memberPlace))
        }
        self.members = members
        self.places = places
        manifest = reader.manifest
        layers = container.layers
    }

    /// Begins to read a member of this index.
    public func open(_ member: BundleMember) throws(BundleError) -> MemberReader {
        guard let place = places[member.path] else {
            throw BundleError(.refusedRequest, path, member: member.path, "no member is called \(member.path)")
        }
        if let fresh = place.fresh {
            let start = try layers.archive(bytes, afreshBehind: fresh)
            return MemberReader(start, lead: place.lead, size: member.size, member.path) {
                [layers, bytes] (at) throws(BundleError) in try layers.archive(bytes, from: place.content + at)
            }
        }
        return MemberReader(try layers.archive(bytes, from: place.content), size: member.size, member.path)
    }
}

/// The content of one member, read again.
public final class MemberReader {
    /// The archive from a byte of the member's content on.
    typealias Source = (Int64) throws(BundleError) -> any ByteSource

    private var source: any ByteSource
    /// Bytes that `source` gives before the content.
    private var lead: Int64
    /// How far it was read.
    private var taken: Int64 = 0
    private let size: Int64
    private let member: String
    /// Takes over where the compressor had not begun afresh after all.
    private var otherwise: Source?

    /// - Parameters:
    ///   - source: the archive.
    ///   - lead: bytes that `source` gives before the content.
    ///   - size: bytes of content.
    ///   - member: its name.
    ///   - otherwise: gives the archive in another way once `source` turns out not to be readable.
    init(
        _ source: any ByteSource, lead: Int64 = 0, size: Int64, _ member: String, otherwise: Source? = nil
    ) {
        self.source = source
        self.lead = lead
        self.size = size
        self.member = member
        self.otherwise = otherwise
    }

    /// Reads at most `buffer.count` bytes; 0 at the member's end. Fails where the file has changed since it was read
    /// through.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        let wanted = Int(min(size - taken, Int64(buffer.count)))
        if wanted == 0 { return 0 }
        let count = try readOn(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
        guard count > 0 else {
            throw BundleError(.cutOff, source.path, member: member, "it became shorter while member \(member) was read")
        }
        taken += Int64(count)
        return count
    }

    private func readOn(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        do throws(BundleError) {
            if lead > 0 { try source.discard(lead) }
            lead = 0
            return try source.read(into: buffer)
        } catch {
            guard error.fault == .damaged, let otherwise else { throw error }
            self.otherwise = nil
            lead = 0
            source = try otherwise(taken)
            return try source.read(into: buffer)
        }
    }
}
