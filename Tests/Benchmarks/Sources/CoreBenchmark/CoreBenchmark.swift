/// How many signals a second each core decides on one processor: an outing of three hours (home, a walk, a café, a drive,
/// home) again and again, each time a day later. `corebench CORE TURNS` prints signals, processor seconds and signals a
/// second; `corebench all` every core. The core is warm: one outing before the clock starts.
///
/// Run under a tool that counts instructions or allocations, two numbers of turns differ by what the turns cost.
import DecisionCore
import FieldModel

@main enum CoreBenchmark {
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        let turns = words.count > 1 ? Int(words.last!) ?? 0 : 100
        let measures: [(name: String, run: (Int) -> Void)] = [
            (TrailCore.name, { measure(TrailCore(), $0) }), (PhaseCore.name, { measure(PhaseCore(), $0) }),
            (RunCore.name, { measure(RunCore(), $0) }), (VisitCore.name, { measure(VisitCore(), $0) }),
            (WalkCore.name, { measure(WalkCore(pack: Outing.pack), $0) }),
        ]
        let asked = words.first ?? ""
        let chosen = measures.filter { asked == "all" || $0.name == asked }
        guard !chosen.isEmpty, turns > 0 else {
            return print("usage: corebench all|\(measures.map(\.name).joined(separator: "|")) [TURNS]")
        }
        for measure in chosen { measure.run(turns) }
    }

    private static func measure<Core: DecidingCore>(_ core: Core, _ turns: Int) {
        var core = core
        var outing = Outing()
        var decisions: [Decision] = []
        var decided = 0
        var seconds = 0.0
        for number in 0...turns {
            let began = Processor.seconds
            let step = turn(&core, outing, &decisions)
            if number > 0 {
                seconds += Processor.seconds - began
                decided += step
            }
            outing.passDay()
        }
        let count = outing.signals.count * turns
        print(
            "\(Core.name) \(count) signals \(decided) decisions \(seconds) s \(Int(Double(count) / seconds)) a second")
    }

    /// One outing through the core, as a shell does it. Not inlined, so that a profiler can be told to count just this.
    @inline(never)
    private static func turn<Core: DecidingCore>(
        _ core: inout Core, _ outing: Outing, _ decisions: inout [Decision]
    ) -> Int {
        var decided = 0
        for index in outing.signals.indices {
            decisions.removeAll(keepingCapacity: true)
            core.decide(outing.signals[index], at: outing.stamps[index], into: &decisions)
            if case .fixArrived = outing.signals[index] { core.recorded(as: outing.stamps[index].n) }
            decided += decisions.count
        }
        return decided
    }
}
