import DecisionCore
import Foundation
import SimulatedDay
import TestKit
import Testing
import TruthKit

/// The whole trail against days of which every metre is known. The table in docs/trail-truth.md is made by the same
/// code.
@Suite struct TrailTruthTests {
    /// Days nobody has looked at before: 2, and 50 where the long versions are asked for.
    private static let drawn = (0..<(Long.isOn ? 50 : 2)).map { _ in UInt64.random(in: 0..<1_000_000_000) }

    /// Metres of false line that a day may have under each trouble; the first 13 s of a tunnel that bends are drawn.
    private static func falseLimit(_ trouble: Trouble?) -> Double {
        switch trouble {
        case nil: 60
        case .wifiDrift, .parkingSpike, .tunnel: 150
        default: 60
        }
    }

    @Test("a day's way is covered, and hardly a metre is drawn that nobody went", arguments: [1, 2, 3] + drawn)
    func day(seed: UInt64) {
        let truth = TrailTruth(of: SimulatedDay(seed: seed))
        let undisturbed = 1 - (truth.missed[nil] ?? 0) / truth.way[nil]!
        #expect(undisturbed > 0.98, "seed \(seed)")
        for trouble in [nil] + Trouble.allCases.map(Optional.some) {
            #expect(
                truth.falseLine[trouble] ?? 0 <= Self.falseLimit(trouble),
                "seed \(seed), \(trouble?.rawValue ?? "no trouble")")
        }
        #expect(truth.wayTotal > 50_000)
    }

    @Test("an undisturbed day is covered whole", arguments: [1, 2] as [UInt64])
    func undisturbed(seed: UInt64) {
        var options = SimulatedDay.Options(seed: seed)
        options.troubles = []
        let truth = TrailTruth(of: SimulatedDay(options))
        #expect(truth.missedTotal < truth.wayTotal * 0.01)
        #expect(truth.falseTotal < 60)
    }

    @Test("the measure sees a false line: without the rule against it a fake speed draws one")
    func measure() throws {
        var rules = TrailRules()
        for name in ["fake.speed", "leave.moving"] { try rules.set(name, to: name == "fake.speed" ? 1_000 : 1) }
        let truth = TrailTruth(of: SimulatedDay(seed: 1), rules)
        #expect(truth.falseLine[.falseSpeed] ?? 0 > 400)
    }

    /// A few thresholds of each kind; all where the long versions are asked for.
    private static var moved: [Rule<TrailRules>] {
        Long.isOn ? TrailRules.table : TrailRules.table.enumerated().filter { $0.offset % 6 == 0 }.map(\.element)
    }

    @Test("no threshold moved by a fifth breaks the trail")
    func sweep() {
        let sweep = TruthSweep([SimulatedDay(seed: 1)], rules: Self.moved)
        #expect(sweep.rows.count == Self.moved.count * 2)
        for row in sweep.rows {
            #expect(row.truth.falseTotal < sweep.standard.falseTotal + 600, "\(row.rule) by \(row.factor)")
            #expect(row.truth.missedTotal < sweep.standard.missedTotal * 1.2, "\(row.rule) by \(row.factor)")
        }
    }
}
