import FieldModel

/// How many fixes came in each stretch of time, and how many of them were accepted. Stretches begin as minutes and double
/// where a log is so long that there would be too many of them.
struct FixCounts: Sendable {
    struct Count: Hashable, Sendable {
        var accepted = 0
        var other = 0
    }

    static let mostStretches = 6_000

    /// ms
    private(set) var stretch: Int64 = 60_000
    /// By the number of the stretch since the Unix epoch.
    private(set) var counts: [Int64: Count] = [:]

    mutating func add(at time: WallTime, accepted: Bool) {
        let slot = time.rawValue.flooredDivision(by: stretch)
        counts[slot, default: Count()].accepted += accepted ? 1 : 0
        counts[slot, default: Count()].other += accepted ? 0 : 1
        if counts.count > Self.mostStretches { double() }
    }

    private mutating func double() {
        stretch *= 2
        var wider: [Int64: Count] = [:]
        for (slot, count) in counts {
            wider[slot.flooredDivision(by: 2), default: Count()].accepted += count.accepted
            wider[slot.flooredDivision(by: 2), default: Count()].other += count.other
        }
        counts = wider
    }

    /// In order of time: begin of the stretch, and what came in it.
    var inOrder: [(from: Int64, count: Count)] {
        counts.sorted { $0.key < $1.key }.map { ($0.key * stretch, $0.value) }
    }
}
