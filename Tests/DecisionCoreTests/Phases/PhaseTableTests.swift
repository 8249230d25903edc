import DecisionCore
import FieldModel
import TestKit
import Testing

/// Every edge of the table as a timeline: what the last character leads to, in order.
@Suite struct PhaseTableTests {
    struct Edge: CustomTestStringConvertible, Sendable {
        var timeline: String
        var row: PhaseRow
        var effects: String
        var testDescription: String { "\(timeline) is \(row.rawValue)" }

        init(_ timeline: String, _ row: PhaseRow, _ effects: String) {
            self.timeline = timeline
            self.row = row
            self.effects = effects
        }
    }

    static let edges: [Edge] = [
        // disabled
        Edge("+", .disabledEnable, "disabled>probing by enable, start wakes, start motion, probing, start probe 45"),
        Edge("W", .disabledElse, ""), Edge("5", .disabledElse, ""), Edge("P", .disabledElse, ""),
        Edge("T", .disabledElse, ""), Edge("c", .disabledElse, ""), Edge("v", .disabledElse, ""),
        Edge("p", .disabledElse, ""), Edge("-", .disabledElse, ""), Edge("^", .disabledElse, ""),
        // any other
        Edge("++", .enableAgain, ""), Edge("+W+", .enableAgain, ""),
        Edge("+-", .disable, "probing>disabled by disable, cancel probe, off, stop motion, stop wakes"),
        Edge("+W-", .disable, "moving>disabled by disable, off, stop motion, stop wakes"),
        Edge("+WS-", .disable, "moving>disabled by disable, cancel stillness, off, stop motion, stop wakes"),
        Edge("+nP-", .disable, "stationary>disabled by disable, off, stop motion, stop wakes"),
        Edge("+WssT", .movingUnfed, "moving>probing by stillness, probing, start probe 45"),
        Edge("+WSsT-", .disable, "settling>disabled by disable, cancel probe, off, stop motion, stop wakes"),
        // probing
        Edge("+W", .probingMotion, "probing>moving by motion, cancel probe, walking"),
        Edge("+m", .probingMotion, "probing>moving by motion, cancel probe, walking"),
        Edge("+w", .nothing, ""),
        Edge("+S", .nothing, ""), Edge("+ns", .nothing, ""), Edge("+U", .nothing, ""),
        Edge("+nS", .probingStill, "probing>stationary by motion, cancel probe, off"),
        Edge("+WST0~S", .probingStill, "probing>settling by motion, cancel probe, settling, start probe 300"),
        Edge("+1", .nothing, ""), Edge("+1h1", .nothing, ""), Edge("+1n1", .nothing, ""),
        Edge("+11", .probingFast, "probing>moving by fix, cancel probe, slow"),
        Edge("+1h11", .probingFast, "probing>moving by fix, cancel probe, slow"),
        Edge("+P", .probingTimer, "probing>stationary by probe, off"),
        Edge("+WSTP", .probingTimer, "probing>settling by probe, settling, start probe 300"),
        Edge("+c", .probingWake, "start probe 45"), Edge("+v", .probingWake, "start probe 45"),
        Edge("+p", .nothing, ""), Edge("+T", .nothing, ""),
        Edge("+1c1", .probingFast, "probing>moving by fix, cancel probe, slow"),
        // moving
        Edge("+WA", .movingMotion, "automotive"), Edge("+W~W", .movingMotion, ""),
        Edge("+W~w", .movingMotion, ""), Edge("+WSw", .movingMotion, "cancel stillness"),
        Edge("+WSa", .movingMotion, "cancel stillness, automotive"),
        Edge("+WS", .movingStill, "start stillness 120"), Edge("+Ws", .movingStill, "start stillness 120"),
        Edge("+Wl", .nothing, ""), Edge("+WSs", .movingStill, ""), Edge("+WU", .nothing, ""),
        Edge("+W0", .movingFix, "start stillness 120"), Edge("+W00", .movingFix, ""),
        Edge("+Wn", .nothing, ""), Edge("+W0n", .nothing, ""), Edge("+W0h", .movingFix, ""),
        Edge("+W01", .movingFix, "cancel stillness"), Edge("+WS1", .movingFix, "slow"),
        Edge("+WS11", .movingFix, "cancel stillness"), Edge("+WS1h1", .movingFix, ""),
        Edge("+W88", .movingFix, "automotive"), Edge("+A0", .movingFix, "start stillness 120"),
        Edge("+WSp", .movingHint, "cancel stillness"), Edge("+Wp", .movingHint, ""),
        Edge("+WSg", .movingHint, "cancel stillness"), Edge("+WSG", .movingHint, "cancel stillness"),
        Edge("+WSsT", .movingStopped, "moving>settling by stillness, settling, start probe 300"),
        Edge("+WS0T", .movingStopped, "moving>settling by stillness, settling, start probe 300"),
        Edge("+W00T", .movingStopped, "moving>settling by stillness, settling, start probe 300"),
        Edge("+WST", .movingUnfed, "moving>probing by stillness, probing, start probe 45"),
        Edge("+WT", .nothing, ""), Edge("+WSWT", .nothing, ""), Edge("+WP", .nothing, ""),
        Edge("+Wc", .nothing, ""), Edge("+Wv", .nothing, ""), Edge("+WSsc", .nothing, ""),
        // settling
        Edge("+WSsTW", .settlingMotion, "settling>moving by motion, cancel probe, walking"),
        Edge("+WSsTw", .settlingDoubt, "settling>probing by motion, cancel probe, probing, start probe 45"),
        Edge("+WSsTp", .settlingDoubt, "settling>probing by hint, cancel probe, probing, start probe 45"),
        Edge("+WSsTc", .settlingDoubt, "settling>probing by significant-change, cancel probe, probing, start probe 45"),
        Edge("+WSsTv", .settlingDoubt, "settling>probing by visit, cancel probe, probing, start probe 45"),
        Edge("+WSsT1", .nothing, ""), Edge("+WSsT~S", .nothing, ""), Edge("+WSsTU", .nothing, ""),
        Edge("+WSsT11", .settlingFast, "settling>moving by fix, cancel probe, slow"),
        Edge("+WSsTP", .settlingTimer, "settling>stationary by probe, off"),
        // stationary
        Edge("+PW", .stationaryMotion, "stationary>moving by motion, walking"),
        Edge("+Pm", .stationaryMotion, "stationary>moving by motion, walking"),
        Edge("+Pw", .stationaryDoubt, "stationary>probing by motion, probing, start probe 45"),
        Edge("+PU", .stationaryDoubt, "stationary>probing by motion, probing, start probe 45"),
        Edge("+nPU", .nothing, ""), Edge("+Pu", .nothing, ""), Edge("+PSU", .nothing, ""),
        Edge("+Pp", .stationaryDoubt, "stationary>probing by hint, probing, start probe 45"),
        Edge("+Pc", .stationaryDoubt, "stationary>probing by significant-change, probing, start probe 45"),
        Edge("+Pv", .stationaryDoubt, "stationary>probing by visit, probing, start probe 45"),
        Edge("+PS", .nothing, ""), Edge("+P11", .nothing, ""), Edge("+PP", .nothing, ""), Edge("+PT", .nothing, ""),
        // relaunch
        Edge("+L", .relaunched, "probing>probing by launch, start wakes, start motion, probing, start probe 45"),
        Edge("+WSL", .relaunched, "moving>probing by launch, start wakes, start motion, probing, start probe 45"),
        Edge("+PL", .relaunched, "stationary>probing by launch, start wakes, start motion, probing, start probe 45"),
        Edge("L", .relaunchedOff, "stop wakes"), Edge("+-L", .relaunchedOff, "stop wakes"),
        // a repeated reading
        Edge("+lll", .repeated, ""), Edge("+WSS", .repeated, ""),
    ]

    @Test(arguments: edges) func anEdgeOfTheTableHasItsEffectsInOrder(_ edge: Edge) {
        let timeline = PhaseTimeline(edge.timeline)
        #expect(timeline.rows.last == edge.row)
        #expect(timeline.effects == edge.effects)
    }

    @Test func everyRowOfTheTableIsTriedByAnEdge() {
        #expect(Set(Self.edges.map(\.row)) == Set(PhaseRow.allCases))
    }

    @Test(arguments: ["+Pq", "+Pk"]) func tooFewStepsOrTooWeakABurstAreNoInput(_ text: String) {
        let timeline = PhaseTimeline(text)
        #expect(timeline.core.lastRow == nil)
        #expect(timeline.core.machine.phase == .stationary)
    }

    @Test func withoutSettlingTimeATripStopsAtOnce() throws {
        var rules = PhaseRules()
        try rules.set("phase.settling", to: 0)
        #expect(PhaseTimeline("+WSsT", rules: rules).effects == "moving>stationary by stillness, off")
    }

    @Test(arguments: zip(["^+", "!+", "?+", "^_+", "+^c"], [90, 90, 45, 45, 90]))
    func aLookTakesTwiceAsLongWithoutTheMotionSensor(_ timeline: String, _ seconds: Int) {
        #expect(PhaseTimeline(timeline).last.last == "start probe \(seconds)")
    }

    @Test func settlingIsNotProlongedWithoutTheMotionSensor() {
        #expect(PhaseTimeline("^+1100T").last.last == "start probe 300")
    }

    @Test(arguments: [
        ("+nP", true), ("+P", false), ("+S", true), ("+s", false), ("+Sp", false), ("+Sc", false), ("+Sv", false),
        ("+S1", false), ("+Sh", true), ("+Sw", false), ("+WS", false), ("+WSsT~S", false), ("+WSsTnP", true),
        ("+WSsTP", false), ("+SU", true), ("+S-+", false),
    ]) func settledIsSetAndClearedByWhatTheTableSays(_ timeline: String, _ isSettled: Bool) {
        #expect(PhaseTimeline(timeline).core.machine.isSettled == isSettled)
    }

    @Test(arguments: zip(["+W11", "+W13", "+W13F", "+W13FF", "+WFF1", "+WFFn", "+WFF1F"], [0, 0, 1, 3, 0, 0, 0]))
    func theTierGoesDownAtOnceAndUpToWhatTwoFixesAgreeOn(_ timeline: String, _ tier: UInt8) {
        #expect(PhaseTimeline(timeline).core.machine.tier.rawValue == tier)
    }

    @Test(arguments: ["+WFF-", "+FnS"]) func enteringStationaryOrDisabledClearsTheTier(_ timeline: String) {
        #expect(PhaseTimeline(timeline).core.machine.tier == .slow)
    }

    @Test func aReadingIsIgnoredAltogetherForLessThan30SecondsAndThenCounts() {
        // The first S arms, the repeats after 1 s and 29 s do nothing, the one after 30 s corroborates.
        #expect(PhaseTimeline("+WSS" + String(repeating: ".", count: 27) + "ST").rows.last == .movingUnfed)
        #expect(PhaseTimeline("+WS" + String(repeating: ".", count: 29) + "ST").rows.last == .movingStopped)
    }

    @Test func theFirstReadingAfterTrackingIsTurnedOnAgainIsNoRepeat() {
        #expect(PhaseTimeline("+W-+W").rows.last == .probingMotion)
    }

    @Test func aReadingWithoutConfidenceCountsAsHigh() {
        var timeline = PhaseTimeline("+n")
        timeline.feed(.motionRead(MotionReading(kind: .stationary)))
        #expect(timeline.core.machine.phase == .stationary)
    }

    @Test func aSignificantChangeThatComesAsAFixCountsAsOneAndNotAsAFix() {
        var timeline = PhaseTimeline("+P")
        var fix = timeline.fix(speed: 3000)
        fix.source = .significantChange
        timeline.feed(.fixArrived(fix))
        timeline.feed(.fixArrived(fix))
        #expect(timeline.rows.suffix(2) == [.stationaryDoubt, .probingWake])
        timeline.run("P")
        #expect(!timeline.core.machine.isSettled, "no fix was seen")
    }

    @Test(arguments: ["", "+", "+WS", "+WSs13F", "+WSsTn", "+nSU", "+FFc", "^+-"])
    func theStateComesBackEqualFromItsValue(_ timeline: String) throws {
        let core = PhaseTimeline(timeline).core
        let again = try PhaseCore(rules: core.rules, state: core.state)
        #expect(again == core)
        #expect(again.state == core.state)
    }
}
