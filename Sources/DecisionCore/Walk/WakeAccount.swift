import FieldModel

/// What started or resumed the app each time, how far from where it had last seen the phone, and how late.
///
/// A fence round the place left cannot fire before its radius: it saves what lies beyond.
public struct WakeAccount: Sendable {
    public struct Wake: Hashable, Sendable {
        /// The number of the record.
        public var n: SequenceNumber
        public var time: WallTime
        public var cause: WakeCause
        /// mm from the last good fix before to the first good one after; nil where either is missing.
        public var distance: Int64?
        /// ms from the first sign of movement to the first good fix; nil where nothing told of movement.
        public var delay: Int64?

        /// mm of the way that a departure fence of `radius` mm would have saved; nil where the distance is unknown.
        public func saved(byFence radius: Int64) -> Int64? { distance.map { max(0, $0 - radius) } }
    }

    public private(set) var wakes: [Wake] = []
    private var validity = Validity()
    private var rules = TrailRules()
    /// The last good fix, and the one before the wake that has none after it yet.
    private var last: Fix?
    private var left: Fix?
    private var firstMovement: WallTime?
    /// The newest wakes that no good fix has followed yet.
    private var waiting = 0

    public init() {}

    public mutating func take(_ signal: Signal, at stamp: Stamp) {
        switch signal {
        case .woken(let cause):
            // A second cause within one wake is another line of the same story.
            if waiting == 0 { left = last }
            wakes.append(Wake(n: stamp.n, time: stamp.wallTime, cause: cause))
            waiting += 1
        case .launched: validity.beginRun()
        case .motionRead(let reading) where reading.kind.isMoving:
            firstMovement = firstMovement ?? reading.since ?? stamp.wallTime
        case .motionRead(let reading) where reading.kind == .stationary: firstMovement = nil
        case .fixArrived(let fix): arrive(fix)
        default: break
        }
    }

    private mutating func arrive(_ fix: Fix) {
        var nobody = Unheard()
        guard validity.refuse(fix, rules, &nobody) == nil,
            Int64(fix.horizontalAccuracy.rawValue) <= rules.ordinaryAccuracy
        else { return }
        last = fix
        for index in wakes.indices.suffix(waiting) {
            wakes[index].distance = left.map { Distance.between($0, fix) }
            wakes[index].delay = firstMovement.map { max(0, fix.sampleTime - $0) }
        }
        if waiting > 0 { firstMovement = nil }
        waiting = 0
    }
}
