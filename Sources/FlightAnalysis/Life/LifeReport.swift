import FieldModel
import LogFormat

/// The life of an input: one `Life` for its own log and one for each second process, with the account of what could not
/// be read.
public struct LifeReport: Sendable {
    public var input: String
    public var lives: [Life] = []
    public var damage: [(path: String, damage: Damage)] = []
    /// How many files were read, and those without a single byte.
    public var files = 0
    public var emptyFiles: [String] = []
    /// Whether positions were taken out before this was packed: then no movement is told.
    public let hidesPlaces: Bool

    /// Entries at the beginning of a log that its cadence is guessed from.
    private static let guessedFrom = 10_000

    /// Reads an input. `threshold`: the least silence that is a gap, ms; `wanted`: further kinds of event whose fields
    /// are needed; `counted`: what is counted by kind and run; `visit` sees every entry on the way, `partEnded` comes
    /// after those of each log.
    public init(
        of source: LogSource, threshold: Int64? = nil, wanted: Set<RecordKind> = [],
        counted: TimeWindow = TimeWindow(), progress: (Int64) -> Void = { _ in }, partEnded: () -> Void = {},
        visit: (LogEntry) -> Void = { _ in }
    ) throws(AnalysisError) {
        input = source.input
        hidesPlaces = source.hidesPlaces
        for part in source.parts {
            let kinds = LifeScan.wanted.union(wanted)
            let guess = try part.cadence(ofFirst: part.isRereadable ? Self.guessedFrom : .max)
            var scan = LifeScan(cadence: guess, threshold: threshold, counted: counted)
            var cadence = CadenceScan()
            let account = try part.read(wanted: kinds, progress: progress) { entry in
                scan.add(entry)
                cadence.add(entry)
                visit(entry)
            }
            // What the beginning says is nearly always true of the whole; where it is not, life is gone over again.
            if part.isRereadable, !cadence.cadence.judges(like: guess) {
                scan = LifeScan(cadence: cadence.cadence, threshold: threshold, counted: counted)
                try part.read(wanted: kinds, progress: progress) { scan.add($0) }
            }
            var life = scan.finish(writer: part.state)
            life.part = part.name
            if hidesPlaces {
                for index in life.gaps.indices { life.gaps[index].movement = nil }
            }
            if !part.isWhole { life.sequence = nil }
            partEnded()
            lives.append(life)
            damage += account.damage
            files += account.files
            emptyFiles += account.empty
        }
    }

    /// Only what touches a span of wall clock time: gaps, ends, clocks, beats, marks. Counts are those of the scan.
    func limited(to window: TimeWindow) -> LifeReport {
        guard !window.isEverything else { return self }
        var part = self
        func touches(_ from: Moment, _ to: Moment) -> Bool { window.touches(from.wallTime, to.wallTime) }
        for index in part.lives.indices {
            part.lives[index].gaps.removeAll { !touches($0.from, $0.to) }
            part.lives[index].ends.removeAll { !touches($0.at, $0.at) }
            part.lives[index].clockSteps.removeAll { !touches($0.at, $0.at) }
            part.lives[index].late.removeAll { !touches($0.at, $0.at) }
            part.lives[index].missingBeats.removeAll { !touches($0.from, $0.to) }
            part.lives[index].silent.removeAll { !touches($0.from, $0.to) }
            part.lives[index].starved.removeAll { !touches($0.from, $0.to) }
            part.lives[index].marks.removeAll { !touches($0.at, $0.at) }
        }
        return part
    }

    /// All damage together.
    public var totalDamage: Damage {
        var sum = Damage()
        for file in damage { sum.add(file.damage) }
        return sum
    }

    /// Records that the writer or a damaged clock cost.
    public var recordsLost: Int64 { lives.reduce(0) { $0.adding($1.recordsLost) } }

    /// Numbers that no record has, beyond those that the writer says it lost or removed.
    public var recordsMissing: Int64 {
        lives.reduce(0) { sum, life in
            sum.adding(max(0, (life.sequence?.missing ?? 0) - life.numbersExplained))
        }
    }

    /// Whether the input was damaged and something was lost.
    public var isDamaged: Bool {
        totalDamage.isLoss || recordsLost > 0 || lives.contains { $0.damagedTimes > 0 }
    }

    /// What was lost, as the contract of the tools has it.
    public var damageValue: Value {
        let total = totalDamage
        var fields: [Record.Field] = [
            .init("lines_skipped", .whole(total.linesSkipped)), .init("bytes_skipped", .whole(total.bytesSkipped)),
            .init("records_lost", .whole(recordsLost)),
            .init("numbers_missing", .integer(recordsMissing)),
            .init("times_damaged", .whole(lives.reduce(0) { $0 + $1.damagedTimes })),
        ]
        let kinds = Damage.Kind.allCases.filter { total[$0] > 0 }
        fields.append(.init("kinds", .object(kinds.map { .init($0.rawValue, .whole(total[$0])) })))
        fields.append(.init("files", .array(damage.map(Self.value))))
        return .object(fields)
    }

    private static func value(_ file: (path: String, damage: Damage)) -> Value {
        .object([
            .init("path", .string(file.path)),
            .init("findings", .array(file.damage.findings.prefix(20).map(\.value))),
        ])
    }
}

extension Damage.Finding {
    var value: Value {
        .object([
            .init("kind", .string(kind.rawValue)), .init("line", .whole(line)), .init("byte", .whole(offset)),
            .init("bytes", .whole(bytes)), .init("detail", .string(detail.text(in: .en))),
        ])
    }
}

extension LogPart {
    /// How often this log speaks: from its first launch where that declares a period, else from all of it, or from its
    /// first `limit` entries.
    func cadence(ofFirst limit: Int = .max) throws(AnalysisError) -> Cadence {
        var scan = CadenceScan()
        var rest = limit
        let part =
            switch storage {
            case .files: self
            case .standardInput(let ahead, let isSamples):
                LogPart(
                    name: name,
                    storage: .files([File(path: "standard input", isSamples: isSamples, bytes: .memory(ahead))]))
            }
        try part.read(wanted: [.launch], goesOn: { scan.declared == nil && rest > 0 }) {
            scan.add($0)
            rest -= 1
        }
        return scan.cadence
    }

    /// Whether it can be read a second time.
    var isRereadable: Bool { if case .files = storage { true } else { false } }
}
