import FieldModel
import LogFormat
import SystemIO

/// Entries of one file that stand together.
struct EntryBatch: Sendable {
    /// One of the two is empty: a file holds events or samples.
    var events: [Event] = []
    var samples: [Sample] = []
    /// Cut-off lines found since the batch before, in order.
    var tears: [EventReader.Tear] = []
    /// How far the file was read for it, in bytes.
    var offset: Int64 = 0

    var count: Int { max(events.count, samples.count) }

    mutating func clear() {
        events.removeAll(keepingCapacity: true)
        samples.removeAll(keepingCapacity: true)
        tears.removeAll(keepingCapacity: true)
    }
}

/// Reads one file batch by batch. A class: it owns the position in its file. Sendable, because only one thread at a time
/// has it.
final class BatchReader: @unchecked Sendable {
    enum Content {
        case events(EventReader)
        case samples(SampleReader)
    }

    private let source: ByteSource
    private var content: Content
    private var torn: [LogPart.TornPiece]
    private var buffer: [UInt8] = []
    private var tearsGiven = 0
    private var isFinished = false

    init(_ source: ByteSource, _ content: Content, torn: [LogPart.TornPiece] = []) {
        self.source = source
        self.content = content
        self.torn = torn.sorted { $0.offset < $1.offset }
    }

    /// Everything that was wrong with the file so far.
    var damage: Damage {
        switch content {
        case .events(let reader): reader.damage
        case .samples(let reader): reader.damage
        }
    }

    /// Whether the bytes come without waiting for somebody else.
    var isPrompt: Bool { source.isPrompt }

    /// Replaces a batch by the next one, which may be empty; false behind the last.
    func read(into batch: inout EntryBatch) throws(IOError) -> Bool {
        guard !isFinished else { return false }
        batch.clear()
        noteTorn(upTo: source.offset)
        let most = torn.first.map { Int(min(Int64(ByteSource.chunkSize), $0.offset - source.offset)) }
        let more = try source.next(into: &buffer, most: max(1, most ?? ByteSource.chunkSize))
        isFinished = !more
        if !more { noteTorn(upTo: .max) }
        read(more, into: &batch)
        batch.offset = source.offset
        return true
    }

    /// A recovery moved torn pieces out: each comes between what stands before and behind its place.
    private func noteTorn(upTo offset: Int64) {
        while let piece = torn.first, piece.offset <= offset {
            torn.removeFirst()
            guard case .events(var reader) = content else { continue }
            reader.noteTear(piece.text, bytes: piece.bytes, at: piece.offset)
            content = .events(reader)
        }
    }

    /// Reads the chunk, moving the reader out and in again so that it is not copied.
    private func read(_ more: Bool, into batch: inout EntryBatch) {
        switch content {
        case .events(var reader):
            content = .samples(SampleReader())
            more ? reader.feed(buffer.span, into: &batch.events) : reader.finish(into: &batch.events)
            batch.tears += reader.tears.dropFirst(tearsGiven)
            tearsGiven = reader.tears.count
            content = .events(reader)
        case .samples(var reader):
            content = .events(EventReader())
            more ? reader.feed(buffer.span, into: &batch.samples) : reader.finish(into: &batch.samples)
            content = .samples(reader)
        }
    }
}
