import FieldModel

/// What the log says of a point beside its fix: what was the case then, and the verdict of that moment.
public struct PointNote: Hashable, Sendable {
    public var annotations = Annotations()
    public var verdict: Verdict?
    /// A code, also one that this version does not know; empty for none.
    public var reason = ""
}

/// The notes of every sample of a log, by its number. Few are different, and most samples have the note of the one before
/// them: each is kept once, and only where it changes is it said which one holds.
struct PointNotes {
    private struct Change {
        var n: SequenceNumber
        var note: Int32
    }

    private(set) var table: [PointNote] = []
    private var places: [PointNote: Int32] = [:]
    private var changes: [Change] = []

    /// Notes of samples without a number cannot be found again, and are not kept.
    mutating func take(_ note: PointNote, at n: SequenceNumber) {
        guard n > 0, changes.last.map({ table[Int($0.note)] != note }) ?? true else { return }
        let place = places[note] ?? Int32(table.count)
        if Int(place) == table.count {
            table.append(note)
            places[note] = place
        }
        changes.append(Change(n: n, note: place))
    }

    /// The place in the table of the note that holds for a sample; nil where none does.
    func place(of n: SequenceNumber) -> Int32? {
        guard n > 0 else { return nil }
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].n <= n { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? changes[low - 1].note : nil
    }
}
