import CCrashTap
import FieldModel
import SystemIO

/// The files of a log folder at one moment, while its recorder goes on: each up to its length then, with the bytes that
/// are still in the recorder's mapped buffers. Nothing of the recorder's is touched.
struct LogSnapshot {
    private(set) var members: [MemberSource] = []
    /// Databases of the folder, to be copied by SQLite itself.
    private(set) var databases: [(path: String, file: String)] = []
    private(set) var failures: [Manifest.Failure] = []

    private let root: String
    /// Files never taken: the bundle being written, and others the caller names.
    private let passedOver: Set<FileIdentity>

    /// Takes the snapshot of the log folder `root`.
    static func take(of root: String, passingOver files: Set<FileIdentity> = []) throws(BundleError) -> LogSnapshot {
        guard let entry = try system({ () throws(IOError) in try FileSystem.entry(at: root) }) else {
            throw BundleError(.refusedRequest, root, "expected a log folder, found nothing")
        }
        guard entry.kind == .folder else {
            throw BundleError(.refusedRequest, root, "expected a log folder, found a file")
        }
        var snapshot = LogSnapshot(root: root, passedOver: files)
        try snapshot.takeLog("")
        return snapshot
    }

    private init(root: String, passedOver: Set<FileIdentity>) {
        self.root = root
        self.passedOver = passedOver
    }

    /// One log: the folder itself, or that of a second process.
    private mutating func takeLog(_ prefix: String) throws(BundleError) {
        let state = StateSnapshot.take(of: FileSystem.join(root, prefix + "state/current.state"))
        try takeFolder(prefix, state: state)
        // Day files that are still in the buffer only.
        for piece in state.pieces {
            let path = prefix + piece.path
            if !members.contains(where: { $0.path == path }) {
                members.append(MemberSource(path: path, parts: [.bytes(piece.bytes)]))
            }
        }
        if let bytes = state.file {
            members.append(MemberSource(path: prefix + "state/current.state", parts: [.bytes(bytes)]))
        }
        if let failure = state.failure {
            failures.append(Manifest.Failure(path: prefix + "state/current.state", message: failure))
        }
    }

    private mutating func takeFolder(_ folder: String, state: StateSnapshot) throws(BundleError) {
        let names = try system { () throws(IOError) in try FileSystem.names(in: FileSystem.join(root, folder)) }
        for name in names {
            let path = folder + name
            let full = FileSystem.join(root, path)
            do throws(IOError) {
                guard let entry = try FileSystem.entry(at: full, followingLinks: false) else { continue }
                switch entry.kind {
                case .folder where path == "derived" || name == "state": continue
                case .folder where name.hasPrefix("p-") && folder.isEmpty: try takeInner(path + "/")
                case .folder: try takeInner(path + "/", state: state)
                case .file: take(file: path, full: full, entry: entry, state: state)
                case .symbolicLink, .other:
                    failures.append(Manifest.Failure(path: path, message: "neither file nor folder: left out"))
                }
            } catch {
                failures.append(Manifest.Failure(path: path, message: error.description))
            }
        }
    }

    /// A folder that cannot be read is named, and does not stop the rest.
    private mutating func takeInner(_ folder: String, state: StateSnapshot? = nil) throws(IOError) {
        do throws(BundleError) {
            if let state { try takeFolder(folder, state: state) } else { try takeLog(folder) }
        } catch {
            failures.append(Manifest.Failure(path: folder, message: error.description))
        }
    }

    private mutating func take(file path: String, full: String, entry: FileSystem.Entry, state: StateSnapshot) {
        guard !passedOver.contains(FileIdentity(entry)), !path.hasSuffix(".part") else { return }
        // SQLite's own side files mean something only beside the database they belong to, which is copied whole.
        guard !["-wal", "-shm", "-journal"].contains(where: path.hasSuffix) else { return }
        if MemberKind.isDatabase(path) {
            databases.append((path, full))
            return
        }
        guard access(full, R_OK) == 0 else {
            failures.append(Manifest.Failure(path: path, message: IOError("open", full).description))
            return
        }
        // Its writer replaces it whole: the second time it is read it could be another file.
        guard MemberKind(path) != .settings else {
            do throws(IOError) {
                members.append(
                    MemberSource(path: path, parts: [.bytes(try FileSystem.contents(of: full, limit: 1 << 20))]))
            } catch {
                failures.append(Manifest.Failure(path: path, message: error.description))
            }
            return
        }
        members.append(MemberSource(path: path, parts: state.parts(of: path, full: full, length: entry.size)))
    }
}

/// Which file something is, whatever its name.
public struct FileIdentity: Hashable, Sendable {
    private var inode: UInt64
    private var device: UInt64

    public init(_ entry: FileSystem.Entry) {
        inode = entry.inode
        device = entry.device
    }
}
