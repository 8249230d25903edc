/// Facts that wait to be written, as a pure machine: it numbers them, says when a batch is due, and takes a failed batch
/// back to its front. Time comes in with each fact.
import FieldModel

/// Facts that wait to be written together.
public struct FactQueue: Sendable {
    /// Facts that make a batch due.
    public static let batchSize = 20
    /// Milliseconds on any steady clock after which a batch is due.
    public static let batchTime: Int64 = 10_000

    /// The numbers that the next facts get.
    public private(set) var next: FactCounters
    /// Oldest first.
    public private(set) var pending: [NumberedFact] = []
    private var oldest: Int64?

    public init(next: FactCounters) { self.next = next }

    /// Numbers a fact and puts it last. `clock` is in ms.
    public mutating func append(_ fact: Fact, at clock: Int64) {
        switch fact {
        case .point:
            pending.append(NumberedFact(seq: next.point, fact))
            next.point += 1
        case .doubted:
            pending.append(NumberedFact(seq: next.doubted, fact))
            next.doubted += 1
        case .transition:
            pending.append(NumberedFact(seq: next.transition, before: next.point, fact))
            next.transition += 1
        }
        if oldest == nil { oldest = clock }
    }

    /// Whether it is time to write.
    public func isDue(at clock: Int64) -> Bool {
        guard let oldest else { return false }
        return pending.count >= Self.batchSize || clock - oldest >= Self.batchTime
    }

    /// Hands out everything that waits.
    public mutating func take() -> [NumberedFact] {
        let batch = pending
        pending = []
        oldest = nil
        return batch
    }

    /// Takes back a batch that could not be written: before whatever came since, with the numbers it has. It is due
    /// again a batch time after `clock`.
    public mutating func putBack(_ batch: [NumberedFact], at clock: Int64) {
        pending = batch + pending
        oldest = pending.isEmpty ? nil : clock
    }
}
