import FieldModel

/// Watches the numbers of a log, which rise by one from record to record over events and samples alike: what is missing
/// was written and is not there.
public struct SequenceWatch: Hashable, Sendable {
    /// How many missing stretches are kept one by one.
    static let keptStretches = 20

    public private(set) var first: SequenceNumber?
    public private(set) var last: SequenceNumber = 0
    /// Numbers between the first and the last that no record has.
    public private(set) var missing: Int64 = 0
    /// Where they are, the first few.
    public private(set) var stretches: [ClosedRange<SequenceNumber>] = []
    /// Records whose number another one had before.
    public private(set) var repeated = 0

    mutating func note(_ n: SequenceNumber) {
        guard n > 0 else { return }
        guard first != nil else {
            first = n
            last = n
            return
        }
        if n == last + 1 {
            last = n
        } else if n > last {
            missing = missing.adding(Int64(clamping: n - last - 1))
            if stretches.count < Self.keptStretches { stretches.append(last + 1...n - 1) }
            last = n
        } else {
            repeated += 1
        }
    }

    /// As the listings have it. `explained`: what the writer itself says it lost or removed.
    func value(of part: String, explained: Int64) -> Value {
        .object([
            .init("part", .string(part)),
            .init("first", first.map { .whole($0) } ?? .null), .init("last", first == nil ? .null : .whole(last)),
            .init("missing", .integer(missing)), .init("explained", .integer(min(missing, explained))),
            .init("repeated", .whole(repeated)),
            .init("stretches", .array(stretches.map { .array([.whole($0.lowerBound), .whole($0.upperBound)]) })),
        ])
    }
}
