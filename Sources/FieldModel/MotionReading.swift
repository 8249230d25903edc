/// What the motion sensor says a person is doing.
public enum MotionKind: String, CaseIterable, Sendable {
    case stationary, walking, running, cycling, automotive, unknown
}

/// How sure the motion sensor is.
public enum Confidence: String, CaseIterable, Comparable, Sendable {
    case low, medium, high

    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
    private var rank: Int { self == .low ? 0 : self == .medium ? 1 : 2 }
}

/// The flags of one report of the motion sensor: several may be set at once, or none.
public struct MotionFlags: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let stationary = MotionFlags(rawValue: 1)
    public static let walking = MotionFlags(rawValue: 2)
    public static let running = MotionFlags(rawValue: 4)
    public static let cycling = MotionFlags(rawValue: 8)
    public static let automotive = MotionFlags(rawValue: 16)

    /// The first set of automotive, cycling, running, walking, stationary; with none, unknown.
    public var kind: MotionKind {
        contains(.automotive)
            ? .automotive
            : contains(.cycling)
                ? .cycling
                : contains(.running)
                    ? .running
                    : contains(.walking) ? .walking : contains(.stationary) ? .stationary : .unknown
    }
}

/// One report of the motion sensor.
public struct MotionReading: Hashable, Sendable {
    public var kind: MotionKind
    /// Nil where the source gives none.
    public var confidence: Confidence?
    /// When the sensor says the state began; may lie well before its arrival.
    public var since: WallTime?

    public init(kind: MotionKind, confidence: Confidence? = nil, since: WallTime? = nil) {
        self.kind = kind
        self.confidence = confidence
        self.since = since
    }
}
