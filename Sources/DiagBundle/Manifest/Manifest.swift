import FieldModel

/// What a bundle says about itself: its first member, `manifest.json`.
public struct Manifest: Hashable, Sendable {
    /// The name of the member.
    public static let path = "manifest.json"
    /// The version this code writes; later ones are refused by number.
    public static let format: Int64 = 1

    /// One life of the recording process, as far as the bundle shows it.
    public struct Run: Hashable, Sendable {
        public var run: String
        /// Wall clock of its first and last record in the bundle.
        public var first: WallTime
        public var last: WallTime
        /// `app`, `build`, `os`, `device` and the like, as its launch record gave them.
        public var launch: [Record.Field] = []
    }

    /// A member of the bundle.
    public struct File: Hashable, Sendable {
        public var path: String
        public var bytes: Int64
        /// Hex.
        public var sha256: String
        /// Lines of a log file (a header line not counted); nil for other files.
        public var records: Int64?
        /// Wall clock of the first and last record.
        public var first: WallTime?
        public var last: WallTime?
    }

    /// A file of the log, or a part of one, that is not in the bundle.
    public struct Omission: Hashable, Sendable {
        public var path: String
        public var bytes: Int64
        public var records: Int64?
        public var first: WallTime?
        public var last: WallTime?
        /// The rule: `max-size`, `since`, `until`, `exclude`, `include`.
        public var why: String
    }

    /// What a rule of redaction took out of a file.
    public struct Redaction: Hashable, Sendable {
        public var path: String
        /// The rule: `zone:NAME`, `trim`, `classify`, `shift`, `samples`, `events`, `text`.
        public var rule: String
        /// Values or lines removed.
        public var count: Int64
    }

    /// What went wrong while collecting; the rest was packed all the same.
    public struct Failure: Hashable, Sendable {
        public var path: String
        public var message: String
    }

    /// A database in the bundle, and what SQLite's own check of it said.
    public struct Database: Hashable, Sendable {
        public var path: String
        /// `ok`, or the findings.
        public var integrityCheck: [String]
    }

    public var created: WallTime
    /// From then on the maker wants it gone; nil where nothing was said.
    public var expires: WallTime?
    /// Program and version that made it.
    public var tool: String
    public var toolVersion: String
    public var runs: [Run] = []
    public var files: [File] = []
    public var omissions: [Omission] = []
    public var redactions: [Redaction] = []
    public var failures: [Failure] = []
    public var databases: [Database] = []

    public init(created: WallTime, tool: String, toolVersion: String) {
        self.created = created
        self.tool = tool
        self.toolVersion = toolVersion
    }

    /// The file of that path in the bundle; nil where it holds none.
    public func file(_ path: String) -> File? { files.first { $0.path == path } }

    /// For asking of many paths. Of two files with one path, the first.
    var filesByPath: [String: File] { Dictionary(files.map { ($0.path, $0) }) { first, _ in first } }
}
