import FieldModel

/// What a recompute is compared by.
struct DerivedState {
    var summary: DerivedSummary
    var marks: Set<Mark>
    /// mm by day
    var lengths: [Int64: Int64]
    var stays: Set<KeptStay>
    var verdicts: Set<Verdict>

    init(_ derived: borrowing DerivedDatabase) throws(TrackStoreError) {
        summary = try derived.summary()
        marks = Set(try derived.marks())
        lengths = try derived.lengths()
        stays = Set(try derived.stays())
        verdicts = Set(try derived.verdicts())
    }
}

/// What a recompute changed against the last result: places, lengths, marks.
public struct DerivedChange: Hashable, Sendable {
    public var before: DerivedSummary
    public var after: DerivedSummary
    public var marksGained: Int
    public var marksLost: Int
    public var staysGained: Int
    public var staysLost: Int
    /// Doubted fixes that count as points now, and points that count no longer, against what the phone decided.
    public var restored: Int
    public var refused: Int
    /// Days (since 1970-01-01) whose length changed, with the difference in mm.
    public var days: [Int64: Int64]

    init(from before: DerivedState, to after: DerivedState) {
        self.before = before.summary
        self.after = after.summary
        marksGained = after.marks.subtracting(before.marks).count
        marksLost = before.marks.subtracting(after.marks).count
        staysGained = after.stays.subtracting(before.stays).count
        staysLost = before.stays.subtracting(after.stays).count
        restored = after.verdicts.count { $0.isDoubted }
        refused = after.verdicts.count { $0.outcome == .refused }
        days = after.lengths.merging(before.lengths.mapValues { -$0 }, uniquingKeysWith: +).filter { $0.value != 0 }
    }

    /// Whether the result is the same as before.
    public var isNothing: Bool {
        before == after && marksGained + marksLost + staysGained + staysLost + days.count == 0
    }
}

extension DerivedChange: CustomStringConvertible {
    public var description: String {
        let length = Double(after.solid - before.solid) / 1e6
        return "points \(before.points) -> \(after.points), solid line \(length < 0 ? "" : "+")\(length) km, "
            + "judged again \(restored) restored and \(refused) refused, marks +\(marksGained) -\(marksLost), "
            + "stays +\(staysGained) -\(staysLost), "
            + "tiles \(before.tiles) -> \(after.tiles), days changed \(days.count)"
    }
}
