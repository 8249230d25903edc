import SystemIO

/// Files with symbols below one folder, found by build id: the id inside a file counts, wherever it lies and whatever it is
/// called. The layout of debuggers, `.build-id/ab/cdef….debug`, is found like any other.
public struct SymbolFolder: Sendable {
    /// A file with a build id.
    struct Match: Hashable, Sendable {
        var path: String
        var buildID: String
        /// How much it can tell: lines above a table of functions above nothing.
        var worth: Int
    }

    public let path: String
    private var byID: [String: Match] = [:]
    private var byName: [String: [Match]] = [:]
    /// Files that could not be read, with the reason.
    public private(set) var unreadable: [String] = []

    /// Looks through everything below `path`, or at the one file there. Links to folders are not followed.
    /// - Throws: where nothing is there.
    public init(_ path: String) throws(AnalysisError) {
        self.path = path
        let entry: FileSystem.Entry?
        do throws(IOError) { entry = try FileSystem.entry(at: path) } catch { throw .system(error) }
        guard let entry else { throw .notFound(path: path) }
        if entry.kind == .file {
            note { (folder) throws(IOError) in try folder.add(path) }
            return
        }
        var waiting = [path]
        while let folder = waiting.popLast() {
            var names: [String] = []
            note { (_) throws(IOError) in names = try FileSystem.names(in: folder) }
            for name in names {
                let inner = FileSystem.join(folder, name)
                note { (found) throws(IOError) in
                    switch try FileSystem.entry(at: inner, followingLinks: false)?.kind {
                    case .folder: waiting.append(inner)
                    case .file: try found.add(inner)
                    case .symbolicLink: if try FileSystem.entry(at: inner)?.kind == .file { try found.add(inner) }
                    case .other, nil: break
                    }
                }
            }
        }
    }

    /// One file that cannot be read does not hide the others.
    private mutating func note(_ body: (inout SymbolFolder) throws(IOError) -> Void) {
        do throws(IOError) { try body(&self) } catch { unreadable.append(error.description) }
    }

    private mutating func add(_ path: String) throws(IOError) {
        guard let file = try ObjectFile(at: path) else { return }
        let match = Match(path: path, buildID: file.buildID, worth: (file.hasLines ? 4 : 0) + file.symbolTables.count)
        byName[Self.plainName(path), default: []].append(match)
        if let known = byID[file.buildID], known.worth >= match.worth { return }
        byID[file.buildID] = match
    }

    /// The file that can tell most about the image with this build id.
    func file(of buildID: String) -> String? { byID[buildID]?.path }

    /// Files called like the image that are another build of it: each with its build id.
    func otherBuilds(of image: CrashImage) -> [(path: String, buildID: String)] {
        (byName[Self.plainName(image.path)] ?? []).filter { $0.buildID != image.buildID }
            .map { ($0.path, $0.buildID) }
    }

    /// The name of the program: without folders, and without what a debug file adds to it.
    private static func plainName(_ path: String) -> String {
        let name = FileSystem.name(of: path)
        return name.hasSuffix(".debug") ? String(name.dropLast(6)) : name
    }
}
