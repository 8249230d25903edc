/// A file of a bundle, before its bytes are read.
public struct BundleMember: Hashable, Sendable {
    /// The path in the bundle: relative, checked, without `.` or `..`.
    public var path: String
    /// Bytes.
    public var size: Int64
    /// Where its content is the log's own, the path from the log's root: a foreign archive may have one folder on top.
    public var logPath: String {
        let components = path.split(separator: "/", omittingEmptySubsequences: true)
        guard components.count > 1, !Self.isRootName(components[0]) else { return path }
        return components.dropFirst().joined(separator: "/")
    }

    public init(path: String, size: Int64) {
        self.path = path
        self.size = size
    }

    /// Names that stand at the root of a log folder.
    private static func isRootName(_ name: Substring) -> Bool {
        ["events", "samples", "state", "spool", "derived"].contains(name) || name.hasPrefix("p-")
    }
}
