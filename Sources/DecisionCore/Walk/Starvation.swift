import FieldModel

/// Whether a receiver that should have run gave far too little: 124 fixes where the phone beside it had 6,808.
public struct Starvation: Equatable, Sendable {
    /// Under this part of a fix a second …
    public static let leastShare = 0.1
    /// … over this long or longer, in ms: starved.
    public static let leastTime: Int64 = 600_000

    /// Accepted while the receiver ran.
    public private(set) var fixes = 0
    /// ms that the receiver was to run.
    public private(set) var duration: Int64 = 0
    /// ms of that without a fix at most.
    public private(set) var longestGap: Int64 = 0
    /// While the receiver runs: when it was started, or the newest fix.
    private var last: WallTime?

    public init() {}

    /// The receiver was started or stopped.
    public mutating func turn(on: Bool, at time: WallTime) {
        if last != nil { pass(to: time) }
        last = on ? time : nil
    }

    /// An accepted fix, by its sample time.
    public mutating func add(_ time: WallTime) {
        guard last != nil else { return }
        fixes += 1
        pass(to: time)
    }

    private mutating func pass(to time: WallTime) {
        guard let last, time > last else { return }
        duration += time - last
        longestGap = max(longestGap, time - last)
        self.last = time
    }

    /// The part of a fix a second that came; nil without a duration.
    public var share: Double? { duration > 0 ? Double(fixes) * 1000 / Double(duration) : nil }

    public var isStarved: Bool { duration >= Self.leastTime && (share ?? 1) < Self.leastShare }
}
