/// When what is derived is worth recomputing while points come: with every batch in the foreground, where somebody looks;
/// in the background at most every 100 points. Pure.
import FieldModel

/// When it is worth making what is derived anew while points come.
public struct RecomputePace: Hashable, Sendable {
    /// Points between two recomputes in the background.
    public static let backgroundPoints = 100

    private var waiting = 0
    private var span: Stay.Span?

    public init() {}

    /// A point was stored. Returns the span to recompute where it is time.
    public mutating func stored(at time: WallTime, inBackground: Bool) -> Stay.Span? {
        waiting += 1
        let begun = span ?? Stay.Span(from: time, to: time)
        span = Stay.Span(from: min(begun.from, time), to: max(begun.to, time))
        return waiting >= (inBackground ? Self.backgroundPoints : FactQueue.batchSize) ? take() : nil
    }

    /// What still waits, on coming to the foreground and before an export; nil where nothing does.
    public mutating func take() -> Stay.Span? {
        waiting = 0
        defer { span = nil }
        return span
    }
}
