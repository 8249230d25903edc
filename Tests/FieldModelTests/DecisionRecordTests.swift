import FieldModel
import Testing

@Suite struct DecisionRecordTests {
    private static let stay = Stay(
        anchor: 7, latitude: 500_000_001, longitude: -100_000_003,
        span: Stay.Span(from: WallTime(1_777_881_600_000), to: WallTime(1_777_885_200_001)),
        unobserved: [Stay.Span(from: WallTime(1_777_882_000_000), to: WallTime(1_777_883_000_000))])

    @Test(
        "a decision comes back from its event as it was, with the input that led to it",
        arguments: [
            .settled(of: 812, .accepted), .settled(of: 1, .backfilled), .settled(of: .init(Int64.max), .openEnd),
            .settled(of: 5, .refused(Ruling(.rejected, .jump, measured: -1, limit: 120_000))),
            .settled(of: 5, .refused(Ruling(.dwelling, measured: 29_900, limit: 30_000))),
            .settled(of: 5, .refused(Ruling(.rejected, .spacing, measured: 9_999, limit: 10_000))),
            .motionBecame(.automotive), .motionBecame(.unknown),
            .setProfile(ReceiverProfile(accuracy: .hundredMeters, filter: 10, activity: .fitness, label: "reduced")),
            .setProfile(ReceiverProfile(accuracy: .best, receiverOn: false, label: "off")),
            .dwellBegan(.circle, anchor: 3), .dwellEnded(.trackingOff, nil), .dwellEnded(.far, stay),
        ] as [Decision])
    func roundTrip(decision: Decision) throws {
        let (kind, fields) = try #require(decision.event(by: 99))
        let stamp = Stamp(n: 100, wallTime: WallTime(0))
        let read = try #require(Decision.read(Record(stamp: stamp, kind: kind.rawValue, fields: fields)))
        #expect(read.decision == decision)
        #expect(read.input == 99)
    }

    @Test("a verdict on the fix just given is no event")
    func ruled() {
        #expect(Decision.ruled(Ruling(.accepted)).event(by: 1) == nil)
    }

    @Test(
        "what says no input, or nothing that is known, is no decision",
        arguments: [
            Record(stamp: Stamp(wallTime: WallTime(0)), kind: "profile", fields: [.init("label", "best")]),
            Record(
                stamp: Stamp(wallTime: WallTime(0)), kind: "decision",
                fields: [.init("code", "unheard-of"), .init("of", 1), .init("by", 2)]),
            Record(
                stamp: Stamp(wallTime: WallTime(0)), kind: "dwell",
                fields: [.init("code", "began"), .init("cause", "boredom"), .init("anchor", 1), .init("by", 2)]),
            Record(stamp: Stamp(wallTime: WallTime(0)), kind: "decision", fields: [.init("by", -1)]),
        ])
    func none(record: Record) {
        #expect(Decision.read(record) == nil)
    }
}
