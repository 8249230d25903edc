import DecisionCore
import FieldModel
import LogFormat
import SystemIO

/// A log that can be given away: one rigid move of the whole track, another date, other ids, no text; then the proof that
/// nothing of the original survives, and that it is decided the same.
public struct LogScrub {
    /// What is cut out, and what is left as it is.
    public struct Options: Sendable {
        /// Cut out before anything is moved.
        public var zones = PrivacyZones()
        public var keepsDates = false
        /// Whether the models and versions of app, system and device stay.
        public var keepsDevice = false
        /// Placements that are tried.
        public var tries = 12
        /// Nil: chance. For tests, which are to repeat.
        public var seed: UInt64?

        public init() {}
    }

    /// An input that is decided otherwise in the scrubbed log: rounding moved a distance over a threshold.
    public struct Difference: Hashable, Sendable {
        public var core: String
        public var n: SequenceNumber
        public var then: String
        public var now: String
    }

    /// What a scrub came to.
    public struct Summary: Sendable {
        public internal(set) var samples = 0
        public internal(set) var events = 0
        /// Samples left out, since they lie in a zone.
        public internal(set) var hidden = 0
        /// Cores whose decisions were compared.
        public internal(set) var cores: [String] = []
        /// Placements that were tried.
        public internal(set) var tries = 0
        /// Of the best placement.
        public internal(set) var differences: [Difference] = []
        /// How many values were searched for.
        public internal(set) var searched = (coordinates: 0, days: 0, words: 0)
        public internal(set) var damage = Damage()
    }

    private let options: Options
    private let source: LogSource

    /// The source has to be readable more than once.
    public init(_ source: LogSource, _ options: Options = Options()) {
        self.source = source
        self.options = options
    }

    /// Fills `folder` with the first placement that is decided as the original, failing that with the best one tried.
    /// Fails where the proof finds anything: then nothing may be given away.
    public func write(to folder: borrowing OutputFolder, progress: (Int64) -> Void = { _ in }) throws -> Summary {
        var summary = Summary()
        var originals = Originals()
        summary.cores = try cores()
        var traces = try DecisionTraces(summary.cores)
        var reference: [[String]] = []
        // What is cut out is cut out of both sides of the comparison.
        let nowhere = (latitude: 0.0, longitude: 0.0)
        var cut = Disguise(
            move: RigidMove(from: nowhere, to: nowhere, turn: 0), timeShift: 0, keepsDevice: true,
            zones: options.zones, random: ScrubRandom(seed: 0))
        for part in source.parts {
            let isOwn = part.name == source.parts[0].name
            let account = try part.read(progress: progress) { entry in
                originals.add(entry)
                if isOwn, let kept = kept(entry, &cut) { reference.append(traces.take(kept)) }
            }
            summary.damage.add(account.total)
        }
        summary.searched = (originals.coordinates.count, originals.days.count, originals.words.count)
        let proof = LeakProof(LeakSearch(originals, checksDates: !options.keepsDates))

        var random = ScrubRandom(seed: options.seed)
        var best: [Difference]?
        let draft = FileSystem.join(folder.temporary, Self.draftName)
        var found: [LeakProof.Finding] = []
        for attempt in 1...max(1, options.tries) {
            summary.tries = attempt
            guard let disguise = placement(originals, &random) else { continue }
            let (differences, counts) = try fill(draft, disguise, reference, cores: summary.cores)
            found = try proof.findings(in: draft)
            if found.isEmpty, best.map({ differences.count < $0.count }) ?? true {
                best = differences
                (summary.samples, summary.events, summary.hidden) = counts
                try keep(draft, in: folder.temporary)
            }
            try FileSystem.removeTree(draft)
            if best?.isEmpty == true { break }
        }
        guard let best else {
            throw ScrubError.survived(found.map { "\($0.path): \($0.leak.form.rawValue) \($0.leak.text)" })
        }
        summary.differences = best
        return summary
    }

    /// What of the original's coordinates, dates, ids and texts stands in a folder.
    public static func survivors(
        of source: LogSource, in path: String, keepsDates: Bool = false
    ) throws -> [(path: String, form: String, text: String)] {
        var originals = Originals()
        for part in source.parts { try part.read { originals.add($0) } }
        return try LeakProof(LeakSearch(originals, checksDates: !keepsDates)).findings(in: path)
            .map { ($0.path, $0.leak.form.rawValue, $0.leak.text) }
    }

    private static let draftName = ".draft"

    /// The cores that the log names, and the trail.
    private func cores() throws(AnalysisError) -> [String] {
        var names: [String] = [TrailCore.name]
        guard let part = source.parts.first else { return names }
        try part.read(wanted: [.core]) { entry in
            guard case .event(let event) = entry, event.kind == .core, let name = event.record["core"]?.string,
                !names.contains(name), name != WalkCore.name
            else { return }
            names.append(name)
        }
        return names
    }

    /// The entry, as far as it is not cut out.
    private func kept(_ entry: LogEntry, _ cut: inout Disguise) -> LogEntry? {
        switch entry {
        case .tear: return entry
        case .sample(let sample): return sample.fix.isPlace && options.zones.contains(sample.fix) ? nil : entry
        case .event(let event): return .event(Event(cut.disguised(event.record)))
        }
    }

    /// A random place for the track's first point, away from the poles, the antimeridian and all that the track had.
    private func placement(_ originals: Originals, _ random: inout ScrubRandom) -> Disguise? {
        let from = originals.firstPlace ?? (latitude: 1, longitude: 1)
        let days = Int64.random(in: 400...4000, using: &random)
        // Into the past, and for a log of long ago into the future: a clock before 2010 counts as never set.
        let isOld =
            originals.days.map(\.startOfDay).min().map { $0 < WallTime(1_400_000_000_000 + 4000 * 86_400_000) } ?? false
        for _ in 0..<200 {
            let latitude = Double.random(in: -55...55, using: &random)
            let longitude = Double.random(in: -160...160, using: &random)
            let turn = Double.random(in: 20...340, using: &random)
            guard Self.isApart(latitude, longitude, originals) else { continue }
            return Disguise(
                move: RigidMove(
                    from: (Double(from.latitude) / 1e7, Double(from.longitude) / 1e7), to: (latitude, longitude),
                    turn: turn),
                timeShift: options.keepsDates ? 0 : (isOld ? days : -days) * 86_400_000,
                keepsDevice: options.keepsDevice, zones: options.zones,
                random: ScrubRandom(seed: random.next()))
        }
        return nil
    }

    /// Whether a place lies where no number can be one of the original's by chance, for a track of some degrees.
    private static func isApart(_ latitude: Double, _ longitude: Double, _ originals: Originals) -> Bool {
        guard let north = originals.north, let east = originals.east else { return true }
        let reach = min(
            20,
            Double(north.upperBound) / 1e7 - Double(north.lowerBound) / 1e7 + Double(east.upperBound) / 1e7
                - Double(east.lowerBound) / 1e7 + 0.2)
        return [latitude, longitude].allSatisfy { value in
            [north, east].allSatisfy { range in
                value + reach < Double(range.lowerBound) / 1e7 || value - reach > Double(range.upperBound) / 1e7
            }
        }
    }

    /// How many of something a draft has.
    private typealias Counts = (samples: Int, events: Int, hidden: Int)

    /// Writes the log in disguise, and follows what is decided on it. Where rounding turns a decision, the place is put on
    /// another of the lattice points around, some millimetres off, so that it does not.
    private func fill(
        _ folder: String, _ disguise: Disguise, _ reference: [[String]], cores: [String]
    ) throws -> ([Difference], Counts) {
        var disguise = disguise
        var pursuit = try Pursuit(reference, cores)
        var counts: Counts = (0, 0, 0)
        for (index, part) in source.parts.enumerated() {
            var files = LineFiles(index == 0 ? folder : FileSystem.join(folder, "p-\(index)"))
            let rows = SampleText(columns: try columns(of: part))
            var header: [UInt8] = []
            rows.appendHeader(to: &header)
            var failure: IOError?
            try part.read(goesOn: { failure == nil }) { entry in
                do throws(IOError) {
                    switch entry {
                    case .tear: if index == 0 { pursuit.skip() }
                    case .event(let event):
                        let record = disguise.disguised(event.record)
                        try files.append(EventText.line(record), toDay: CivilDate(record.stamp.wallTime))
                        if index == 0 { pursuit.follow(Event(record)) }
                        counts.events += 1
                    case .sample(let sample):
                        guard var moved = disguise.disguised(sample) else {
                            counts.hidden += 1
                            return
                        }
                        if index == 0 {
                            let place = (moved.fix.latitude, moved.fix.longitude)
                            pursuit.follow(&moved)
                            if place != (moved.fix.latitude, moved.fix.longitude) {
                                disguise.put(sample.fix, at: moved.fix)
                            }
                        }
                        var line: [UInt8] = []
                        rows.append(moved, to: &line)
                        let name = "samples/\(CivilDate(moved.fix.receiveTime)).csv"
                        try files.append(line, to: name, header: header)
                        counts.samples += 1
                    }
                } catch { failure = error }
            }
            if let failure { throw failure }
            try files.close()
        }
        return (pursuit.differences, counts)
    }

    /// The columns that the samples of a log have: of what is absent in every row there is none.
    private func columns(of part: LogPart) throws(AnalysisError) -> [FixColumn] {
        var seen: Set<FixColumn> = []
        try part.read(wanted: []) { entry in
            guard case .sample(let sample) = entry, seen.count < FixColumn.allCases.count else { return }
            for column in FixColumn.allCases where !seen.contains(column) && sample.cell(column) != .absent {
                seen.insert(column)
            }
        }
        return FixColumn.allCases.filter { seen.contains($0) }
    }

    /// Puts a draft in the place of an earlier one.
    private func keep(_ draft: String, in folder: String) throws(IOError) {
        for name in try FileSystem.names(in: folder) where name != Self.draftName {
            try FileSystem.removeTree(FileSystem.join(folder, name))
        }
        guard try FileSystem.entry(at: draft) != nil else { return }
        for name in try FileSystem.names(in: draft) {
            try FileSystem.rename(FileSystem.join(draft, name), to: FileSystem.join(folder, name))
        }
    }
}

/// Why a scrub gave nothing.
public enum ScrubError: Error, Sendable, CustomStringConvertible {
    /// Something of the original stands in every draft.
    case survived([String])

    public var description: String {
        switch self {
        case .survived(let found):
            found.isEmpty
                ? "no place far enough from the track was found"
                : "something of the original survives, so nothing was written: \(found.prefix(5).joined(separator: "; "))"
        }
    }

    public var hint: String? { "cut the log into smaller parts with analyze slice, or leave out what holds it" }
}
