/// What a core decided: a stable code plus typed parameters, never prose. One signal gives an ordered list of them.
public enum Decision: Hashable, Sendable {
    /// On the fix just given. Recorded as the sample's own `verdict` and `reason`.
    case ruled(Ruling)
    /// On an earlier sample whose verdict was left open or is changed by what came after it.
    case settled(of: SequenceNumber, Settlement)
    /// The debounced motion state.
    case motionBecame(MotionKind)
    /// The accuracy that the receiver is to run at.
    case setProfile(ReceiverProfile)
    case dwellBegan(DwellCause, anchor: SequenceNumber)
    case dwellEnded(DwellCause)
}

/// How the verdict on an earlier fix was settled.
public enum Settlement: Hashable, Sendable {
    /// A candidate that was confirmed, and is stored.
    case accepted
    /// Stored as the start of the way out of a dwell.
    case backfilled
    /// The newest fix in motion that only spacing had turned away, stored as the end of the line.
    case openEnd
    /// A candidate that was not confirmed, or a fix turned away when it was tried again.
    case refused(Ruling)
}

/// Why a dwell began or ended.
public enum DwellCause: String, CaseIterable, Sendable {
    /// Began: the motion sensor said stationary for long enough.
    case sensor
    /// Began: an ordinary fix lay within the circle after its time.
    case circle
    /// Began: the first plausible fix of a run lay near the last stored point.
    case launch
    /// Ended: a candidate was confirmed by a fix further out.
    case left
    /// Ended: two ordinary fixes in a row lay beyond the far limit.
    case far
    /// Ended: tracking was turned off.
    case trackingOff = "tracking-off"
}

/// How the receiver is to be run.
public struct ReceiverProfile: Hashable, Sendable {
    public enum Accuracy: String, CaseIterable, Sendable {
        case bestForNavigation, best, nearestTenMeters, hundredMeters, kilometer, threeKilometers
    }
    public enum Activity: String, CaseIterable, Sendable { case other, automotive, fitness, navigation, airborne }

    public var accuracy: Accuracy
    /// Distance filter in metres; 0 is none.
    public var filter: Int
    public var activity: Activity
    public var receiverOn: Bool
    /// What the profile is for: `best`, `reduced`, `probing` …
    public var label: String

    public init(
        accuracy: Accuracy, filter: Int = 0, activity: Activity = .other, receiverOn: Bool = true, label: String
    ) {
        self.accuracy = accuracy
        self.filter = filter
        self.activity = activity
        self.receiverOn = receiverOn
        self.label = label
    }
}
