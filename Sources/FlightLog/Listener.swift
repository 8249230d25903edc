import CCrashTap
import FieldModel
import SystemIO

/// Follows the rings of a log from a thread of its own. A record pays nothing for it: what is new is copied out of the ring
/// now and then, and what went by too fast is counted.
final class Listener: @unchecked Sendable {
    private let log: MappedLog
    private let hear: @Sendable (LiveLines) -> Void
    private let period: Int64
    private let worker = Worker()
    /// Of the thread alone.
    private var tail: ct_tail
    private var told: UInt64 = 0

    /// Bytes of a stream that are told at once; more than the longest line.
    private static let room = 131_072

    init(_ log: MappedLog, every period: Int64, _ hear: @escaping @Sendable (LiveLines) -> Void) {
        self.log = log
        self.hear = hear
        self.period = max(1, period)
        tail = ct_tail_begin(log.tap)
    }

    func start() {
        worker.start { [self] in
            turn()
            return period
        }
    }

    /// What was recorded until now is told before the thread ends.
    func stop() {
        worker.stop()
        turn()
    }

    private func turn() {
        withUnsafeTemporaryAllocation(byteCount: 2 * Self.room, alignment: 8) { memory in
            let bytes = memory.baseAddress!.assumingMemoryBound(to: UInt8.self)
            while true {
                var counts = [0, 0]
                ct_tail_read(log.tap, &tail, [bytes, bytes + Self.room], Self.room, &counts)
                let missed = tail.missed - told
                told = tail.missed
                guard counts != [0, 0] || missed > 0 else { return }
                var lines: [LiveLines.Line] = []
                for stream in Stream.allCases {
                    let index = Int(stream.rawValue)
                    let part = UnsafeBufferPointer(start: bytes + index * Self.room, count: counts[index])
                    for line in part.split(separator: UInt8(ascii: "\n")) {
                        let line = UnsafeBufferPointer(rebasing: line)
                        let number = ct_line_number(stream.rawValue, line.baseAddress, line.count)
                        lines.append(
                            .init(
                                n: number, isSample: stream == .samples, text: String(decoding: line, as: UTF8.self)))
                    }
                }
                lines.sort { $0.n < $1.n }
                hear(LiveLines(lines: lines, missedBytes: missed))
            }
        }
    }
}
