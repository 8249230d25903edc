import FieldModel
import SystemIO

/// A bundle that is ready to be written: everything collected, filtered, hashed and chosen, nothing written yet. What it
/// lists is what will leave the device, to the byte.
///
/// Copies of databases lie in a folder of its own, which goes with it.
public final class BundlePlan {
    /// What the bundle will say about itself.
    public let manifest: Manifest
    private let members: [SurveyedMember]
    private let request: PackRequest
    private let scratch: ScratchFolder
    private let ahead: HeadStart?

    /// First pass. Never touches the log's files; what cannot be read is named in the manifest and does not stop the rest.
    /// The sealing counts for `maxSize` only: recipients and armor take room.
    public init(
        _ request: PackRequest, sealing: Sealing, control: WorkControl = WorkControl()
    ) throws(BundleError) {
        if case .to(let recipients, _) = sealing, recipients.isEmpty {
            throw BundleError(.badKey, "no recipient given")
        }
        self.request = request
        scratch = try ScratchFolder(in: request.scratch)
        var collector = Collector(request, scratch: scratch)
        try collector.collectFiles()
        // SQLite copies and checks, on one core, while the files are read.
        let isAhead = request.hasHeadStart && collector.hasDatabases && collector.hasRoomAhead
        let ahead = isAhead ? HeadStart(request, in: scratch) : nil
        let reading = SurveyTask(
            collector.sources, collector.filters, threads: request.threads, control: control, ahead: ahead)
        let copies = Result { () throws(BundleError) in try collector.collectDatabases(control: control) }
        ahead?.end()
        let files = try reading.result()
        ahead?.release()
        let databases = try Survey(
            try copies.get(), collector.filters, threads: request.threads, control: control)
        collector.manifest.failures += files.failures + databases.failures
        var draft = PlanDraft(
            request, members: files.members + databases.members, manifest: collector.manifest)
        if let limit = request.maxSize { try draft.fit(limit, sealing: sealing, control: control) }
        guard !draft.members.isEmpty || !draft.manifest.failures.isEmpty || !draft.manifest.omissions.isEmpty else {
            throw BundleError(.refusedRequest, request.log, "there is nothing in it to pack")
        }
        manifest = draft.finished()
        members = draft.members
        self.ahead = ahead
    }

    /// Bytes of the archive before compression.
    public var archiveSize: Int64 {
        let json = Int64(manifest.json.count)
        return members.reduce(TarHeader.footprint(Manifest.path, size: json) + Int64(TarHeader.end.count)) {
            $0 + TarHeader.footprint($1.source.path, size: $1.size)
        }
    }

    /// Writes the bundle to an open file. On failure what was written so far is of no use.
    public func write(
        to descriptor: borrowing Descriptor, sealing: Sealing, control: WorkControl = WorkControl()
    ) throws(BundleError) {
        try write(to: DescriptorSink(borrowing: descriptor), sealing: sealing, control: control)
    }

    /// Writes the bundle to `path`, whole or not at all.
    public func write(
        to path: String, replacing: Bool = false, sealing: Sealing, control: WorkControl = WorkControl()
    ) throws(BundleError) {
        let output = try system { () throws(IOError) in
            try OutputFile.create(path, replacing: replacing, mode: 0o600)
        }
        try write(to: output.descriptor, sealing: sealing, control: control)
        try system { () throws(IOError) in try output.descriptor.synchronize() }
        do throws(IOError) { try output.commit() } catch { throw BundleError(error) }
    }

    func write(to sink: any ByteSink, sealing: Sealing, control: WorkControl) throws(BundleError) {
        var sink = sink
        if case .to(let recipients, let armored) = sealing {
            if armored { sink = try AgeArmorWriter(to: sink) }
            sink = try AgeWriter(to: sink, recipients: recipients)
        }
        let gzip = try GzipWriter(to: sink, level: request.level, threads: request.threads)
        let archive = ArchiveWriter(to: gzip, time: request.archiveTime)
        let total = members.reduce(0) { $0 + $1.size }
        var done: Int64 = 0
        func count(_ bytes: Int) throws(BundleError) {
            done += Int64(bytes)
            try control.check()
            control.progress?(total + done, total * 2)
        }
        let json = manifest.json
        try archive.write(Manifest.path, size: Int64(json.count), from: MemorySource(json)) { (_) throws(BundleError) in
        }
        for member in members {
            if let ahead, let place = member.ahead {
                try ahead.write(place, to: gzip, written: count)
            } else {
                try archive.write(
                    member.source.path, size: member.size, from: member.filters.apply(to: member.source),
                    written: count)
            }
        }
        try archive.finish()
    }
}

extension PackRequest {
    /// Whether files may be compressed while databases are copied. Where a size is to be met, what will be compressed is
    /// known only later.
    fileprivate var hasHeadStart: Bool { compressesAhead && threads > 1 && maxSize == nil }

    /// The time of every member, seconds.
    var archiveTime: Int64 { max(0, created.rawValue / 1000) }
}
