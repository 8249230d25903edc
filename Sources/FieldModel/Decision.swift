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
    /// With the stay that it was; nil where nothing was seen after the anchor.
    case dwellEnded(DwellCause, Stay?)
    /// A timer or a service of the platform.
    case effect(Effect)
    /// A state machine of the core went on.
    case stateChanged(StateChange)
    /// On a dot of a walking game.
    case dotRuled(DotRuling)
    /// Where a report of the platform was filed among the visits.
    case visitFiled(VisitFiling)
    /// Which way is taken, because of what the user allows.
    case pathChosen(PathChoice)
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
    /// Began: the first plausible fix of a run lay near the last stored point. Ended: it lay further away.
    case launch
    /// Ended: a candidate was confirmed by a fix further out.
    case left
    /// Ended: two ordinary fixes in a row lay beyond the far limit.
    case far
    /// Ended: tracking was turned off.
    case trackingOff = "tracking-off"
}

/// A dwell that was seen: being still in one place, from fixes.
public struct Stay: Hashable, Sendable {
    /// A stretch of time, both ends sample times.
    public struct Span: Hashable, Sendable {
        public var from: WallTime
        public var to: WallTime

        @inlinable public init(from: WallTime, to: WallTime) {
            self.from = from
            self.to = to
        }

        /// Milliseconds.
        @inlinable public var length: Int64 { to - from }
    }

    /// The number of the fix that it lies at.
    public var anchor: SequenceNumber
    /// 1e-7 degree, of the anchor.
    public var latitude: Int32
    /// 1e-7 degree, of the anchor.
    public var longitude: Int32
    /// From the beginning of the stillness to the last fix seen at the place.
    public var span: Span
    /// Stretches in which no fix showed that it went on, in order of time.
    public var unobserved: [Span]

    public init(anchor: SequenceNumber, latitude: Int32, longitude: Int32, span: Span, unobserved: [Span] = []) {
        self.anchor = anchor
        self.latitude = latitude
        self.longitude = longitude
        self.span = span
        self.unobserved = unobserved
    }
}

/// How the receiver is to be run.
public struct ReceiverProfile: Hashable, Sendable {
    /// The accuracy asked for, as a location manager names it.
    public enum Accuracy: String, CaseIterable, Sendable {
        case bestForNavigation, best, nearestTenMeters, hundredMeters, kilometer, threeKilometers
    }
    /// What the receiver is told that the user does.
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
