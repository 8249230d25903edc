import FieldModel
import LogFormat
import SystemIO

/// The entries of one file in order, read as far as they are asked for. A class: it owns the position in its file.
final class EntryStream {
    enum Content {
        case events(EventReader)
        case samples(SampleReader)
    }

    let path: String
    private let source: ByteSource
    private var content: Content
    private var torn: [LogPart.TornPiece]
    private var buffer: [UInt8] = []
    private var events: [Event] = []
    private var samples: [Sample] = []
    private var next = 0
    private var isFinished = false
    private var tearsSeen = 0
    /// Events before the next tear; beyond all where there is none.
    private var nextTear = Int.max
    /// Events given out before the current batch.
    private var eventsBefore = 0
    /// Rises with the entries of the file, whatever its clocks do.
    private(set) var key: UInt64 = 0
    private let byNumber: Bool

    /// - Parameters:
    ///   - byNumber: whether the log numbers its records; else they are ordered by their wall clocks.
    init(path: String, source: ByteSource, content: Content, torn: [LogPart.TornPiece] = [], byNumber: Bool) {
        self.path = path
        self.source = source
        self.content = content
        self.torn = torn.sorted { $0.offset < $1.offset }
        self.byNumber = byNumber
    }

    /// Everything that was wrong with the file so far.
    var damage: Damage {
        switch content {
        case .events(let reader): reader.damage
        case .samples(let reader): reader.damage
        }
    }

    var refusal: SampleHeader.Refusal? {
        if case .samples(let reader) = content { reader.refusal } else { nil }
    }

    /// Makes `key` that of the next entry; false at the end of the file.
    func prepare() throws(IOError) -> Bool {
        guard try more() else { return false }
        foresee(nextStamp)
        return true
    }

    /// The stamp of the entry that `prepare` found.
    var nextStamp: Stamp { samples.isEmpty ? events[next].record.stamp : samples[next].stamp }

    /// Sets the key to that of an entry.
    func foresee(_ stamp: Stamp?) {
        guard let stamp else { return }
        key = max(key, ownKey(stamp))
    }

    /// Where an entry belongs by itself; what has no number of its own stays with what stands before it.
    private func ownKey(_ stamp: Stamp) -> UInt64 {
        byNumber ? stamp.n : UInt64(bitPattern: stamp.wallTime.rawValue) ^ 1 << 63
    }

    /// Bytes of the file that were read so far.
    var bytesRead: Int64 { source.offset }

    /// Why giving stopped.
    enum Stop {
        /// There is a next entry: to be compared with those of other streams.
        case next
        case ended
        /// Whoever takes them has enough.
        case enough
    }

    /// Gives out the entry that `prepare` found, and those of its batch behind it up to a key, with the tears that stand
    /// before them; then prepares the next one. The batch is held meanwhile, so that an entry costs no look at this object.
    func give(
        upTo bound: UInt64, _ count: inout Int, goesOn: () -> Bool, _ visit: (LogEntry) -> Void
    ) throws(IOError) -> Stop {
        if let stop = giveBatch(upTo: bound, &count, goesOn, visit) { return stop }
        // The batch is through, and let go of before the next one takes its place.
        return try prepare() ? .next : .ended
    }

    /// Gives out what is left of the batch; nil where all of it went.
    private func giveBatch(
        upTo bound: UInt64, _ count: inout Int, _ goesOn: () -> Bool, _ visit: (LogEntry) -> Void
    ) -> Stop? {
        let (events, samples) = (events, samples)
        var (index, key, tear, isFirst) = (next, key, nextTear, true)
        defer { (next, self.key) = (index, key) }
        while index < max(events.count, samples.count) {
            key = max(key, ownKey(samples.isEmpty ? events[index].record.stamp : samples[index].stamp))
            if key > bound, !isFirst { return .next }
            isFirst = false
            if samples.isEmpty {
                if eventsBefore + index >= tear { tear = giveTears(before: eventsBefore + index, visit) }
                visit(.event(events[index]))
            } else {
                visit(.sample(samples[index]))
            }
            index += 1
            count += 1
            guard goesOn() else { return .enough }
        }
        return nil
    }

    /// The next batch that has something in it; false at the end of the file.
    private func more() throws(IOError) -> Bool {
        while next >= max(events.count, samples.count) {
            guard try refill() else { return false }
        }
        return true
    }

    /// What stands behind the last entry: a tail that was cut off.
    func finish(_ visit: (LogEntry) -> Void) { _ = giveTears(before: .max, visit) }

    /// Gives out the tears up to a number of events, and says before how many the next one stands.
    private func giveTears(before count: Int, _ visit: (LogEntry) -> Void) -> Int {
        guard case .events(let reader) = content, tearsSeen < reader.tears.count else { return .max }
        while tearsSeen < reader.tears.count, reader.tears[tearsSeen].eventsBefore <= count {
            visit(.tear(reader.tears[tearsSeen]))
            tearsSeen += 1
        }
        nextTear = tearsSeen < reader.tears.count ? reader.tears[tearsSeen].eventsBefore : .max
        return nextTear
    }

    private func refill() throws(IOError) -> Bool {
        guard !isFinished else { return false }
        eventsBefore += events.count
        events.removeAll(keepingCapacity: true)
        samples.removeAll(keepingCapacity: true)
        next = 0
        noteTorn(upTo: source.offset)
        let most = torn.first.map { Int(min(Int64(ByteSource.chunkSize), $0.offset - source.offset)) }
        let more = try source.next(into: &buffer, most: max(1, most ?? ByteSource.chunkSize))
        isFinished = !more
        if !more { noteTorn(upTo: .max) }
        read(more)
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
    private func read(_ more: Bool) {
        switch content {
        case .events(var reader):
            content = .samples(SampleReader())
            more ? reader.feed(buffer.span, into: &events) : reader.finish(into: &events)
            if nextTear == .max, tearsSeen < reader.tears.count { nextTear = reader.tears[tearsSeen].eventsBefore }
            content = .events(reader)
        case .samples(var reader):
            content = .events(EventReader())
            more ? reader.feed(buffer.span, into: &samples) : reader.finish(into: &samples)
            content = .samples(reader)
        }
    }
}
