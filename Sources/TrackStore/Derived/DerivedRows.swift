import FieldModel

/// A stretch of the track with what came out of it.
public struct Stretch: Hashable, Sendable {
    /// Of its first point.
    public var since: WallTime
    public var until: WallTime
    public var points: Int
    /// mm of solid line; a join from the stretch before belongs to this one.
    public var solid: Int64
    /// mm between the ends of connectors.
    public var dashed: Int64
    public var spikes: Int
}

/// A solid line without a gap: consecutive joins.
public struct Piece: Hashable, Sendable {
    public var since: WallTime
    public var until: WallTime
    /// mm
    public var length: Int64
}

/// A connector: what is not known between two points.
public struct Connector: Hashable, Sendable {
    public var since: WallTime
    public var until: WallTime
    /// mm
    public var distance: Int64
    /// Why there is no line: a code of `Join.Gap`.
    public var gap: String
}

/// A point that the judge marked.
public struct Mark: Hashable, Sendable {
    public var run: Int64
    public var seq: Int64
    public var time: WallTime
}

/// A time range in which a line passed a block: the points from `since` to `until` draw it.
public struct Passage: Hashable, Sendable {
    public var block: Block
    public var since: WallTime
    public var until: WallTime
}

/// Length and time of solid line on a day of the user's zone, from one stretch.
public struct DayShare: Hashable, Sendable {
    /// `since` of the stretch.
    public var stretch: WallTime
    /// Days since 1970-01-01 in the zone that held.
    public var day: Int64
    /// mm
    public var length: Int64
    /// ms
    public var time: Int64
}

/// A stay as it is to be shown, corrections included.
public struct KeptStay: Hashable, Sendable {
    public var since: WallTime
    public var until: WallTime
    /// 1e-7 degree
    public var latitude: Int32
    public var longitude: Int32
    /// ms of it in which nothing showed that it went on.
    public var unobserved: Int64
    /// A name given by the user, or nil.
    public var note: String?
    /// Whether the user corrected or added it.
    public var isCorrected: Bool
}
