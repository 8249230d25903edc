/// The words of a clock: wall, boot, up. No handler reads them here, so that a lock will do.
final class ClockWords: Sendable {
    private let words: Locked<[Int64]>

    init(_ values: [Int64]) { words = Locked(values) }

    subscript(index: Int) -> Int64 {
        get { words.with { $0[index] } }
        set { words.with { $0[index] = newValue } }
    }

    func add(_ milliseconds: Int64, to index: Int) { words.with { $0[index] += milliseconds } }
}
