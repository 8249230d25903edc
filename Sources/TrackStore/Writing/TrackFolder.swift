import SystemIO

/// Where a track's files lie in a log folder.
public struct TrackFolder: Hashable, Sendable {
    public let path: String

    public init(_ path: String) { self.path = path }

    public var facts: String { FileSystem.join(path, "track.sqlite") }
    public var spool: Spool { Spool(FileSystem.join(path, "spool/points.csv")) }
    /// A folder of its own, so that backups and bundles can leave it out, WAL and all.
    public var derived: String { FileSystem.join(path, "derived/derived.sqlite") }
}
