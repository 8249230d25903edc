import FieldModel

/// An event as it was read.
public struct Event: Hashable, Sendable {
    public var record: Record
    /// Nil for a kind that this version does not know.
    public var kind: RecordKind?

    public init(record: Record, kind: RecordKind?) {
        self.record = record
        self.kind = kind
    }

    public init(_ record: Record) { self.init(record: record, kind: record.knownKind) }
}

/// Reads events from chunks of a file: JSON lines, or the short text form, line by line. A line that is no record is
/// counted, and reading goes on behind it; where a good record is joined to half a line, it is found.
public struct EventReader: Sendable {
    /// The kinds whose fields are wanted; nil for all. What is not wanted is checked all the same, and comes with no
    /// fields.
    public let wanted: Set<RecordKind>?
    private var splitter: LineSplitter
    private var noted = Damage()
    private var kinds = CodeMemory<KnownKind>()
    /// The beginnings of lines that were cut off: evidence of how a run ended. Each with the number of events read
    /// before it.
    public private(set) var tears: [Tear] = []

    /// The beginning of a line that was cut off.
    public struct Tear: Hashable, Sendable {
        /// Events that were read from this file before it.
        public var eventsBefore: Int
        /// At most the first 200 bytes.
        public var text: String

        /// Whether the line began as a crash record: the writer of it died in its handler.
        public var beginsAsCrash: Bool {
            if text.hasPrefix("{") { return text.contains(#""k":"cr"#) }
            return text.split(separator: " ").prefix(2).contains("crash")
        }
    }

    private struct KnownKind: Sendable {
        var text: String
        var kind: RecordKind?
        var wanted: Bool
    }

    private var eventsRead = 0

    public init(wanted: Set<RecordKind>? = nil, lineLimit: Int = 1 << 20) {
        self.wanted = wanted
        splitter = LineSplitter(limit: lineLimit)
    }

    /// All that was wrong so far.
    public var damage: Damage {
        var sum = splitter.damage
        sum.add(noted)
        return sum
    }

    /// Reads the next chunk of the file and appends its events.
    public mutating func feed(_ chunk: Span<UInt8>, into events: inout [Event]) {
        var at = 0
        while let line = splitter.next(in: chunk, at: &at) {
            if let range = line.range {
                read(chunk.extracting(range), line, into: &events)
            } else {
                readJoined(line, into: &events)
            }
        }
    }

    /// Reads what is left at the end of the file.
    public mutating func finish(into events: inout [Event]) {
        if let line = splitter.last() { readJoined(line, into: &events) }
    }

    /// Notes what a recovery moved out of the file at this place, into a file of its own.
    public mutating func noteTear(_ text: String, bytes: Int64, at offset: Int64) {
        noted.note(
            Damage.Finding(
                kind: .tornTail, line: 0, offset: offset, bytes: bytes,
                detail: DamageWords.sentence(DamageWords.movedAway, bytes: bytes)), skipsLine: false)
        if tears.count < Damage.keptFindings {
            tears.append(Tear(eventsBefore: eventsRead, text: String(text.prefix(200))))
        }
    }

    private mutating func readJoined(_ line: LineSplitter.Line, into events: inout [Event]) {
        let bytes = splitter.takeJoined()
        read(bytes.span, line, into: &events)
        splitter.recycle(bytes)
    }

    private mutating func read(_ bytes: Span<UInt8>, _ line: LineSplitter.Line, into events: inout [Event]) {
        guard !bytes.isEmpty else { return }
        do throws(JSONError) {
            guard bytes[0] == 0x7B, let head = EventLine(head: bytes) else {
                return readUnusual(bytes, line, into: &events)
            }
            let known = kind(bytes, head.kind)
            var record = Record(stamp: head.stamp, kind: known.text)
            if known.wanted {
                var parser = JSONParser(repairing: true)
                record.fields = try EventLine.fields(bytes, from: head.position, &parser)
                if parser.repairs > 0 { noteRepair(line, bytes.count) }
            } else {
                try EventLine.check(bytes, from: head.position)
            }
            append(Event(record: record, kind: known.kind), to: &events)
        } catch {
            readUnusual(bytes, line, into: &events)
        }
    }

    private mutating func append(_ event: Event, to events: inout [Event]) {
        events.append(event)
        eventsRead += 1
    }

    @inline(__always)
    private mutating func kind(_ bytes: Span<UInt8>, _ range: Range<Int>) -> KnownKind {
        let wanted = wanted
        // The closure knows an answer for every text.
        return kinds.meaning(bytes, range) { text in
            let kind = RecordKind(rawValue: text)
            return KnownKind(
                text: text, kind: kind, wanted: wanted.map { set in kind.map(set.contains) ?? false } ?? true)
        } ?? KnownKind(text: "", kind: nil, wanted: false)
    }

    /// A line in another order, in the short form, or damaged.
    private mutating func readUnusual(
        _ bytes: Span<UInt8>, _ line: LineSplitter.Line, into events: inout [Event]
    ) {
        switch Self.record(bytes) {
        case .success(let (record, repairs)):
            if repairs > 0 { noteRepair(line, bytes.count) }
            append(Event(record), to: &events)
        case .failure(let mistake):
            if let (start, event) = embedded(bytes) {
                note(.halfLine, line, at: 0, bytes: start, Sentence(DamageWords.joined), skips: false)
                tear(bytes.extracting(0..<start))
                append(event, to: &events)
            } else if mistake.isCutOff || line.ending != .newline {
                let kind: Damage.Kind = line.ending == .endOfFile ? .tornTail : .halfLine
                let cut = Sentence(DamageWords.truncated, clauses: [.init("cause", mistake.detail)])
                note(kind, line, at: 0, bytes: bytes.count, cut, skips: true)
                tear(bytes)
            } else {
                note(.malformed, line, at: mistake.offset, bytes: bytes.count, mistake.detail, skips: true)
                // A half line may have been closed with a line end by whoever wrote on.
                tear(bytes)
            }
        }
    }

    private struct Mistake: Error {
        var offset: Int
        var detail: Sentence
        var isCutOff: Bool
    }

    private static func record(_ bytes: Span<UInt8>) -> Result<(Record, Int), Mistake> {
        if isBlank(bytes) { return .failure(Mistake(offset: 0, detail: Sentence(DamageWords.blank), isCutOff: false)) }
        guard bytes[0] == 0x7B || bytes[0] == 0x20 || bytes[0] == 0x09 else {
            do throws(ShortForm.Mistake) { return .success((try ShortForm.record(bytes), 0)) } catch {
                return .failure(
                    Mistake(
                        offset: error.offset,
                        detail: DamageWords.expected(error.expected, at: error.offset, found: error.found),
                        isCutOff: false))
            }
        }
        var repairs = 0
        do throws(JSONError) {
            let value = try JSON.parse(bytes, repairs: &repairs)
            do throws(Record.Lack) { return .success((try Record(value), repairs)) } catch {
                return .failure(
                    Mistake(
                        offset: 0, detail: Sentence(DamageWords.lacks, clauses: [.init("lack", error.phrase)]),
                        isCutOff: false))
            }
        } catch {
            return .failure(Mistake(offset: error.offset, detail: error.sentence, isCutOff: error.isCutOff))
        }
    }

    private static func isBlank(_ bytes: Span<UInt8>) -> Bool {
        for index in 0..<bytes.count where bytes[index] != 0x20 && bytes[index] != 0x09 { return false }
        return true
    }

    /// A whole record that begins somewhere behind half a line, and where: the first place that reads to the end.
    private mutating func embedded(_ bytes: Span<UInt8>) -> (start: Int, Event)? {
        var at = 1
        var tries = 0
        // A line of opening braces only is not worth a try at each of them.
        while at < bytes.count, tries < 64 {
            if bytes[at] == 0x7B {
                tries += 1
                if case .success(let (record, _)) = Self.record(bytes.extracting(at..<bytes.count)) {
                    return (at, Event(record))
                }
            }
            at += 1
        }
        return nil
    }

    private mutating func tear(_ bytes: Span<UInt8>) {
        guard tears.count < Damage.keptFindings else { return }
        tears.append(Tear(eventsBefore: eventsRead, text: bytes.text(0..<min(200, bytes.count))))
    }

    private mutating func noteRepair(_ line: LineSplitter.Line, _ count: Int) {
        note(.invalidText, line, at: 0, bytes: 0, Sentence(DamageWords.repaired), skips: false)
    }

    private mutating func note(
        _ kind: Damage.Kind, _ line: LineSplitter.Line, at offset: Int, bytes: Int, _ detail: Sentence, skips: Bool
    ) {
        noted.note(
            Damage.Finding(
                kind: kind, line: line.number, offset: line.offset + Int64(offset), bytes: Int64(bytes),
                detail: detail), skipsLine: skips)
    }
}
