import FieldModel
import SystemIO

/// What to put into a bundle, and how.
public struct PackRequest: Sendable {
    /// The log folder.
    public var log: String
    /// Databases from elsewhere, each under its file name at the log's root.
    public var databases: [String] = []
    /// Records before and after are left out; their files too where nothing is left.
    public var since: WallTime?
    public var until: WallTime?
    /// Where given, only paths that one of them fits are taken.
    public var include: [Glob] = []
    /// Paths that are left out.
    public var exclude: [Glob] = []
    /// What must not leave the device.
    public var redaction: RedactionRules?
    /// The most bytes the finished file may have; the newest records are kept.
    public var maxSize: Int64?
    /// Into the manifest; never unless said.
    public var expires: WallTime?
    /// zlib's level, 1 to 9.
    public var level = 4
    /// Threads that compress and hash, the caller's included.
    public var threads = WorkerThread.availableCores
    /// Whether cores that would wait for databases to be copied compress files meanwhile, into the folder for copies. Of
    /// no use to a plan that is only shown.
    public var compressesAhead = true
    /// When it is made: in the manifest, and the time of every member, so that the same input gives the same bytes.
    public var created: WallTime
    /// Program and version, for the manifest.
    public var tool = "DiagBundle"
    public var toolVersion = ""
    /// Where copies of databases lie meanwhile, in a folder of their own that is removed at the end.
    public var scratch: String
    /// Files of the log folder that are never taken: the output, where it lies in it.
    public var passingOver: Set<FileIdentity> = []

    public init(log: String, created: WallTime, scratch: String) {
        self.log = log
        self.created = created
        self.scratch = scratch
    }
}

/// How the archive is closed.
public enum Sealing: Hashable, Sendable {
    /// Encrypted to these, as text where `armored`.
    case to([Recipient], armored: Bool = false)
    /// Not at all: the `.tar.gz` that would have been encrypted, for reading.
    case open

    /// The exact size of the file around an archive of `compressed` bytes.
    func size(compressed: Int64) -> Int64 {
        guard case .to(let recipients, let armored) = self else { return compressed }
        let binary = AgeWriter.size(plain: compressed, recipients: recipients.count)
        return armored ? AgeArmor.size(binary: binary) : binary
    }
}

/// What the caller hears while it works, and how it stops it.
public struct WorkControl: Sendable {
    /// Bytes done and in all; called from the working thread, often.
    public var progress: (@Sendable (_ done: Int64, _ total: Int64) -> Void)?
    /// Asked often; true ends the work with the fault `cancelled`, and nothing stays behind.
    public var isCancelled: (@Sendable () -> Bool)?

    public init(
        progress: (@Sendable (_ done: Int64, _ total: Int64) -> Void)? = nil,
        isCancelled: (@Sendable () -> Bool)? = nil
    ) {
        self.progress = progress
        self.isCancelled = isCancelled
    }

    func check() throws(BundleError) {
        if isCancelled?() == true { throw BundleError(.cancelled, "cancelled: nothing was written") }
    }
}
