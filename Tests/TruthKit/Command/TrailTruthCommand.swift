/// Prints docs/trail-truth.md: `trail-truth [SEED]`, where SEED is the first of the days that are drawn at random.
import DecisionCore
import SimulatedDay
import TruthKit

@main enum TrailTruthCommand {
    static func main() {
        let drawn = CommandLine.arguments.dropFirst().first.flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000_000)
        let kept = days(1...10)
        var page = TruthPage()
        page.add(TruthSweep.sum(kept), "The days of the tests, seeds 1 to 10")
        page.add(TruthSweep.sum(days(drawn...drawn + 49)), "50 days drawn at random, seeds \(drawn) to \(drawn + 49)")
        page.add(TruthSweep(kept), "Each threshold moved by a fifth, seeds 1 to 10")
        print(page.text, terminator: "")
    }

    private static func days(_ seeds: ClosedRange<UInt64>) -> [SimulatedDay] { seeds.map { SimulatedDay(seed: $0) } }
}
