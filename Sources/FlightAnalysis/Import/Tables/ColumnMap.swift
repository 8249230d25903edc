import FieldModel

/// Which columns of a foreign table are which of ours: what `--map` says first, then names that are well known.
public struct ColumnMap: Hashable, Sendable {
    /// By the table's own names.
    private var pairs: [String: FixColumn] = [:]

    public init() {}

    /// What `--map` may name.
    static let mappable: [FixColumn] = [
        .t, .recv, .lat, .lon, .hacc, .alt, .vacc, .speed, .sacc, .course, .cacc, .motion,
    ]

    /// Reads `column=name` pairs, separated by commas. Where both sides could be ours the left one is the table's; where
    /// only the left one is, the pair is turned round.
    public init(_ texts: [String]) throws(ImportError) {
        for text in texts {
            for pair in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
                try add(pair)
            }
        }
    }

    private mutating func add(_ pair: String) throws(ImportError) {
        // A foreign name may hold an equals sign, ours never do.
        guard let sign = pair.lastIndex(of: "=") else { throw .map(pair: pair, reason: "there is no '=' in it") }
        let left = String(pair[..<sign]).trimmed, right = String(pair[pair.index(after: sign)...]).trimmed
        if let column = Self.ours(right) {
            pairs[left] = column
        } else if let column = Self.ours(left) {
            pairs[right] = column
        } else {
            throw .map(pair: pair, reason: "neither '\(left)' nor '\(right)' is a column of a log")
        }
    }

    private static func ours(_ name: String) -> FixColumn? {
        FixColumn(rawValue: name).flatMap { mappable.contains($0) ? $0 : nil }
    }

    /// The names that the map speaks of and the table lacks.
    func missing(from names: [String]) -> [String] { pairs.keys.filter { !names.contains($0) }.sorted() }

    /// What each column is; nil for one that is kept as it is. A column of ours is taken once: mapped first, then the
    /// first whose name is known.
    func columns(for names: [String]) -> [FixColumn?] {
        var taken = Set(names.compactMap { pairs[$0] })
        return names.map { name in
            if let mapped = pairs[name] { return mapped }
            guard let known = ForeignName.column(name), taken.insert(known).inserted else { return nil }
            return known
        }
    }
}
