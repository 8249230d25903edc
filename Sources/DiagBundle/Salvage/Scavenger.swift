import SystemIO

/// Goes through the authentic stretches of a damaged bundle and writes the members it finds in them.
struct Scavenger {
    let root: String
    let limits: OpeningLimits
    let control: WorkControl
    /// The bundle's, for messages.
    let path: String

    private var found = Salvager.Report()
    /// What the manifest says of each file; nil where there is none.
    private var listed: [String: Manifest.File]?
    private var names = MemberNames()
    private var members = 0

    init(root: String, limits: OpeningLimits, control: WorkControl, path: String) {
        self.root = root
        self.limits = limits
        self.control = control
        self.path = path
    }

    mutating func collect(from runs: AuthenticRuns) throws(BundleError) {
        // The first stretch begins with the gzip header; the others somewhere in the middle.
        try readArchive(GzipReader(runs, limits: limits.inflation))
        while try runs.nextRun() {
            let stretch = BufferedSource(runs, capacity: FreshStart.window)
            if try FreshStart.find(in: stretch) { try readArchive(RawInflater(stretch)) }
        }
    }

    func report(_ runs: AuthenticRuns) -> Salvager.Report {
        var report = found
        report.lostBytes = runs.lostBytes
        report.isEndSeen = found.isEndSeen && (runs.isEndSeen || runs.lostBytes == 0 && !runs.isEncrypted)
        let seen = Set(report.whole + report.partial.map(\.path) + report.contradicted)
        report.missing = report.manifest?.files.filter { !seen.contains($0.path) } ?? []
        return report
    }

    /// Reads members until the stretch ends, in whatever way.
    private mutating func readArchive(_ source: any ByteSource) throws(BundleError) {
        let tar = TarReader(source)
        do throws(BundleError) {
            while let entry = try tar.next() {
                members += 1
                guard members <= limits.members else {
                    throw BundleError(.limit, path, "it has more than \(limits.members) members")
                }
                // Behind damage a stretch may begin inside a member that is an archive itself: its members are not the
                // bundle's.
                guard entry.isFolder || isListed(entry) else {
                    found.contradicted.append(entry.path)
                    continue
                }
                try names.add(entry, path: path)
                if !entry.isFolder, try !take(entry, of: tar) { return }
            }
            found.isEndSeen = true
        } catch  where Self.isDamage(error) { return }
    }

    /// What ends a stretch; anything else ends the work.
    private static func isDamage(_ error: BundleError) -> Bool {
        [.cutOff, .damaged, .trailingData, .notABundle].contains(error.fault)
    }

    /// Writes a member; false where the stretch ends inside it.
    private mutating func take(_ entry: TarReader.Entry, of tar: TarReader) throws(BundleError) -> Bool {
        let file = try Unpacker.create(entry.path, under: root)
        var digest = Crypto.Digest()
        var written: Int64 = 0
        var content: [UInt8] = []
        let isManifest = entry.path == Manifest.path && entry.size <= limits.manifestBytes
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 131_072, alignment: 16)
        defer { buffer.deallocate() }
        do throws(BundleError) {
            while case let count = try tar.read(into: buffer), count > 0 {
                try control.check()
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                try system { () throws(IOError) in try file.write(bytes) }
                digest.update(bytes)
                if isManifest { content += bytes }
                written += Int64(count)
                control.progress?(found.bytes + written, 0)
            }
        } catch  where Self.isDamage(error) {
            try keepPart(entry, written, file)
            return false
        }
        // One that cannot be read is kept like any other file, and vouches for none.
        if isManifest {
            found.manifest = try? Manifest(parsing: content, path: path)
            listed = found.manifest?.filesByPath
        }
        try keep(entry, Hex.text(digest.finish()))
        return true
    }

    /// Whether the manifest, where there is one, knows of such a file.
    private func isListed(_ entry: TarReader.Entry) -> Bool {
        guard let listed else { return true }
        return entry.path == Manifest.path || listed[entry.path]?.bytes == entry.size
    }

    private mutating func keep(_ entry: TarReader.Entry, _ digest: String) throws(BundleError) {
        let expected = listed?[entry.path]?.sha256
        guard expected == nil || expected == digest else {
            let full = FileSystem.join(root, entry.path)
            try system { () throws(IOError) in try FileSystem.remove(full) }
            found.contradicted.append(entry.path)
            return
        }
        found.bytes += entry.size
        if entry.path != Manifest.path { found.whole.append(entry.path) }
    }

    private mutating func keepPart(
        _ entry: TarReader.Entry, _ written: Int64, _ file: borrowing Descriptor
    ) throws(BundleError) {
        let full = FileSystem.join(root, entry.path)
        let isLog = LineCensus(MemberKind(entry.path)) != nil
        let kept = isLog ? try Self.endOfLastLine(full, written) : written
        if kept == 0 {
            try system { () throws(IOError) in try FileSystem.remove(full) }
        } else if isLog {
            guard ftruncate(file.rawValue, off_t(kept)) == 0 else { throw BundleError(IOError("shorten", full)) }
        } else {
            try system { () throws(IOError) in try FileSystem.rename(full, to: try Self.partialName(of: full)) }
        }
        found.bytes += kept
        found.partial.append(Salvager.Report.Partial(path: entry.path, bytes: kept, wanted: entry.size))
    }

    /// A name of a part that no member has taken.
    private static func partialName(of path: String) throws(IOError) -> String {
        var name = path + ".partial"
        var number = 1
        while try FileSystem.entry(at: name, followingLinks: false) != nil {
            number += 1
            name = "\(path).partial-\(number)"
        }
        return name
    }

    /// Where the last whole line ends, among the first `count` bytes.
    private static func endOfLastLine(_ path: String, _ count: Int64) throws(BundleError) -> Int64 {
        let file = try system { () throws(IOError) in try Descriptor(open: path, flags: O_RDONLY) }
        var end = count
        var window = [UInt8](repeating: 0, count: 65_536)
        while end > 0 {
            let start = max(0, end - Int64(window.count))
            let length = Int(end - start)
            let got = try window.write { (window) throws(BundleError) in
                try system { () throws(IOError) in
                    try file.read(into: UnsafeMutableRawBufferPointer(rebasing: window[..<length]), at: start)
                }
            }
            if let feed = window[..<got].lastIndex(of: 0x0A) { return start + Int64(feed) + 1 }
            end = start
        }
        return 0
    }
}
