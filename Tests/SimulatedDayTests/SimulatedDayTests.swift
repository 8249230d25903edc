import FieldModel
import SimulatedDay
import Testing

@Suite("Simulated day") struct SimulatedDayTests {
    static let day = SimulatedDay.first

    @Test("is the same for the same seed") func sameSeed() {
        #expect(Self.day.fixes == SimulatedDay(seed: 1).fixes)
        #expect(Self.day.truth == SimulatedDay(seed: 1).truth)
    }

    @Test("differs from the day of any other seed", arguments: [0, 2, UInt64.max]) func otherSeed(seed: UInt64) {
        #expect(Self.day.fixes != SimulatedDay(seed: seed).fixes)
    }

    @Test("numbers signals and beats as one rising sequence on a clock that never falls") func order() {
        let stamps = (Self.day.signals.map(\.stamp) + Self.day.heartbeats.map(\.stamp)).sorted { $0.n < $1.n }
        #expect(stamps.map(\.n) == Array(1...UInt64(stamps.count)))
        #expect(stamps.map(\.bootTime!) == stamps.map(\.bootTime!).sorted())
        #expect(Self.day.signals.map(\.stamp.n) == Self.day.signals.map(\.stamp.n).sorted())
    }

    @Test("begins with a launch and all that is written at one") func launch() {
        let kinds = Self.day.signals.prefix(5).map { String(describing: $0.signal).prefix { $0 != "(" } }
        #expect(
            kinds == ["launched", "zoneChanged", "settingsChanged", "authorizationChanged", "trackingTurned"])
    }

    @Test("has every trouble in it", arguments: Trouble.allCases) func troubles(trouble: Trouble) {
        #expect(Self.day.truth.contains { $0.trouble == trouble })
    }

    @Test("goes the same way, and has no trouble in it, where the troubles are switched off") func quiet() {
        let quiet = SimulatedDay(SimulatedDay.Options(seed: 1, troubles: []))
        #expect(quiet.truth.allSatisfy { $0.trouble == nil })
        #expect(quiet.truth.map(\.place) == Self.day.truth.map(\.place))
    }

    @Test("changes nowhere else where one trouble is switched off") func oneTrouble() {
        let others = Set(Trouble.allCases).subtracting([.tunnel])
        let without = SimulatedDay(SimulatedDay.Options(seed: 1, troubles: others))
        let differing = zip(Self.day.fixes, without.fixes).filter { $0 != $1 }.map { Self.day.trouble(of: $0.0) }
        #expect(Set(differing) == [.tunnel])
    }

    @Test("says where each of its numbers comes from, each once") func table() {
        #expect(Parameters.table.map(\.parameter) == Parameter.allCases)
        #expect(Set(Parameters.table.map(\.name)).count == Parameter.allCases.count)
        #expect(Parameters.table.allSatisfy { !$0.source.isEmpty && !$0.unit.isEmpty })
    }
}
