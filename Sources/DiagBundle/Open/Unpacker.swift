import SystemIO

/// Unpacks a bundle to a folder, whole or not at all.
public struct Unpacker: Sendable {
    public var limits = OpeningLimits()
    /// Whether an existing folder may be replaced.
    public var replaces = false
    public var control = WorkControl()

    /// What came out.
    public struct Report: Hashable, Sendable {
        /// Files, without the manifest.
        public var files = 0
        public var bytes: Int64 = 0
        /// Nil where the bundle has none: then nothing vouches for the content but the encryption.
        public var manifest: Manifest?
        public var isEncrypted = false
    }

    public init() {}

    /// Decrypts, checks every file against the manifest, writes the tree: files 0600, folders 0700, owner and times not
    /// taken over.
    public func unpack(
        _ path: String, keyring: borrowing Keyring, to folder: String
    ) throws(BundleError) -> Report {
        let reader = try BundleReader(path: path, keyring: keyring, limits: limits)
        // Nothing is made before the first bytes have turned out to be those of a bundle.
        var item = try reader.nextItem()
        let total = reader.manifest.map { $0.files.reduce(0) { $0 + $1.bytes } } ?? 0
        let output: OutputFolder
        do throws(IOError) { output = try OutputFolder.create(folder, replacing: replaces) } catch {
            guard error.code == EEXIST else { throw BundleError(error) }
            throw BundleError(.refusedRequest, folder, "\(folder) exists already and is not empty")
        }
        var report = Report(isEncrypted: reader.isEncrypted)
        while let next = item {
            try write(next, of: reader, under: output.temporary, total: total, &report)
            item = try reader.nextItem()
        }
        report.manifest = reader.manifest
        if report.manifest != nil { report.files -= 1 }
        do throws(IOError) { try output.commit() } catch { throw BundleError(error) }
        return report
    }

    private func write(
        _ item: BundleReader.Item, of reader: BundleReader, under root: String, total: Int64, _ report: inout Report
    ) throws(BundleError) {
        switch item {
        case .folder(let path):
            try system { () throws(IOError) in try FileSystem.createFolder(FileSystem.join(root, path)) }
        case .file(let member):
            let file = try Self.create(member.path, under: root)
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 262_144, alignment: 16)
            defer { buffer.deallocate() }
            while case let count = try reader.read(into: buffer), count > 0 {
                try control.check()
                try system { () throws(IOError) in
                    try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                }
                report.bytes += Int64(count)
                control.progress?(min(report.bytes, total > 0 ? total : .max), total)
            }
            report.files += 1
        }
    }

    /// A new file inside; never one that is there, never through a link.
    static func create(_ path: String, under root: String) throws(BundleError) -> Descriptor {
        let full = FileSystem.join(root, path)
        return try system { () throws(IOError) in
            if let folder = FileSystem.parent(of: full) { try FileSystem.createFolder(folder) }
            return try Descriptor(open: full, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        }
    }
}
