import FieldModel

/// A fix that is stored: what lines, lengths and stays are made of.
public struct TrailPoint: Hashable, Sendable {
    /// How it came to be stored.
    public enum Origin: String, CaseIterable, Sendable {
        /// Accepted as it came.
        case direct
        /// A candidate that a later fix confirmed.
        case confirmed
        case backfilled, openEnd
    }

    public var held: NumberedFix
    /// Worse than ordinary: stored, not drawn, and it breaks the line.
    public var isCoarse: Bool
    public var origin: Origin
    /// Counts launches and turnings-on of tracking: two points of different segments are never joined.
    public var segment: Int

    public init(_ held: NumberedFix, isCoarse: Bool = false, origin: Origin = .direct, segment: Int = 0) {
        self.held = held
        self.isCoarse = isCoarse
        self.origin = origin
        self.segment = segment
    }

    public var fix: Fix { held.fix }
    public var time: WallTime { held.fix.sampleTime }
}
