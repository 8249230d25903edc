import FieldModel
import LogFormat
import SystemIO

/// The entries of one file in order, read as far as they are asked for. A class: it owns the position in its file. What
/// turns out long is read ahead on a thread of its own, by the same reader, so that nothing comes out differently.
final class EntryStream {
    let path: String
    private let reader: BatchReader
    private var ahead: WorkAhead<EntryBatch, IOError>?
    private let readsAhead: Bool
    private var batch = EntryBatch()
    private var next = 0
    /// Tears not yet given out, in order.
    private var tears: [EventReader.Tear] = []
    /// Events given out before the current batch.
    private var eventsBefore = 0
    /// Rises with the entries of the file, whatever its clocks do.
    private(set) var key: UInt64 = 0
    private let byNumber: Bool

    /// From so many bytes on a thread of its own is worth its start.
    private static let aheadFrom: Int64 = 1 << 18
    private static let batchesAhead = 2

    /// - Parameters:
    ///   - byNumber: whether the log numbers its records; else they are ordered by their wall clocks.
    ///   - readsAhead: whether a second thread may help.
    init(path: String, _ reader: BatchReader, byNumber: Bool, readsAhead: Bool = false) {
        self.path = path
        self.reader = reader
        self.byNumber = byNumber
        self.readsAhead = readsAhead && reader.isPrompt
    }

    /// Everything that was wrong with the file; asked for at its end.
    var damage: Damage { reader.damage }

    /// Makes `key` that of the next entry; false at the end of the file.
    func prepare() throws(IOError) -> Bool {
        guard try more() else { return false }
        foresee(nextStamp)
        return true
    }

    /// The stamp of the entry that `prepare` found.
    var nextStamp: Stamp { batch.samples.isEmpty ? batch.events[next].record.stamp : batch.samples[next].stamp }

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
    var bytesRead: Int64 { batch.offset }

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
        let (events, samples) = (batch.events, batch.samples)
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
        while next >= batch.count {
            eventsBefore += batch.events.count
            next = 0
            // Emptied here, since the thread that reads ahead has more to do than the one that takes.
            batch.clear()
            guard try nextBatch() else { return false }
            tears += batch.tears
        }
        return true
    }

    private func nextBatch() throws(IOError) -> Bool {
        if let ahead { return try ahead.exchange(&batch) }
        guard try reader.read(into: &batch) else { return false }
        if readsAhead, batch.offset >= Self.aheadFrom {
            let spare = [EntryBatch](repeating: EntryBatch(), count: Self.batchesAhead)
            ahead = WorkAhead(spare: spare) { [reader] (batch) throws(IOError) in try reader.read(into: &batch) }
        }
        return true
    }

    /// What stands behind the last entry: a tail that was cut off.
    func finish(_ visit: (LogEntry) -> Void) { _ = giveTears(before: .max, visit) }

    /// Events before the next tear; beyond all where there is none.
    private var nextTear: Int { tears.first?.eventsBefore ?? .max }

    /// Gives out the tears up to a number of events, and says before how many the next one stands.
    private func giveTears(before count: Int, _ visit: (LogEntry) -> Void) -> Int {
        while let tear = tears.first, tear.eventsBefore <= count {
            visit(.tear(tear))
            tears.removeFirst()
        }
        return nextTear
    }
}
