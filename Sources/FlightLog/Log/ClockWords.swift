import CCrashTap

/// The words of a clock: wall, boot, up. They lie still in memory, since a handler of fatal signals reads them; each is an
/// atomic of its own.
final class ClockWords: @unchecked Sendable {
    /// What the log reads; it keeps the clock, and so these.
    let start: UnsafeMutablePointer<Int64>
    private let count: Int

    init(_ values: [Int64]) {
        count = values.count
        start = .allocate(capacity: count)
        start.initialize(from: values, count: count)
    }

    deinit { start.deallocate() }

    subscript(index: Int) -> Int64 {
        get { ct_clock_word(start + index) }
        set { ct_clock_set(start + index, newValue) }
    }

    func add(_ milliseconds: Int64, to index: Int) { ct_clock_add(start + index, milliseconds) }
}
