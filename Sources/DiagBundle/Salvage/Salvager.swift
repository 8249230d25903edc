import SystemIO

/// Recovers what is authentic in a bundle that is cut off or damaged, and accounts for all of it. Never more: a file
/// that the manifest contradicts is not written.
public struct Salvager: Sendable {
    public var limits = OpeningLimits()
    public var replaces = false
    public var control = WorkControl()

    /// What was recovered, and what was not.
    public struct Report: Hashable, Sendable {
        /// A file of which only the beginning is there.
        public struct Partial: Hashable, Sendable {
            /// The path in the bundle. A log file is written under it up to its last whole line; of other files the
            /// beginning is written under `PATH.partial`, numbered where that name is taken, so that nothing takes it for
            /// whole.
            public var path: String
            public var bytes: Int64
            /// As the archive says.
            public var wanted: Int64
        }

        /// Files recovered whole, the manifest not counted.
        public var whole: [String] = []
        public var partial: [Partial] = []
        /// Files that the manifest contradicts, or does not know: not written.
        public var contradicted: [String] = []
        /// Files of the manifest of which nothing is there.
        public var missing: [Manifest.File] = []
        /// Bytes written.
        public var bytes: Int64 = 0
        /// Bytes of the bundle file that were not authentic.
        public var lostBytes: Int64 = 0
        /// Whether the file's end is there.
        public var isEndSeen = false
        public var manifest: Manifest?

        /// Whether nothing at all is missing.
        public var isWhole: Bool {
            isEndSeen && lostBytes == 0 && partial.isEmpty && missing.isEmpty && contradicted.isEmpty
        }
    }

    public init() {}

    /// Writes what can be had of the bundle at `path` to `folder`. Fails where that is nothing, or where no key fits.
    public func salvage(
        _ path: String, keyring: borrowing Keyring, to folder: String
    ) throws(BundleError) -> Report {
        let source = BufferedSource(try DescriptorSource(opening: path))
        let runs = try Self.runs(source, keyring: keyring, limits: limits)
        let output: OutputFolder
        do throws(IOError) { output = try OutputFolder.create(folder, replacing: replaces) } catch {
            guard error.code == EEXIST else { throw BundleError(error) }
            throw BundleError(.refusedRequest, folder, "\(folder) exists already and is not empty")
        }
        var scavenger = Scavenger(root: output.temporary, limits: limits, control: control, path: path)
        try scavenger.collect(from: runs)
        let report = scavenger.report(runs)
        guard !report.whole.isEmpty || !report.partial.isEmpty else {
            throw BundleError(.damaged, path, "nothing in it can be recovered")
        }
        do throws(IOError) { try output.commit() } catch { throw BundleError(error) }
        return report
    }

    private static func runs(
        _ source: BufferedSource, keyring: borrowing Keyring, limits: OpeningLimits
    ) throws(BundleError) -> AuthenticRuns {
        if FileKind(Array(try source.peek(64))) == .gzip { return AuthenticRuns(plain: source) }
        return AuthenticRuns(try AgeReader(source, keyring: keyring, maxWorkFactor: limits.maxWorkFactor))
    }
}
