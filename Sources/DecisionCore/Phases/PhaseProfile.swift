import FieldModel

/// The ways the receiver is run. Two labels that ask for the same settings share one, so that "the profile changed" is
/// one comparison.
public enum PhaseProfile: UInt8, CaseIterable, Sendable {
    case probing, settling, walking, steady, slow, automotive

    /// The profile of phase moving for a motion label at a tier of speed.
    public init(label: MotionKind, tier: SpeedTier) {
        self =
            switch (label, tier) {
            case (.automotive, _): .automotive
            case (.walking, ...SpeedTier.brisk): .walking
            case (.running, ...SpeedTier.swift), (.cycling, ...SpeedTier.swift): .steady
            case (.unknown, .slow), (.stationary, .slow): .slow
            case (.unknown, .brisk), (.stationary, .brisk): .steady
            default: .automotive
            }
    }

    /// The settings of the receiver.
    public var receiver: ReceiverProfile {
        switch self {
        case .probing: ReceiverProfile(accuracy: .best, label: "probing")
        case .settling: ReceiverProfile(accuracy: .hundredMeters, filter: 50, label: "settling")
        case .walking: ReceiverProfile(accuracy: .best, filter: 10, activity: .fitness, label: "walking")
        case .steady: ReceiverProfile(accuracy: .best, filter: 20, activity: .fitness, label: "steady")
        case .slow: ReceiverProfile(accuracy: .best, filter: 10, label: "slow")
        case .automotive:
            ReceiverProfile(accuracy: .bestForNavigation, filter: 50, activity: .automotive, label: "automotive")
        }
    }

    /// What a stopped receiver is recorded as.
    public static let off = ReceiverProfile(accuracy: .threeKilometers, receiverOn: false, label: "off")
}

/// Speed in four steps, so that the profile does not follow every fix.
public enum SpeedTier: UInt8, CaseIterable, Comparable, Sendable {
    /// Below 2.5 m/s, or no valid speed.
    case slow
    /// Below 7 m/s.
    case brisk
    /// Below 12.5 m/s.
    case swift
    case fast

    /// The tier of one speed in cm/s; nil is none.
    @inlinable
    public init(speed: Int32?) {
        self =
            switch speed ?? 0 {
            case ..<250: .slow
            case ..<700: .brisk
            case ..<1250: .swift
            default: .fast
            }
    }

    /// The tier after a fix of tier `new` that followed one of tier `before`: down at once, up to what two fixes in a
    /// row agree on.
    @inlinable
    public func after(_ new: SpeedTier, before: SpeedTier) -> SpeedTier { min(new, max(self, before)) }

    @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
