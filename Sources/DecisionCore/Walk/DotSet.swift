import FieldModel

/// A set of dots by their numbers in the pack, a bit each.
struct DotSet {
    private var words: [UInt64] = []

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    func contains(_ dot: Int) -> Bool {
        words.indices.contains(dot / 64) && words[dot / 64] >> UInt64(dot % 64) & 1 == 1
    }

    /// Adds a dot that there is room for.
    mutating func insert(_ dot: Int) { words[dot / 64] |= 1 << UInt64(dot % 64) }

    /// Makes room for so many dots.
    mutating func makeRoom(for dots: Int) {
        let missing = (dots + 63) / 64 - words.count
        if missing > 0 { words += [UInt64](repeating: 0, count: missing) }
    }
}

extension DotSet: StateCoding {
    var state: Value { .array(words.map { .integer(Int64(bitPattern: $0)) }) }
    init(state: Value) throws(CoreError) { words = try [Int64](state: state).map(UInt64.init(bitPattern:)) }
}
