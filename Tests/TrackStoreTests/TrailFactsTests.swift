import DecisionCore
import FieldModel
import Testing

@testable import TrackStore

@Suite struct TrailFactsTests {
    /// Runs a core over signals, a fix a number, and gathers the facts.
    private struct Life {
        var core = TrailCore()
        var facts = TrailFacts()
        var gathered: [Fact] = []
        private var n: SequenceNumber = 0

        mutating func take(_ signal: Signal, at time: Int64) {
            n += 1
            let stamp = Stamp(n: n, wallTime: WallTime(time), bootTime: BootTime(time))
            var decisions: [Decision] = []
            core.decide(signal, at: stamp, into: &decisions)
            core.recorded(as: n)
            gathered += facts.take(signal, at: stamp, decisions, of: core)
        }

        /// A fix so many metres north, received as it was sampled.
        mutating func fix(_ north: Int32, at time: Int64, speed: Int32 = 500, course: Quantity = Quantity(0)) {
            take(
                .fixArrived(
                    Fix(
                        sampleTime: WallTime(time), receiveTime: WallTime(time), bootTime: BootTime(time),
                        latitude: 500_000_000 + north * 90, longitude: 100_000_000, horizontalAccuracy: Quantity(500),
                        speed: Quantity(speed), speedAccuracy: Quantity(30), course: course,
                        courseAccuracy: Quantity(50))), at: time)
        }

        var points: Int { gathered.count { if case .point = $0 { true } else { false } } }
        var doubts: [Reason] { gathered.compactMap { if case .doubted(_, let reason) = $0 { reason } else { nil } } }
        var transitions: [Transition.Kind] {
            gathered.compactMap { if case .transition(let it) = $0 { it.kind } else { nil } }
        }
    }

    @Test("points are those the core stored; a fake speed is doubted, a fix too near is neither")
    func fixes() {
        var life = Life()
        for index in 0..<10 { life.fix(Int32(index) * 50, at: Int64(index) * 10_000) }
        life.fix(452, at: 91_000)
        life.fix(600, at: 100_000, speed: 2_500, course: Quantity(-10))
        #expect(life.points == 10)
        #expect(life.doubts == [.fakeSpeed])
    }

    @Test("holes, zones and a withdrawn permission are kept as transitions, behind the rules that hold")
    func transitions() {
        var life = Life()
        life.take(.zoneChanged(offset: 3_600), at: 1_000)
        life.take(.holeFound(from: BootTime(1_000), to: BootTime(90_000)), at: 91_000)
        life.take(.authorizationChanged(Authorization(location: .whenInUse)), at: 92_000)
        life.take(.authorizationChanged(Authorization(location: .denied)), at: 93_000)
        #expect(life.transitions == [.rules, .zone, .hole, .withdrawn])
        #expect(life.gathered[2] == .transition(Transition(.hole, at: WallTime(1_000), until: WallTime(90_000))))
    }

    @Test("a dwell that was seen leaves its stay behind")
    func stay() {
        var life = Life()
        for index in 0..<5 { life.fix(Int32(index) * 50, at: Int64(index) * 10_000) }
        life.take(.motionRead(MotionReading(kind: .stationary)), at: 41_000)
        for index in 0..<30 { life.fix(200, at: 50_000 + Int64(index) * 10_000, speed: 0) }
        life.take(.motionRead(MotionReading(kind: .automotive)), at: 351_000)
        for index in 0..<20 { life.fix(200 + Int32(index) * 60, at: 360_000 + Int64(index) * 10_000, speed: 600) }
        #expect(life.transitions.contains(.stay))
        #expect(life.points > 15)
    }
}
