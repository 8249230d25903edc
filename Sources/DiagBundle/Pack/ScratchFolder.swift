import SystemIO

/// A folder for copies, readable by nobody else, that goes with whoever holds it.
///
/// A copy would be plain text: so each loses its name as soon as it is made, and what a killed process left of one that it
/// was making goes when the next folder is made in the same place.
final class ScratchFolder {
    let path: String
    private static let prefix = "diagbundle-"

    init(in parent: String) throws(BundleError) {
        Self.removeLeftovers(in: parent)
        path = FileSystem.join(parent, "\(Self.prefix)\(getpid())-\(Hex.text(Crypto.random(8)))")
        let path = path
        try system { () throws(IOError) in try FileSystem.createFolder(path, mode: 0o700) }
    }

    deinit {
        // There is nobody to tell, but the folder is closed to others.
        try? FileSystem.removeTree(path)
    }

    /// Folders of processes that are no more. What cannot be removed stands in nobody's way.
    private static func removeLeftovers(in parent: String) {
        for name in (try? FileSystem.names(in: parent)) ?? [] where name.hasPrefix(prefix) {
            let path = FileSystem.join(parent, name)
            guard let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }), process > 0,
                kill(process, 0) != 0, errno == ESRCH,
                // Where others may write too, a folder of theirs could lead elsewhere while it is removed.
                let entry = try? FileSystem.entry(at: path, followingLinks: false), entry.owner == geteuid()
            else { continue }
            try? FileSystem.removeTree(path)
        }
    }
}
