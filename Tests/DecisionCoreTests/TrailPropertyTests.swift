import FieldModel
import Foundation
import TestKit
import Testing

@testable import DecisionCore

/// What holds whatever comes in.
@Suite struct TrailPropertyTests {
    struct Input: Sendable {
        var signal: Signal
        var stamp: Stamp
    }

    /// Random signals that lead into every corner: still and moving stretches, jumps, old, repeated and broken fixes,
    /// launches, tracking off and on.
    static func inputs(_ seed: UInt64, count: Int) -> [Input] {
        var random = SeededRandom(seed: seed)
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        func chance(_ part: Double) -> Bool { number(0...1) < part }
        var (clock, north, speed, still) = (0.0, 0.0, 0.0, true)
        var last: Fix?
        return (0..<count).map { _ in
            clock += chance(0.02) ? number(0...900) : number(0.2...3)
            if chance(0.01) { still.toggle() }
            speed = still ? 0 : min(35, max(0.8, speed + number(-1...1.2)))
            north += speed
            let stamp = Stamp(
                wallTime: Scene.wallTime(clock), bootTime: BootTime(Int64(clock * 1000)))
            if chance(0.02) {
                return Input(
                    signal: .motionRead(MotionReading(kind: MotionKind.allCases.randomElement(using: &random)!)),
                    stamp: stamp)
            }
            if chance(0.001) { return Input(signal: .launched(run: "r", boot: "b"), stamp: stamp) }
            if chance(0.002) { return Input(signal: .trackingTurned(on: chance(0.6)), stamp: stamp) }
            if chance(0.05), let last {
                var again = last
                again.receiveTime = stamp.wallTime
                if chance(0.5) { again.sampleTime = stamp.wallTime }
                return Input(signal: .fixArrived(again), stamp: again.stamp)
            }
            let wild = chance(0.03)
            let quiet = chance(0.2)
            let fix = Scene.fix(
                clock - (chance(0.1) ? number(-8...60) : 0),
                north: north + number(-4...4) + (wild ? number(-3000...3000) : 0),
                east: number(-4...4), accuracy: wild ? number(-1...4000) : number(4...60),
                speed: quiet ? -1 : speed, speedAccuracy: chance(0.1) ? -1 : 0.4, received: clock)
            last = fix
            return Input(signal: .fixArrived(fix), stamp: fix.stamp)
        }
    }

    /// Feeds inputs to a core as the phone does, calling `after` with the core, the decisions of the step and its number.
    static func play(
        _ inputs: [Input], on core: inout TrailCore, from first: SequenceNumber = 1,
        after: (inout TrailCore, [Decision], SequenceNumber) -> Void
    ) {
        for (offset, input) in inputs.enumerated() {
            let n = first + SequenceNumber(offset)
            var stamp = input.stamp
            var step: [Decision] = []
            if case .fixArrived = input.signal {
                core.decide(input.signal, at: stamp, into: &step)
                core.recorded(as: n)
            } else {
                stamp.n = n
                core.decide(input.signal, at: stamp, into: &step)
            }
            after(&core, step, n)
        }
    }

    static func decisions(_ inputs: [Input], _ core: inout TrailCore, from first: SequenceNumber = 1) -> [[Decision]] {
        var all: [[Decision]] = []
        play(inputs, on: &core, from: first) {
            all.append($1); _ = ($0, $2)
        }
        return all
    }

    /// A hundred thousand fixes; two millions where the long versions are asked for.
    static let seeds = 1...(Long.isOn ? 200 : 10) as ClosedRange<UInt64>

    @Test("stored times rise strictly, and nothing is stored while dwelling", arguments: seeds)
    func storedTimes(seed: UInt64) {
        var core = TrailCore()
        var points: [TrailPoint] = []
        var storedWhileDwelling = 0
        var wasDwelling = false
        Self.play(Self.inputs(seed, count: 10_000), on: &core) { core, _, _ in
            points += core.stored
            storedWhileDwelling += wasDwelling && core.isDwelling ? core.stored.count : 0
            wasDwelling = core.isDwelling
        }
        #expect(points.count > 50)
        #expect(zip(points, points.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(points.allSatisfy { $0.held.n > 0 })
        #expect(storedWhileDwelling == 0)
    }

    @Test(
        "a fix is stored once at most, and every candidate but the open one is settled",
        arguments: 1...10 as ClosedRange<UInt64>)
    func settled(seed: UInt64) {
        var core = TrailCore()
        var candidates: Set<SequenceNumber> = []
        var settled: Set<SequenceNumber> = []
        var stored: [SequenceNumber] = []
        Self.play(Self.inputs(seed, count: 5_000), on: &core) { core, step, n in
            stored += core.stored.map(\.held.n)
            for case .settled(let of, _) in step { settled.insert(of) }
            for case .ruled(let ruling) in step where ruling.verdict == .candidate { candidates.insert(n) }
        }
        #expect(Set(stored).count == stored.count)
        #expect(candidates.count > 10)
        #expect(candidates.subtracting(settled).count <= 1)
    }

    @Test("taken down and set up again at any point, it decides the same", arguments: 1...4 as ClosedRange<UInt64>)
    func stateRoundTrip(seed: UInt64) throws {
        let inputs = Self.inputs(seed, count: 2_000)
        var whole = TrailCore()
        let expected = Self.decisions(inputs, &whole)
        for cut in stride(from: 100, to: inputs.count, by: 257) {
            var before = TrailCore()
            _ = Self.decisions(Array(inputs[..<cut]), &before)
            var after = try TrailCore(rules: before.rules, state: before.state)
            #expect(after.state == before.state)
            let rest = Self.decisions(Array(inputs[cut...]), &after, from: SequenceNumber(cut) + 1)
            #expect(rest == Array(expected[cut...]))
            #expect(after.state == whole.state)
        }
    }

    @Test(
        "the verdict is the fold of its checks: the first that failed, and its numbers",
        arguments: [1, 2, 3] as [UInt64])
    func foldOfChecks(seed: UInt64) {
        var silent = TrailCore()
        var heard = TrailCore()
        var account = CheckAccount()
        var disagreements = 0
        for (n, input) in Self.inputs(seed, count: 5_000).enumerated() {
            var (quietly, aloud): ([Decision], [Decision]) = ([], [])
            account.removeAll()
            silent.decide(input.signal, at: input.stamp, into: &quietly)
            heard.decide(input.signal, at: input.stamp, into: &aloud, heardBy: &account)
            silent.recorded(as: SequenceNumber(n + 1))
            heard.recorded(as: SequenceNumber(n + 1))
            disagreements += quietly == aloud ? 0 : 1
            if case .ruled(let ruling)? = aloud.last {
                let failed = account.checks.first { $0.outcome == .failed }
                let agrees = failed.map { $0.measured == ruling.measured && $0.limit == ruling.limit }
                disagreements += (agrees ?? (ruling == Ruling(ruling.verdict))) ? 0 : 1
            }
        }
        #expect(disagreements == 0)
    }

    @Test("no time, place or rule makes it trap", arguments: 1...5 as ClosedRange<UInt64>)
    func anyNumbers(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var rules = TrailRules()
        for rule in TrailRules.table {
            // Every rule can be set to anything from nothing to the most it takes.
            try? rules.set(rule, to: [0, 1, 1e9].randomElement(using: &random)!)
        }
        var core = TrailCore(rules: rules)
        var decisions: [Decision] = []
        func any(_ usual: Int64) -> Int64 {
            [usual, 0, .max, .min, Int64.random(in: .min ... .max, using: &random)].randomElement(using: &random)!
        }
        func quantity() -> Quantity {
            [Quantity(500), Quantity(.max), .absent, .empty, Quantity(-100)].randomElement(using: &random)!
        }
        for index in 0..<5_000 {
            let time = Scene.start + Int64(index) * 1000
            let fix = Fix(
                sampleTime: WallTime(any(time)), receiveTime: WallTime(any(time)), bootTime: BootTime(any(time)),
                latitude: Int32(truncatingIfNeeded: any(500_000_000)),
                longitude: Int32(truncatingIfNeeded: any(100_000_000)),
                horizontalAccuracy: quantity(), speed: quantity(), speedAccuracy: quantity(), course: quantity(),
                courseAccuracy: quantity())
            core.decide(.fixArrived(fix), at: fix.stamp, into: &decisions)
            core.recorded(as: SequenceNumber(index + 1))
            let kind = MotionKind.allCases.randomElement(using: &random)!
            core.decide(.motionRead(MotionReading(kind: kind)), at: fix.stamp, into: &decisions)
        }
        #expect(decisions.count >= 5_000)
    }
}
