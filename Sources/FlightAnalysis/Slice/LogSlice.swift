import DecisionCore
import FieldModel
import LogFormat
import SystemIO

/// A part of a log as a log of its own, still valid and replayable: the records of a window as they stand, behind a head
/// that says what held at the cut: run, zone, settings, permissions, app, motion, profile, and what the cores knew.
public struct LogSlice {
    /// What a slice came to.
    public struct Summary: Sendable {
        public var samples = 0
        public var events = 0
        /// Records that restate what held at the cut.
        public var head = 0
        public var first: WallTime?
        /// Numbers of the whole log.
        public var firstNumber: SequenceNumber = 0
        public var lastNumber: SequenceNumber = 0
        /// Cores whose state stands in the head.
        public var cores: [String] = []
        /// Cores that the log names and whose state could not be worked out.
        public var stateless: [String] = []
        public var damage = Damage()
    }

    private let window: TimeWindow
    private let pack: StreetPack?

    /// - Parameters:
    ///   - window: the time that is kept.
    ///   - pack: the streets of a walking game, for a log of core `walk`.
    public init(_ window: TimeWindow, pack: StreetPack? = nil) {
        self.window = window
        self.pack = pack
    }

    /// Fills `folder`. Two passes over the source, which must be readable twice.
    public func write(
        _ source: LogSource, to folder: borrowing OutputFolder, progress: (Int64) -> Void = { _ in }
    ) throws(AnalysisError) -> Summary {
        var summary = Summary()
        for part in source.parts {
            let isOwn = part.name == source.parts[0].name
            do throws(IOError) {
                let cut = try write(part, isOwn: isOwn, to: FileSystem.join(folder.temporary, part.name), progress)
                if isOwn { summary = cut } else { summary.damage.add(cut.damage) }
            } catch {
                throw .system(error)
            }
        }
        guard summary.samples + summary.events > 0 else {
            throw .options(path: source.input, reason: "nothing lies in that part of the log")
        }
        return summary
    }

    private func write(
        _ part: LogPart, isOwn: Bool, to root: String, _ progress: (Int64) -> Void
    ) throws(IOError) -> Summary {
        var scan = SliceScan(window, pack: pack)
        var failure: AnalysisError?
        do throws(AnalysisError) {
            let wanted = Set(RecordKind.allCases).subtracting([.heartbeat, .crash, .check])
            try part.read(wanted: wanted, progress: progress) { scan.take($0) }
        } catch { failure = error }
        if case .system(let error) = failure { throw error }
        guard let first = scan.first, case .files(let files) = part.storage else { return Summary() }

        var summary = Summary()
        summary.first = first.wallTime
        (summary.firstNumber, summary.lastNumber) = (first.n, scan.last)
        summary.stateless = scan.stateless
        var output = LineFiles(root)
        let head = isOwn ? scan.head() : []
        if let head, !head.isEmpty {
            summary.head = head.count
            summary.cores = scan.cores
            for record in head { try output.append(EventText.line(record), toDay: CivilDate(first.wallTime)) }
        }
        // Right behind the beginning nothing is gained by a cut.
        let from = head == nil ? 0 : first.n
        for file in files {
            let name = (file.isSamples ? "samples/" : "events/") + file.dayName
            var header: [UInt8] = []
            let damage = try RawLines(file).read { (line, stamp) throws(IOError) in
                guard let stamp else {
                    header = line
                    return
                }
                guard first.n > 0 ? stamp.n >= from && stamp.n <= scan.last : window.contains(stamp.wallTime) else {
                    return
                }
                if file.isSamples { summary.samples += 1 } else { summary.events += 1 }
                try output.append(line, to: name, header: header)
            }
            summary.damage.add(damage)
        }
        try output.close()
        return summary
    }
}

extension LogPart.File {
    /// The name in its folder of a log; what came from elsewhere gets one.
    var dayName: String {
        let name = FileSystem.name(of: path)
        return name.hasSuffix(isSamples ? ".csv" : ".jsonl") ? name : isSamples ? "log.csv" : "log.jsonl"
    }
}

extension EventText {
    /// A line with its LF.
    static func line(_ record: Record) -> [UInt8] {
        var bytes: [UInt8] = []
        append(record, to: &bytes)
        return bytes
    }
}
