import FieldModel

/// Reads samples from chunks of a CSV file: columns by their names, in any order. A row that cannot be read is counted,
/// and reading goes on behind it. A quoted cell may reach over line ends, up to 15 of them; one that is never closed
/// costs its own line only.
public struct SampleReader: Sendable {
    private var splitter: LineSplitter
    private var noted = Damage()
    private var row: SampleRow?
    private var open: [OpenLine] = []
    /// Why the file is not read at all, in words; nil where it is.
    public private(set) var refusal: SampleHeader.Refusal?

    /// A line whose quoted cell goes on in the next one.
    private struct OpenLine: Sendable {
        var bytes: [UInt8]
        var line: LineSplitter.Line
    }

    /// How many lines one row may take, and how many bytes: what bounds the work on a file full of single quotes.
    private static let openLines = 16
    private static let openBytes = 1 << 12

    public init(lineLimit: Int = 1 << 20) { splitter = LineSplitter(limit: lineLimit) }

    /// For a file whose header is known from elsewhere: the part of a live log that is not yet in the file.
    public init(header: SampleHeader, lineLimit: Int = 1 << 20) {
        self.init(lineLimit: lineLimit)
        row = SampleRow(header)
    }

    /// The header, once it was read.
    public var header: SampleHeader? { row?.header }

    /// All that was wrong so far.
    public var damage: Damage {
        var sum = splitter.damage
        sum.add(noted)
        return sum
    }

    /// Reads the next chunk of the file and appends its samples.
    public mutating func feed(_ chunk: Span<UInt8>, into samples: inout [Sample]) {
        var at = 0
        while true {
            readPlainRows(chunk, &at, into: &samples)
            guard let line = splitter.next(in: chunk, at: &at) else { return }
            if let range = line.range {
                let (start, end) = (range.lowerBound, range.count)
                read(chunk.extracting(start..<chunk.count), end: end, line, into: &samples)
            } else {
                readJoined(line, into: &samples)
            }
        }
    }

    /// Reads rows as the recorder writes them, which need no search for their end; stops at anything else.
    @inline(__always)
    private mutating func readPlainRows(_ chunk: Span<UInt8>, _ at: inout Int, into samples: inout [Sample]) {
        guard open.isEmpty, splitter.isBetweenLines, row != nil, row!.endsWithReason else { return }
        while at < chunk.count {
            samples.append(row!.blank)
            guard let end = row!.readPlain(chunk, from: at, into: &samples[samples.count - 1]),
                end - at <= splitter.limit
            else {
                samples.removeLast()
                return
            }
            splitter.passLine(endingAt: end)
            at = end + 1
        }
    }

    /// Reads what is left at the end of the file.
    public mutating func finish(into samples: inout [Sample]) {
        if let line = splitter.last() { readJoined(line, into: &samples) }
        while !open.isEmpty { giveUpFirst(into: &samples) }
    }

    private mutating func readJoined(_ line: LineSplitter.Line, into samples: inout [Sample]) {
        let bytes = splitter.takeJoined()
        read(bytes.span, end: bytes.count, line, into: &samples)
        splitter.recycle(bytes)
    }

    /// Reads the line that ends at `end`; behind it stands what ended it, if anything.
    private mutating func read(
        _ bytes: Span<UInt8>, end: Int, _ line: LineSplitter.Line, into samples: inout [Sample]
    ) {
        // The recorder ends every row with a line end; without one, its last cell may lack characters.
        guard open.isEmpty, row != nil, end > 0, line.ending == .newline || !row!.header.isOwn else {
            return readOther(bytes.extracting(0..<end), line, into: &samples)
        }
        // The sample is read where it will stay: it is copied once, blank.
        samples.append(row!.blank)
        let outcome = row!.read(bytes, end: end, into: &samples[samples.count - 1])
        if case .read = outcome { return }
        samples.removeLast()
        note(outcome, bytes.extracting(0..<end), line)
    }

    /// A line that is no row, or belongs to one with others.
    private mutating func readOther(
        _ bytes: Span<UInt8>, _ line: LineSplitter.Line, into samples: inout [Sample]
    ) {
        guard open.isEmpty else { return readOn(bytes, line, into: &samples) }
        guard !bytes.isEmpty else { return }
        guard refusal == nil else { return note(.header, line, bytes.count, Sentence(DamageWords.headerRefused)) }
        guard row != nil else { return readHeader(bytes, line) }
        noteCut(line, bytes.count)
    }

    /// A row that could not be read.
    private mutating func note(_ outcome: SampleRow.Outcome, _ bytes: Span<UInt8>, _ line: LineSplitter.Line) {
        let header = row!.header
        switch outcome {
        case .read: break
        case .openQuote: open = [OpenLine(bytes: copy(bytes), line: line)]
        case .wrongCount(let count):
            // The header again, as joined files have it.
            if bytes.text(0..<bytes.count) == header.names.joined(separator: ",") { return }
            noteCount(count, header, line, bytes.count)
        case .wrongCell(let index):
            if bytes.text(0..<bytes.count) == header.names.joined(separator: ",") { return }
            if line.ending != .newline { return noteCut(line, bytes.count) }
            note(
                .cell, line, bytes.count,
                Sentence(
                    DamageWords.otherCell, [.init("name", .string(header.names[index]))],
                    clauses: [.init("wanted", Self.wanted(header, index))]))
        }
    }

    private mutating func readHeader(_ bytes: Span<UInt8>, _ line: LineSplitter.Line) {
        do throws(SampleHeader.Refusal) {
            let header = try SampleHeader(bytes.text(0..<bytes.count))
            if !header.repeated.isEmpty {
                note(
                    .header, line, 0,
                    Sentence(
                        DamageWords.repeatedColumns, [.init("names", .array(header.repeated.map { .string($0) }))]),
                    skips: false)
            }
            row = SampleRow(header)
        } catch {
            refusal = error
            note(.header, line, bytes.count, Sentence(error.phrase))
        }
    }

    /// A line while a quoted cell is open: joined to what stands before it.
    private mutating func readOn(_ bytes: Span<UInt8>, _ line: LineSplitter.Line, into samples: inout [Sample]) {
        open.append(OpenLine(bytes: copy(bytes), line: line))
        let joined = Array(open.map(\.bytes).joined(separator: [0x0A]))
        var sample = row!.blank
        switch row!.read(joined.span, end: joined.count, into: &sample) {
        case .read:
            samples.append(sample)
            open = []
        case .openQuote where open.count < Self.openLines && joined.count < Self.openBytes: return
        default: giveUpFirst(into: &samples)
        }
    }

    /// The first open line is damaged; those behind it are rows of their own.
    private mutating func giveUpFirst(into samples: inout [Sample]) {
        let lines = open
        open = []
        if lines[0].line.ending == .newline {
            note(.cell, lines[0].line, lines[0].bytes.count, Sentence(DamageWords.neverClosed))
        } else {
            noteCut(lines[0].line, lines[0].bytes.count)
        }
        for line in lines.dropFirst() { read(line.bytes.span, end: line.bytes.count, line.line, into: &samples) }
    }

    private func copy(_ bytes: Span<UInt8>) -> [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(bytes.count)
        for index in 0..<bytes.count { copy.append(bytes[index]) }
        return copy
    }

    private mutating func noteCut(_ line: LineSplitter.Line, _ bytes: Int) {
        note(line.ending == .endOfFile ? .tornTail : .halfLine, line, bytes, Sentence(DamageWords.rowTruncated))
    }

    private mutating func noteCount(_ count: Int, _ header: SampleHeader, _ line: LineSplitter.Line, _ bytes: Int) {
        let expected = header.names.count
        guard line.ending == .newline || count > expected else { return noteCut(line, bytes) }
        note(
            .columns, line, bytes,
            Sentence(
                count > expected ? DamageWords.tooManyColumns : DamageWords.tooFewColumns,
                [
                    .init("count", .integer(Int64(abs(count - expected)))),
                    .init("expected", .integer(Int64(expected))),
                    .init("found", .integer(Int64(count))),
                ]))
    }

    private static func wanted(_ header: SampleHeader, _ index: Int) -> Sentence {
        let codes: [String] =
            switch header.columns[index] {
            case .src: FixSource.allCases.map(\.rawValue)
            case .motion: MotionKind.allCases.map(\.rawValue)
            case .app: AppState.allCases.map(\.rawValue)
            case .verdict: Verdict.allCases.map(\.rawValue)
            default: []
            }
        return codes.isEmpty
            ? Sentence(DamageWords.number)
            : Sentence(DamageWords.oneOf, [.init("codes", .array(codes.map { .string($0) }))])
    }

    private mutating func note(
        _ kind: Damage.Kind, _ line: LineSplitter.Line, _ bytes: Int, _ detail: Sentence, skips: Bool = true
    ) {
        noted.note(
            Damage.Finding(kind: kind, line: line.number, offset: line.offset, bytes: Int64(bytes), detail: detail),
            skipsLine: skips)
    }
}
