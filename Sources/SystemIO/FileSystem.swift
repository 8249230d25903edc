/// Files and folders by path.
public enum FileSystem {
    /// What stands at a path.
    public struct Entry: Hashable, Sendable {
        public enum Kind: Hashable, Sendable { case file, folder, symbolicLink, other }
        public var kind: Kind
        /// Bytes.
        public var size: Int64
        /// Permission bits.
        public var mode: UInt32
        /// The user it belongs to.
        public var owner: UInt32
        /// Last change in ms since the Unix epoch.
        public var modified: Int64
        /// Identity on its volume.
        public var inode: UInt64
        public var device: UInt64
    }

    /// Examines `path`; a symbolic link is followed unless `followingLinks` is false. Nil where nothing is there.
    public static func entry(at path: String, followingLinks: Bool = true) throws(IOError) -> Entry? {
        var info = stat()
        guard (followingLinks ? stat(path, &info) : lstat(path, &info)) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw IOError("examine", path)
        }
        let kind: Entry.Kind =
            switch info.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .symbolicLink
            default: .other
            }
        return Entry(
            kind: kind, size: Int64(info.st_size), mode: UInt32(info.st_mode) & 0o7777, owner: info.st_uid,
            modified: info.modifiedMillis, inode: UInt64(info.st_ino), device: UInt64(bitPattern: Int64(info.st_dev)))
    }

    /// Bytes that may still be written to the volume `path` lies on.
    public static func freeBytes(at path: String) throws(IOError) -> Int64 {
        var info = statvfs()
        guard statvfs(path, &info) == 0 else { throw IOError("examine the volume of", path) }
        let (bytes, isHuge) = Int64(clamping: info.f_bavail).multipliedReportingOverflow(by: Int64(info.f_frsize))
        return isHuge ? .max : bytes
    }

    /// Names in a folder, without `.` and `..`, in byte order.
    public static func names(in folder: String) throws(IOError) -> [String] {
        guard let handle = opendir(folder) else { throw IOError("open the folder", folder) }
        defer { closedir(handle) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw IOError("list the folder", folder) }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Makes a folder and the ones above it; one that is there already is fine.
    public static func createFolder(_ path: String, mode: mode_t = 0o700) throws(IOError) {
        if mkdir(path, mode) == 0 { return }
        let code = errno
        if code == ENOENT, let parent = Self.parent(of: path), parent != path {
            try createFolder(parent, mode: mode)
            guard mkdir(path, mode) == 0 || errno == EEXIST else { throw IOError("create the folder", path) }
        } else if code != EEXIST {
            throw IOError("create the folder", path, code: code)
        }
        guard try entry(at: path)?.kind == .folder else { throw IOError("create the folder", path, code: ENOTDIR) }
    }

    public static func rename(_ old: String, to new: String) throws(IOError) {
        guard SystemIO.rename(old, new) == 0 else { throw IOError("rename \(old) to", new) }
    }

    /// Removes a file or an empty folder; nothing there is fine.
    public static func remove(_ path: String) throws(IOError) {
        if unlink(path) == 0 || errno == ENOENT { return }
        let code = errno
        // Linux answers EISDIR, Apple EPERM, for a folder.
        guard code == EISDIR || code == EPERM else { throw IOError("remove", path, code: code) }
        guard rmdir(path) == 0 || errno == ENOENT else { throw IOError("remove the folder", path) }
    }

    /// Removes a folder with all that is in it; links are removed, never followed.
    public static func removeTree(_ path: String) throws(IOError) {
        if try entry(at: path, followingLinks: false)?.kind == .folder {
            for name in try names(in: path) { try removeTree(join(path, name)) }
        }
        try remove(path)
    }

    /// The whole content; for small files. Fails with EFBIG beyond `limit` bytes.
    public static func contents(of path: String, limit: Int = 16 << 20) throws(IOError) -> [UInt8] {
        let file = try Descriptor(open: path, flags: O_RDONLY)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var failure: IOError?
            let count = buffer.withUnsafeMutableBytes { raw -> Int in
                do throws(IOError) { return try file.read(into: raw) } catch { failure = error }
                return 0
            }
            if let failure { throw failure }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            if bytes.count > limit { throw IOError("read", path, code: EFBIG) }
        }
    }

    /// `folder/name`.
    public static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// The folder a path lies in; nil for the root.
    public static func parent(of path: String) -> String? {
        var trimmed = path[...]
        while trimmed.utf8.count > 1, trimmed.hasSuffix("/") { trimmed = trimmed.dropLast() }
        guard trimmed != "/" else { return nil }
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    /// The last component of a path.
    public static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}

extension stat {
    var modifiedMillis: Int64 {
        #if canImport(Darwin)
            Int64(st_mtimespec.tv_sec) * 1000 + Int64(st_mtimespec.tv_nsec) / 1_000_000
        #else
            Int64(st_mtim.tv_sec) * 1000 + Int64(st_mtim.tv_nsec) / 1_000_000
        #endif
    }
}
