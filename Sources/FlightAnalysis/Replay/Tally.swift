/// How often each of a few things came. Most come again right after themselves: a list that is asked from the last hit
/// on is faster than a dictionary.
struct Tally<Key: Hashable, Count> {
    private var entries: [(key: Key, count: Count)] = []
    private var last = 0

    /// Changes the count of `key`, which begins at `zero`.
    @inline(__always)
    mutating func update(_ key: Key, from zero: Count, _ change: (inout Count) -> Void) {
        if last >= entries.count || entries[last].key != key { last = index(of: key, zero) }
        change(&entries[last].count)
    }

    private mutating func index(of key: Key, _ zero: Count) -> Int {
        if let index = entries.firstIndex(where: { $0.key == key }) { return index }
        entries.append((key, zero))
        return entries.count - 1
    }

    var dictionary: [Key: Count] { Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.count) }) }
}

extension Tally: Sendable where Key: Sendable, Count: Sendable {}
