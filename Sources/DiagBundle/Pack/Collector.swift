import DecisionCore
import FieldModel
import SQLiteIO
import SystemIO

/// Gathers what a request asks for: the log's files, copies of its databases, in the order they will stand.
struct Collector {
    private(set) var sources: [MemberSource] = []
    private(set) var filters: MemberFilters
    var manifest: Manifest

    private let request: PackRequest
    private let scratch: ScratchFolder

    init(_ request: PackRequest, scratch: ScratchFolder) {
        self.request = request
        self.scratch = scratch
        manifest = Manifest(created: request.created, tool: request.tool, toolVersion: request.toolVersion)
        manifest.expires = request.expires
        filters = MemberFilters(since: request.since, until: request.until, rules: request.redaction)
    }

    /// Databases of the log and from elsewhere, still to be copied.
    private var databases: [(path: String, file: String)] = []

    var hasDatabases: Bool { !databases.isEmpty }

    /// Whether the folder for copies has room for all of the databases, and for all that could be compressed meanwhile:
    /// what saves time must not cost a copy.
    var hasRoomAhead: Bool {
        let parts = databases.flatMap { [$0.file, $0.file + "-wal"] }
        // What is not there, a log beside the database for one, needs no room.
        let copies = parts.reduce(0) { $0 + (((try? FileSystem.entry(at: $1)) ?? nil)?.size ?? 0) }
        let files = sources.reduce(0) { $0 + $1.size }
        // A volume that tells nothing of itself is taken to have none.
        let free = (try? FileSystem.freeBytes(at: scratch.path)) ?? 0
        return free / 2 >= copies + files
    }

    /// Lists the files.
    mutating func collectFiles() throws(BundleError) {
        let snapshot = try LogSnapshot.take(of: request.log, passingOver: request.passingOver)
        manifest.failures = snapshot.failures
        for member in snapshot.members where accepts(member.path, size: member.size, kind: member.kind) {
            sources.append(member)
        }
        if let rules = request.redaction {
            filters.coordinates = CoordinateRules(
                rules, tripEnds: try tripEnds(rules), shift: CoordinateRules.randomShift())
        }
        databases = snapshot.databases
        try addDatabases()
        sources.sort { Self.precedes($0.path, $1.path) }
    }

    /// Databases that the request names beside the log's own. One that lies in the log is there already; a second of the
    /// same name gets a number.
    private mutating func addDatabases() throws(BundleError) {
        var taken = Set(databases.compactMap { Self.identity($0.file) })
        for file in request.databases {
            if let identity = Self.identity(file), !taken.insert(identity).inserted { continue }
            databases.append((path: freeName(FileSystem.name(of: file)), file: file))
        }
    }

    /// Nil where there is no such file, which its copy finds out.
    private static func identity(_ file: String) -> FileIdentity? {
        (try? FileSystem.entry(at: file))?.map(FileIdentity.init)
    }

    private func freeName(_ name: String) -> String {
        let used = Set(sources.map(\.path) + databases.map(\.path))
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let names = (2...).lazy.map { "\(name[..<dot])-\($0)\(name[dot...])" }
        return used.contains(name) ? names.first { !used.contains($0) }! : name
    }

    /// Copies the databases; they stand behind the files. This and reading the files can go on at the same time.
    mutating func collectDatabases(control: WorkControl) throws(BundleError) -> [MemberSource] {
        let files = sources.count
        for database in databases {
            try take(database.path, from: database.file, control)
        }
        let copies = sources[files...].sorted { Self.precedes($0.path, $1.path) }
        sources.replaceSubrange(files..., with: copies)
        return copies
    }

    /// Small things that explain the rest come first, then events, samples, databases, each in order of time.
    private static func precedes(_ a: String, _ b: String) -> Bool {
        let (first, second) = (rank(MemberKind(a)), rank(MemberKind(b)))
        return first == second ? a.utf8.lexicographicallyPrecedes(b.utf8) : first < second
    }

    private static func rank(_ kind: MemberKind) -> Int {
        switch kind {
        case .settings: 0
        case .events: 1
        case .state: 2
        case .samples: 3
        case .other: 4
        case .database: 5
        }
    }

    /// Whether the request wants a file; what it does not want is noted.
    private mutating func accepts(_ path: String, size: Int64, kind: MemberKind) -> Bool {
        var why: String?
        if path == Manifest.path {
            // That of an earlier bundle: this one has its own.
            why = "an earlier bundle's manifest"
        } else if !request.include.isEmpty, !request.include.contains(where: { $0.fits(path) }) {
            why = "include"
        } else if let glob = request.exclude.first(where: { $0.fits(path) }) {
            why = "exclude \(glob.pattern)"
        } else {
            why = filters.refusal(kind)
        }
        guard let why else { return true }
        manifest.omissions.append(Manifest.Omission(path: path, bytes: size, why: why))
        return false
    }

    /// What cannot be copied is named; only the wish to stop ends the work.
    private mutating func take(_ path: String, from file: String, _ control: WorkControl) throws(BundleError) {
        try control.check()
        // A missing or unreadable file is found out by the copy, in SQLite's words.
        let size = (try? FileSystem.entry(at: file))??.size ?? 0
        guard accepts(path, size: size, kind: .database) else { return }
        if let rules = request.redaction, let why = DatabaseRedactor.refusal(rules) {
            manifest.omissions.append(Manifest.Omission(path: path, bytes: size, why: why))
            return
        }
        do throws(BundleError) {
            let copy = FileSystem.join(scratch.path, "\(sources.count).sqlite")
            let snapshot = try DatabaseSnapshot.take(of: file, to: copy, control: control)
            try redact(copy, path: path)
            sources.append(MemberSource(path: path, parts: [try held(copy)]))
            manifest.databases.append(Manifest.Database(path: path, integrityCheck: snapshot.integrityCheck))
        } catch {
            try control.check()
            manifest.failures.append(Manifest.Failure(path: path, message: error.description))
        }
    }

    /// A finished copy, open and without a name: it is gone with this process, however that ends. A process may have few
    /// files open, so that of very many copies the last keep their names.
    private func held(_ copy: String) throws(BundleError) -> MemberSource.Part {
        do throws(IOError) {
            let file = try Descriptor(open: copy, flags: O_RDONLY)
            let length = try file.size()
            guard manifest.databases.count < Self.mostHeld else { return .file(path: copy, length: length) }
            try FileSystem.remove(copy)
            return .copy(PlacedBytes(file), length: length)
        } catch { throw BundleError(error) }
    }

    private static let mostHeld = 32

    private mutating func redact(_ copy: String, path: String) throws(BundleError) {
        guard let rules = request.redaction, let coordinates = filters.coordinates else { return }
        var redactor = DatabaseRedactor(rules, coordinates)
        do throws(SQLiteError) { try redactor.redact(copy) } catch {
            throw BundleError(
                .database, path, "it could not be redacted, and is left out: \(error.message) (SQLite \(error.code))")
        }
        for (rule, count) in redactor.removed.sorted(by: { $0.key < $1.key }) where count > 0 {
            manifest.redactions.append(Manifest.Redaction(path: path, rule: rule, count: count))
        }
    }

    /// Where trips of this log began and ended, in all its samples.
    private func tripEnds(_ rules: RedactionRules) throws(BundleError) -> [PrivacyZones.Zone] {
        guard let radius = rules.trim else { return [] }
        var ends = TripEnds()
        for source in sources where source.kind == .samples {
            var isHeader = true
            let lines = BufferedSource(source.open(), capacity: 1 << 20)
            while let line = try lines.line(limit: 65_536) {
                if isHeader { ends.begin(header: line.bytes) } else { ends.take(row: line.bytes) }
                isHeader = false
            }
        }
        return ends.zones(radius: radius)
    }
}
