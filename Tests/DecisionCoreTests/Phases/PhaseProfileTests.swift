import DecisionCore
import FieldModel
import Testing

@Suite struct PhaseProfileTests {
    /// Columns: slow, brisk, swift, fast. B best, N bestForNavigation; filter in metres; activity's first letter.
    static let rows: [(MotionKind, [String])] = [
        (.walking, ["B10f", "B10f", "N50a", "N50a"]),
        (.running, ["B20f", "B20f", "B20f", "N50a"]),
        (.cycling, ["B20f", "B20f", "B20f", "N50a"]),
        (.automotive, ["N50a", "N50a", "N50a", "N50a"]),
        (.unknown, ["B10o", "B20f", "N50a", "N50a"]),
        (.stationary, ["B10o", "B20f", "N50a", "N50a"]),
    ]

    static func short(_ profile: ReceiverProfile) -> String {
        (profile.accuracy == .best ? "B" : profile.accuracy == .bestForNavigation ? "N" : "?") + "\(profile.filter)"
            + profile.activity.rawValue.prefix(1)
    }

    @Test(arguments: rows) func movingRunsTheReceiverAsLabelAndTierAsk(_ label: MotionKind, _ wanted: [String]) {
        #expect(SpeedTier.allCases.map { Self.short(PhaseProfile(label: label, tier: $0).receiver) } == wanted)
    }

    @Test func aLookTakesTheBestWithoutFilterAndSettlingIsCoarse() {
        #expect(PhaseProfile.probing.receiver == ReceiverProfile(accuracy: .best, filter: 0, label: "probing"))
        #expect(
            PhaseProfile.settling.receiver == ReceiverProfile(accuracy: .hundredMeters, filter: 50, label: "settling"))
    }

    @Test(
        arguments: [
            (nil, SpeedTier.slow), (0, .slow), (249, .slow), (250, .brisk), (699, .brisk), (700, .swift),
            (1249, .swift),
            (1250, .fast), (Int32.max, .fast),
        ] as [(Int32?, SpeedTier)]) func aTierBeginsAtItsLimit(_ speed: Int32?, _ tier: SpeedTier)
    {
        #expect(SpeedTier(speed: speed) == tier)
    }
}
