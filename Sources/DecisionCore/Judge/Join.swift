import FieldModel

/// The way between two neighbouring unmarked ordinary points.
public struct Join: Hashable, Sendable {
    /// Why no line is drawn: a connector has no length and uncovers nothing.
    public enum Gap: String, CaseIterable, Sendable {
        /// A coarse point lies between.
        case coarse
        /// The process did not run in between.
        case hole
        /// A new run, or tracking was turned off in between.
        case segment
        /// Too long a pause and too far.
        case pause
        /// Faster than anything that moves so.
        case speed
        /// One end without satellite speed lies within the error of the other.
        case error
    }

    /// Indices of the points.
    public var from: Int
    public var to: Int
    /// mm
    public var distance: Int64
    /// Nil for a solid line.
    public var gap: Gap?

    public var isSolid: Bool { gap == nil }

    /// The part of a join's length that lies before each of `borders` and after the last, in proportion to time; the
    /// parts add up to the whole.
    public static func split(_ length: Int64, from: WallTime, to: WallTime, at borders: [WallTime]) -> [Int64] {
        let time = max(1, to - from)
        var parts: [Int64] = []
        var before: Int64 = 0
        for border in borders {
            let share = Double(max(0, min(time, border - from))) / Double(time)
            let reached = Int64((Double(length) * share).rounded())
            parts.append(reached - before)
            before = reached
        }
        return parts + [length - before]
    }
}
