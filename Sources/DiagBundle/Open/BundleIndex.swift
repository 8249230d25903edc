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
    /// Where the content of each member begins in the archive.
    private let places: [String: Int64]

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
        let container = try Container.opening(
            PlacedSource(bytes), keyring: keyring, limits: limits, points: InflationPoints())
        let reader = BundleReader(container, limits: limits)
        var members: [BundleMember] = []
        var places: [String: Int64] = [:]
        while let member = try reader.nextMember() {
            members.append(member)
            places[member.path] = reader.contentPlace
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
        return MemberReader(try layers.archive(bytes, from: place), size: member.size, member.path)
    }
}

/// The content of one member, read again.
public final class MemberReader {
    private let source: any ByteSource
    private var rest: Int64
    private let member: String

    init(_ source: any ByteSource, size: Int64, _ member: String) {
        self.source = source
        self.member = member
        rest = size
    }

    /// Reads at most `buffer.count` bytes; 0 at the member's end. Fails where the file has changed since it was read
    /// through.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        let wanted = Int(min(rest, Int64(buffer.count)))
        if wanted == 0 { return 0 }
        let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
        guard count > 0 else {
            throw BundleError(.cutOff, source.path, member: member, "it became shorter while member \(member) was read")
        }
        rest -= Int64(count)
        return count
    }
}
