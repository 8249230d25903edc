/// A file that appears whole or not at all: written beside its place under a temporary name, then renamed. Dropped
/// without `commit()` it leaves nothing. Not copyable.
public struct OutputFile: ~Copyable {
    public let path: String
    public let descriptor: Descriptor
    private let temporary: String
    private let replaces: Bool
    private var committed = false

    private init(path: String, temporary: String, descriptor: consuming Descriptor, replaces: Bool) {
        self.path = path
        self.temporary = temporary
        self.descriptor = descriptor
        self.replaces = replaces
    }

    /// Opens a temporary file beside `path`. Fails with EEXIST where `path` exists, unless `replacing`.
    public static func create(
        _ path: String, replacing: Bool = false, mode: mode_t = 0o644
    ) throws(IOError) -> OutputFile {
        if !replacing, try FileSystem.entry(at: path, followingLinks: false) != nil {
            throw IOError("create", path, code: EEXIST)
        }
        let temporary = "\(path).\(getpid()).part"
        // What an earlier process of the same number left under this name is nobody's.
        try FileSystem.remove(temporary)
        let descriptor = try Descriptor(open: temporary, flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode)
        return OutputFile(path: path, temporary: temporary, descriptor: descriptor, replaces: replacing)
    }

    /// Makes the file appear under its own name. Without `replacing` it fails where the name has come into use.
    public consuming func commit() throws(IOError) {
        if replaces {
            try FileSystem.rename(temporary, to: path)
        } else {
            // link() refuses an existing name, rename() would replace it.
            if link(temporary, path) == 0 {
                try FileSystem.remove(temporary)
            } else if errno == EEXIST {
                throw IOError("create", path)
            } else {
                // A file system without hard links: the check at the beginning has to do.
                try FileSystem.rename(temporary, to: path)
            }
        }
        committed = true
    }

    deinit {
        if !committed { _ = unlink(temporary) }
    }
}
