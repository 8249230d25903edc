import DiagBundle
import FieldModel
import LogFormat
import SystemIO

/// One log with an `n` of its own: a log folder, a second process's folder inside it, or a single file. Reading goes
/// through its files in the order of `n`: a file joins in when its first record is due, so that a log of years has few
/// files open at a time.
public struct LogPart: Sendable {
    /// How its bytes are reached.
    enum Storage: Sendable {
        case files([File])
        /// Standard input: what was read ahead of it. Can be read once.
        case standardInput(ahead: [UInt8], isSamples: Bool)
    }

    /// One file of the log.
    struct File: Sendable {
        enum Bytes: Sendable {
            /// Of a live or killed log: only the first `limit` bytes count, and `tail` follows them.
            case path(String, limit: Int64?, tail: [UInt8])
            case memory([UInt8])
            case member(BundleMember, of: BundleIndex)
        }
        /// For messages.
        var path: String
        var isSamples: Bool
        var bytes: Bytes
        var torn: [TornPiece] = []
    }

    /// Something that a recovery moved out of a file.
    struct TornPiece: Sendable {
        var offset: Int64
        var bytes: Int64
        var text: String
    }

    /// From the root of the input: empty for the log itself, `p-<pid>-<boot>` for a second process.
    public let name: String
    let storage: Storage
    /// What the state file says of the process that wrote it; nil where there is no state file.
    public internal(set) var state: WriterState?
    /// Whether it is a log with all its files, so that its numbers have to be whole; a single file is not.
    let isWhole: Bool
    /// Whether long files are read ahead by a second thread.
    var readsAhead = WorkerThread.availableCores > 1

    init(name: String, storage: Storage, state: WriterState? = nil, isWhole: Bool = false) {
        self.isWhole = isWhole
        self.name = name
        self.storage = storage
        self.state = state
    }

    /// What was read and what was wrong with it.
    public struct Account: Sendable {
        /// By path, files without damage left out.
        public var damage: [(path: String, damage: Damage)] = []
        public var bytes: Int64 = 0
        public var files = 0
        /// Files without a single byte.
        public var empty: [String] = []

        public var total: Damage {
            var sum = Damage()
            for entry in damage { sum.add(entry.damage) }
            return sum
        }

        public init() {}
    }

    /// Reads everything in the order of `n`. `wanted`: the kinds of event whose fields are needed, nil for all.
    /// Memory is bounded by the number of files that overlap in `n`, not by their length.
    /// `goesOn` is asked after every entry, `progress` gets the bytes read now and then.
    @discardableResult
    public func read(
        wanted: Set<RecordKind>? = nil, progress: (Int64) -> Void = { _ in }, goesOn: () -> Bool = { true },
        _ visit: (LogEntry) -> Void
    ) throws(AnalysisError) -> Account {
        var newer: Int64?
        let account: Account
        do throws(IOError) {
            account = try merge(wanted?.union([.launch]), progress, { newer == nil && goesOn() }) { entry in
                if let format = entry.launchFormat, format > LogVersion.current { newer = format }
                visit(entry)
            }
        } catch { throw .system(error) }
        // What a later format means nobody knows yet: nothing is guessed from it.
        if let newer { throw .newerFormat(part: name, found: newer) }
        return account
    }

    private func merge(
        _ wanted: Set<RecordKind>?, _ progress: (Int64) -> Void, _ goesOn: () -> Bool, _ visit: (LogEntry) -> Void
    ) throws(IOError) -> Account {
        var waiting = try streams(wanted)
        var active: [EntryStream] = []
        var account = Account()
        account.files = waiting.count
        var since = 0
        while true {
            // Streams lie in the order of their first keys: the next one joins when nothing smaller is left.
            while let first = waiting.last, active.allSatisfy({ first.key < $0.key }) || active.isEmpty {
                if try first.prepare() { active.append(first) } else { close(first, &account, visit) }
                waiting.removeLast()
            }
            guard var least = active.indices.first else { break }
            for index in active.indices where active[index].key < active[least].key { least = index }
            let stream = active[least]
            // As long as this stream stays behind all others there is nothing to compare.
            let bound = min(
                active.indices.filter { $0 != least }.map { active[$0].key }.min() ?? .max,
                waiting.last?.key ?? .max)
            let stop = try stream.give(upTo: bound, &since, goesOn: goesOn, visit)
            if stop == .enough { return account }
            if since > 50_000 {
                since = 0
                progress(account.bytes + active.reduce(0) { $0 + $1.bytesRead })
            }
            if stop == .ended {
                close(stream, &account, visit)
                active.remove(at: least)
            }
        }
        return account
    }

    private func close(_ stream: EntryStream, _ account: inout Account, _ visit: (LogEntry) -> Void) {
        stream.finish(visit)
        account.bytes += stream.bytesRead
        if stream.bytesRead == 0 { account.empty.append(stream.path) }
        let damage = stream.damage
        if damage != Damage() { account.damage.append((stream.path, damage)) }
    }

    /// The streams, the one with the smallest first key last.
    private func streams(_ wanted: Set<RecordKind>?) throws(IOError) -> [EntryStream] {
        switch storage {
        case .standardInput(let ahead, let isSamples):
            return [
                EntryStream(
                    path: "standard input",
                    BatchReader(ByteSource(.standardInput(ahead: ahead)), Self.content(isSamples, wanted)),
                    byNumber: true)
            ]
        case .files(let files):
            var firsts: [(file: File, stamp: Stamp?)] = []
            for file in files { firsts.append((file, try Self.firstStamp(file))) }
            let byNumber = firsts.contains { ($0.stamp?.n ?? 0) > 0 }
            let streams = firsts.map { file, stamp in
                let reader = BatchReader(
                    ByteSource(file.origin), Self.content(file.isSamples, wanted), torn: file.torn)
                let stream = EntryStream(path: file.path, reader, byNumber: byNumber, readsAhead: readsAhead)
                stream.foresee(stamp)
                return stream
            }
            return streams.enumerated().sorted { ($0.element.key, $0.offset) > ($1.element.key, $1.offset) }
                .map(\.element)
        }
    }

    private static func content(_ isSamples: Bool, _ wanted: Set<RecordKind>?) -> BatchReader.Content {
        isSamples ? .samples(SampleReader()) : .events(EventReader(wanted: wanted))
    }

    /// Where a file begins in the order: the first record that can be read.
    private static func firstStamp(_ file: File) throws(IOError) -> Stamp? {
        let reader = BatchReader(ByteSource(file.origin), content(file.isSamples, []))
        let stream = EntryStream(path: file.path, reader, byNumber: true)
        guard try stream.prepare() else { return nil }
        return stream.nextStamp
    }
}

extension LogPart.File {
    var origin: ByteSource.Origin {
        switch bytes {
        case .path(let path, let limit, let tail): .file(path: path, limit: limit, tail: tail)
        case .memory(let bytes): .memory(bytes)
        case .member(let member, let index): .member(member, of: index)
        }
    }
}
