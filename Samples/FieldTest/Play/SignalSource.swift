import CommandKit
import FieldModel
import LogFormat

/// What a phone's services would deliver: the signals of a log folder (FieldSim's, an import, a real log), or the fixes
/// of a lone samples file, in the order in which they were received.
struct SignalSource {
    struct Item {
        /// ms after the first one.
        var due: Int64
        var signal: Signal
    }

    /// Wall clock at the first signal.
    let begins: WallTime
    let items: [Item]

    /// - Parameters:
    ///   - path: a log folder or a samples file.
    ///   - begins: wall clock at the first signal, as its head says.
    init(_ path: String, begins: WallTime) throws {
        self.begins = begins
        let found = try Self.files(of: path).flatMap { try $0.read() }
        // By number where there is one; what has none (an old import) by receipt.
        let ordered = found.enumerated().sorted {
            ($0.element.stamp.n, $0.element.stamp.wallTime, $0.offset)
                < ($1.element.stamp.n, $1.element.stamp.wallTime, $1.offset)
        }
        var due: Int64 = 0
        var items: [Item] = []
        for (stamp, signal) in ordered.map(\.element) {
            // A wall clock that was set back then does not set the play back now.
            due = max(due, stamp.wallTime - begins)
            items.append(Item(due: due, signal: signal))
        }
        self.items = items
    }

    typealias Found = (stamp: Stamp, signal: Signal)

    /// One of the files that the signals lie in.
    struct File {
        let path: String
        let isSamples: Bool

        /// Its signals, or those of its first `limit` bytes.
        func read(limit: Int = 1 << 30, header: inout SampleHeader?) throws -> [Found] {
            let file = try Descriptor(open: path, flags: O_RDONLY)
            let bytes = try file.bytes(count: min(limit, Int(file.size())), at: 0)
            guard isSamples else { return events(bytes) }
            var reader = SampleReader()
            var samples: [Sample] = []
            reader.feed(bytes.span, into: &samples)
            if bytes.count < limit { reader.finish(into: &samples) }
            if let refusal = reader.refusal { throw Complaint("\(path): \(refusal.rawValue)") }
            header = reader.header
            return samples.map { ($0.stamp, $0.signal) }
        }

        func read() throws -> [Found] {
            var header: SampleHeader?
            return try read(header: &header)
        }

        private func events(_ bytes: [UInt8]) -> [Found] {
            var reader = EventReader()
            var events: [Event] = []
            reader.feed(bytes.span, into: &events)
            reader.finish(into: &events)
            return events.compactMap { event in
                guard let signal = Signal(event.record), !signal.isOwnDoing else { return nil }
                return (event.record.stamp, signal)
            }
        }
    }

    /// The files of a log folder, or the one samples file that is named.
    static func files(of path: String) throws -> [File] {
        guard try FileSystem.entry(at: path)?.kind == .folder else { return [File(path: path, isSamples: true)] }
        return try [("samples", ".csv", true), ("events", ".jsonl", false)].flatMap { name, ending, isSamples in
            let folder = FileSystem.join(path, name)
            guard try FileSystem.entry(at: folder) != nil else { return [File]() }
            return try FileSystem.names(in: folder).filter { $0.hasSuffix(ending) }
                .map { File(path: FileSystem.join(folder, $0), isSamples: isSamples) }
        }
    }
}

extension Signal {
    /// What a recorder finds out and an app decides by itself: it belongs to the log that is read, not to the one that is
    /// written.
    fileprivate var isOwnDoing: Bool {
        switch self {
        case .launched, .holeFound, .settingsChanged: true
        default: false
        }
    }

    /// The kind of lasting condition that it tells of; nil for what happens and is over. An app that did not run when
    /// such a signal came asks the system for it afterwards; everything else it has missed.
    var condition: RecordKind? {
        switch self {
        case .motionRead: .motion
        case .authorizationChanged: .authorization
        case .trackingTurned: .track
        case .batteryRead: .battery
        case .zoneChanged: .zone
        default: nil
        }
    }
}
