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

    /// - Parameter path: a log folder or a samples file.
    init(_ path: String) throws {
        let isFolder = try FileSystem.entry(at: path)?.kind == .folder
        let found =
            try isFolder
            ? Self.samples(in: FileSystem.join(path, "samples")) + Self.events(in: FileSystem.join(path, "events"))
            : Self.samples(of: path)
        // By number where there is one; what has none (an old import) by receipt.
        let ordered = found.enumerated().sorted {
            ($0.element.stamp.n, $0.element.stamp.wallTime, $0.offset)
                < ($1.element.stamp.n, $1.element.stamp.wallTime, $1.offset)
        }
        guard let first = ordered.first else {
            throw Complaint(
                "\(path) holds no signal", hint: "give a log folder, or a CSV with the columns t,lat,lon,hacc")
        }
        begins = first.element.stamp.wallTime
        var due: Int64 = 0
        var items: [Item] = []
        for (stamp, signal) in ordered.map(\.element) {
            // A wall clock that was set back then does not set the play back now.
            due = max(due, stamp.wallTime - begins)
            items.append(Item(due: due, signal: signal))
        }
        self.items = items
    }

    /// What the source gives at all. The log has to leave out the rest as well: a column that is there and empty says
    /// *invalid*, and the rules treat that differently from *never given*.
    var columns: SampleColumns {
        var missing: Set<FixColumn> = [.alt, .vacc, .speed, .sacc, .course, .cacc]
        for case .fixArrived(let fix) in items.lazy.map(\.signal) {
            let sample = Sample(n: 0, fix: fix)
            missing = missing.filter { sample.cell($0) == .absent }
        }
        return SampleColumns(omitting: missing)
    }

    private typealias Found = (stamp: Stamp, signal: Signal)

    private static func samples(in folder: String) throws -> [Found] {
        guard try FileSystem.entry(at: folder) != nil else { return [] }
        return try FileSystem.names(in: folder).filter { $0.hasSuffix(".csv") }
            .flatMap { try samples(of: FileSystem.join(folder, $0)) }
    }

    private static func samples(of path: String) throws -> [Found] {
        let bytes = try FileSystem.contents(of: path, limit: 1 << 30)
        var reader = SampleReader()
        var samples: [Sample] = []
        reader.feed(bytes.span, into: &samples)
        reader.finish(into: &samples)
        if let refusal = reader.refusal { throw Complaint("\(path): \(refusal.rawValue)") }
        return samples.map { ($0.stamp, $0.signal) }
    }

    private static func events(in folder: String) throws -> [Found] {
        guard try FileSystem.entry(at: folder) != nil else { return [] }
        return try FileSystem.names(in: folder).filter { $0.hasSuffix(".jsonl") }.flatMap { name -> [Found] in
            let bytes = try FileSystem.contents(of: FileSystem.join(folder, name), limit: 1 << 30)
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
