/// A folder that appears whole or not at all: filled beside its place under a temporary name, then renamed. Dropped
/// without `commit()` it leaves nothing. Not copyable.
public struct OutputFolder: ~Copyable {
    /// Where it will appear.
    public let path: String
    /// Where it is filled until then.
    public let temporary: String
    private let replaces: Bool
    private var committed = false

    private init(path: String, temporary: String, replaces: Bool) {
        self.path = path
        self.temporary = temporary
        self.replaces = replaces
    }

    /// Makes the temporary folder. Fails with EEXIST where something stands at `path`, unless `replacing` or it is an
    /// empty folder.
    public static func create(_ path: String, replacing: Bool = false) throws(IOError) -> OutputFolder {
        var trimmed = path
        while trimmed.utf8.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
        if !replacing, try isTaken(trimmed) { throw IOError("create", trimmed, code: EEXIST) }
        let temporary = "\(trimmed).\(getpid()).part"
        // What an earlier process of the same number left under this name is nobody's.
        try FileSystem.removeTree(temporary)
        if let parent = FileSystem.parent(of: temporary) { try FileSystem.createFolder(parent) }
        // Where others may write too, a folder that is there again is theirs.
        guard mkdir(temporary, 0o700) == 0 else { throw IOError("create the folder", temporary) }
        return OutputFolder(path: trimmed, temporary: temporary, replaces: replacing)
    }

    /// Writes a file inside, making the folders on the way.
    /// - Parameter name: the path from this folder.
    public func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o644) throws(IOError) {
        let full = FileSystem.join(temporary, name)
        if let folder = FileSystem.parent(of: full) { try FileSystem.createFolder(folder) }
        let file = try Descriptor(open: full, flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode)
        try file.write(bytes)
    }

    /// Makes the folder appear under its own name.
    public consuming func commit() throws(IOError) {
        let old = "\(path).\(getpid()).old"
        let taken = try Self.isTaken(path)
        if taken {
            guard replaces else { throw IOError("create", path, code: EEXIST) }
            try FileSystem.rename(path, to: old)
        }
        try FileSystem.rename(temporary, to: path)
        committed = true
        if taken { try FileSystem.removeTree(old) }
    }

    /// An empty folder is as good as none: rename() puts another in its place.
    private static func isTaken(_ path: String) throws(IOError) -> Bool {
        guard let entry = try FileSystem.entry(at: path, followingLinks: false) else { return false }
        guard entry.kind == .folder else { return true }
        return try !FileSystem.names(in: path).isEmpty
    }

    deinit {
        // Nobody is left to hear of it; what stays bears its `.part`.
        if !committed { try? FileSystem.removeTree(temporary) }
    }
}
