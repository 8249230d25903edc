import SystemIO

/// Reads a bundle member by member, in bounded memory, and leaves nothing on disk.
///
///     let reader = try BundleReader(path: path, keyring: keyring)
///     while let member = try reader.nextMember() {
///         while case let count = try reader.read(into: buffer), count > 0 { use(buffer[..<count]) }
///     }
///
/// Opens an age file (armored or not), the plain `.tar.gz` that would have been encrypted, and a plain `.tar`. Every
/// chunk is authentic before its bytes are handed out; that the bundle is whole is certain only once `nextMember()` has
/// returned nil. With a manifest, each member's SHA-256 is compared at its end.
public final class BundleReader {
    /// For messages.
    public let path: String
    /// What the bundle says about itself; nil before the first `nextMember()` and where it says nothing.
    public private(set) var manifest: Manifest?
    /// Whether the file was encrypted.
    public let isEncrypted: Bool
    /// Members handed out so far and read to their end without a fault.
    public private(set) var goodMembers = 0

    /// What the manifest says of each file.
    private var listed: [String: Manifest.File] = [:]
    private let tar: TarReader
    private let limits: OpeningLimits
    private let verifies: Bool
    private var names = MemberNames()
    private var current: Current?
    /// Where the content of the current member begins in the archive.
    private(set) var contentPlace: Int64 = 0
    /// Where the current member begins in the archive, with its header.
    private(set) var memberPlace: Int64 = 0
    /// Bytes of the archive read so far.
    var archiveBytes: Int64 { tar.offset }
    /// The manifest was read to know what follows; it is handed out like any other member.
    private var manifestBytes: [UInt8] = []
    private var manifestTaken = 0
    private var seen: Set<String> = []
    private var memberCount = 0

    private struct Current {
        var member: BundleMember
        var digest = Crypto.Digest()
        var read: Int64 = 0
        var isManifest = false
    }

    /// Opens the file at `path`, `-` for standard input. `verifying` says whether members are compared with the manifest's
    /// digests.
    public convenience init(
        path: String, keyring: borrowing Keyring, limits: OpeningLimits = OpeningLimits(), verifying: Bool = true
    ) throws(BundleError) {
        try self.init(
            source: DescriptorSource(opening: path), keyring: keyring, limits: limits, verifying: verifying)
    }

    /// Reads an open file from where it stands.
    public convenience init(
        descriptor: consuming Descriptor, keyring: borrowing Keyring, limits: OpeningLimits = OpeningLimits(),
        verifying: Bool = true
    ) throws(BundleError) {
        try self.init(source: DescriptorSource(descriptor), keyring: keyring, limits: limits, verifying: verifying)
    }

    convenience init(
        source: any ByteSource, keyring: borrowing Keyring, limits: OpeningLimits = OpeningLimits(),
        verifying: Bool = true
    ) throws(BundleError) {
        self.init(
            try Container.opening(source, keyring: keyring, limits: limits), limits: limits, verifying: verifying)
    }

    init(_ container: Container, limits: OpeningLimits = OpeningLimits(), verifying: Bool = true) {
        self.limits = limits
        verifies = verifying
        path = container.archive.path
        isEncrypted = container.isEncrypted
        tar = TarReader(container.archive)
    }

    /// The next file, folders left out; nil at the end, once all of the file was found to be in order. What the current
    /// member has left is read past.
    public func nextMember() throws(BundleError) -> BundleMember? {
        while let item = try nextItem() {
            if case .file(let member) = item { return member }
        }
        return nil
    }

    /// What an archive holds.
    enum Item {
        case folder(String)
        case file(BundleMember)
    }

    /// The next file or folder; nil at the end.
    func nextItem() throws(BundleError) -> Item? {
        try finishCurrent()
        guard let entry = try nextEntry() else {
            try checkAllSeen()
            return nil
        }
        if entry.isFolder { return .folder(entry.path) }
        (memberPlace, contentPlace) = (tar.start, tar.offset)
        let member = BundleMember(path: entry.path, size: entry.size)
        current = Current(member: member)
        if seen.isEmpty, member.path == Manifest.path || member.path.hasSuffix("/" + Manifest.path) {
            try readManifest(member)
        }
        seen.insert(member.path)
        return .file(member)
    }

    /// Reads bytes of the current member; 0 at its end.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(BundleError) -> Int {
        guard current != nil, !buffer.isEmpty else { return 0 }
        var count: Int
        if current!.isManifest {
            count = min(buffer.count, manifestBytes.count - manifestTaken)
            buffer.copyBytes(from: manifestBytes[manifestTaken..<manifestTaken + count])
            manifestTaken += count
        } else {
            count = try attempt { () throws(BundleError) in try tar.read(into: buffer) }
            if verifies, manifest != nil { current!.digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        }
        current!.read += Int64(count)
        return count
    }

    /// All bytes of the current member; more than `limit` is an error.
    public func contents(limit: Int = 64 << 20) throws(BundleError) -> [UInt8] {
        guard let member = current?.member else { return [] }
        guard member.size <= limit else {
            throw BundleError(.limit, path, member: member.path, "member \(member.path) has more than \(limit) bytes")
        }
        var bytes = [UInt8](repeating: 0, count: Int(member.size))
        var filled = 0
        while filled < bytes.count {
            let count = try bytes.write { (bytes) throws(BundleError) in
                try read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
            }
            if count == 0 { break }
            filled += count
        }
        return bytes
    }

    private func nextEntry() throws(BundleError) -> TarReader.Entry? {
        guard let entry = try attempt({ () throws(BundleError) in try tar.next() }) else { return nil }
        memberCount += 1
        guard memberCount <= limits.members else {
            throw BundleError(.limit, path, "it has more than \(limits.members) members")
        }
        guard entry.size <= limits.memberBytes else {
            throw BundleError(
                .limit, path, member: entry.path, "member \(entry.path) has more than \(limits.memberBytes) bytes")
        }
        try names.add(entry, path: path)
        return entry
    }

    private func readManifest(_ member: BundleMember) throws(BundleError) {
        guard member.size <= limits.manifestBytes else {
            throw BundleError(.limit, path, member: member.path, "the manifest has \(member.size) bytes")
        }
        let bytes = try contents(limit: Int(member.size))
        // One in a folder on top belongs to another log; one at the root is this bundle's.
        if member.path == Manifest.path {
            manifest = try Manifest(parsing: bytes, path: path)
            listed = manifest?.filesByPath ?? [:]
        }
        current!.isManifest = true
        current!.read = 0
        manifestBytes = bytes
        manifestTaken = 0
    }

    /// Reads the rest of the current member, and compares it with the manifest.
    private func finishCurrent() throws(BundleError) {
        guard current != nil else { return }
        if !current!.isManifest, verifies, manifest != nil {
            var scratch = [UInt8](repeating: 0, count: 65_536)
            while try scratch.write({ (scratch) throws(BundleError) in try read(into: scratch) }) > 0 {}
            try verifyCurrent()
        }
        goodMembers += 1
        current = nil
    }

    private func verifyCurrent() throws(BundleError) {
        guard var current else { return }
        let name = current.member.path
        guard let file = listed[name] else {
            throw BundleError(.manifestMismatch, path, member: name, "member \(name) is not in the manifest")
        }
        guard file.bytes == current.member.size, Hex.text(current.digest.finish()) == file.sha256 else {
            throw BundleError(
                .manifestMismatch, path, member: name, "member \(name) is not what the manifest says (SHA-256)")
        }
    }

    private func checkAllSeen() throws(BundleError) {
        guard let manifest else { return }
        guard let missing = manifest.files.first(where: { !seen.contains($0.path) }) else { return }
        throw BundleError(
            .manifestMismatch, path, member: missing.path, "member \(missing.path) of the manifest is missing")
    }

    /// Names the member a fault touches, and how many before it were good.
    private func attempt<R>(_ body: () throws(BundleError) -> R) throws(BundleError) -> R {
        do throws(BundleError) { return try body() } catch {
            var named = error
            guard named.member == nil else { throw named }
            named.member = current?.member.path
            let total = manifest.map { " of \($0.files.count + 1)" } ?? ""
            if let member = named.member {
                named.detail += "; in member \(member), \(goodMembers)\(total) members before it are good"
            } else if goodMembers > 0 {
                named.detail += "; behind \(goodMembers)\(total) good members"
            }
            throw named
        }
    }
}
