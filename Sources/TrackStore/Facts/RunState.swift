/// Where a run stands. The raw value is the code in the file.
public enum RunState: Int64, CaseIterable, Sendable {
    case recording = 0
    case paused, interrupted, finished, uploaded

    /// The states that may follow.
    public var next: [RunState] {
        switch self {
        case .recording: [.paused, .interrupted, .finished]
        case .paused: [.recording, .interrupted, .finished]
        case .interrupted: [.recording, .finished]
        case .finished: [.uploaded]
        case .uploaded: []
        }
    }

    /// The permitted steps as rows of SQL.
    static var permittedWays: String {
        allCases.flatMap { from in from.next.map { "(\(from.rawValue), \($0.rawValue))" } }.joined(separator: ", ")
    }
}

/// One recording: from tracking on to tracking off, over however many lives of the process.
public struct TrackRun: Hashable, Sendable {
    /// The key in this file; never used again, not after a deletion either.
    public var id: Int64
    /// A name that is unique beyond this file (a UUID).
    public var name: String
    public var state: RunState
    public var start: RunStart
    /// Milliseconds since the Unix epoch; nil while it may go on.
    public var ended: Int64?
    /// Usual time between two valid fixes in ms, where it was measured.
    public var interval: Int64?
    /// The numbers that the next facts get.
    public var next: FactCounters
    /// Chunks that the receiver has acknowledged.
    public var chunksSent: Int64
}

/// What the times of a run count from.
public struct RunStart: Hashable, Sendable {
    /// Milliseconds since the Unix epoch.
    public var wallTime: Int64
    /// Milliseconds since boot; nil where the source has no such clock.
    public var bootTime: Int64?
    /// Seconds east of UTC; nil where unknown.
    public var zone: Int64?

    public init(wallTime: Int64, bootTime: Int64? = nil, zone: Int64? = nil) {
        self.wallTime = wallTime
        self.bootTime = bootTime
        self.zone = zone
    }
}

/// The next sequence number of each kind of fact. They only rise.
public struct FactCounters: Hashable, Sendable {
    public var point: Int64
    public var doubted: Int64
    public var transition: Int64

    public init(point: Int64 = 0, doubted: Int64 = 0, transition: Int64 = 0) {
        self.point = point
        self.doubted = doubted
        self.transition = transition
    }
}
