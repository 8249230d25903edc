import DecisionCore
import FieldModel
import SimulatedDay
import Testing

/// A core taken down to its state and set up again anywhere in a day decides as if nothing had happened.
@Suite struct CoreStateTests {
    /// Where decisions differ, by the number of the signal.
    static func differences<Core: DecidingCore>(
        _ seed: UInt64, _ core: Core, prepare: (inout Core) -> Void = { _ in }
    ) throws -> [Int] {
        let day = CoreReplayTests.day(seed, hours: 8)
        var (whole, parts) = (core, core)
        var different: [Int] = []
        for (index, (stamp, signal)) in day.signals.enumerated() {
            if index % 97 == 0 {
                parts = try Core(rules: parts.rules, state: parts.state)
                prepare(&parts)
            }
            var (one, other): ([Decision], [Decision]) = ([], [])
            whole.decide(signal, at: stamp, into: &one)
            parts.decide(signal, at: stamp, into: &other)
            if case .fixArrived = signal {
                whole.recorded(as: stamp.n)
                parts.recorded(as: stamp.n)
            }
            if one != other { different.append(index) }
        }
        return different
    }

    @Test(arguments: [11, 12] as [UInt64]) func everyCoreGoesOnFromItsState(_ seed: UInt64) throws {
        #expect(try Self.differences(seed, PhaseCore()) == [])
        #expect(try Self.differences(seed, RunCore()) == [])
        #expect(try Self.differences(seed, VisitCore()) == [])
        let pack = try CoreReplayTests.pack(CoreReplayTests.day(seed, hours: 8))
        #expect(try Self.differences(seed, WalkCore(pack: pack), prepare: { $0.pack = pack }) == [])
    }
}
