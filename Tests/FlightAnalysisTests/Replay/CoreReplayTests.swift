import DecisionCore
import FieldModel
import Foundation
import LogFormat
import SimulatedDay
import TestKit
import Testing

@testable import FlightAnalysis

/// A log as a phone leaves it that runs any core live: what came in, the timers that fired, what was decided, and the
/// core's state at every launch.
struct LiveCoreLog<Core: DecidingCore> {
    private(set) var entries: [LogEntry] = []
    private(set) var core: Core
    private var timers = ReplayTimers()
    private var n: SequenceNumber = 0

    /// Records a day. The process is killed before each of the signals in `kills`, and comes back with the state it had
    /// then.
    init(_ day: SimulatedDay, kills: [Int] = [], _ core: Core) {
        self.core = core
        for (index, (stamp, signal)) in day.signals.enumerated() {
            if kills.contains(index) {
                record(.launched(run: "run \(index)", boot: "boot"), at: stamp)
                appendCore(at: stamp)
            }
            while let (id, due) = timers.fire(by: stamp) { record(.timerFired(id: id), at: due) }
            record(signal, at: stamp)
            // The first signal of a day is its launch.
            if index == 0 { appendCore(at: stamp) }
        }
    }

    private mutating func record(_ signal: Signal, at stamp: Stamp) {
        var decisions: [Decision] = []
        var input = n + 1
        if case .launched = signal { timers.removeAll() }
        if case .fixArrived(let fix) = signal {
            core.decide(signal, at: fix.stamp, into: &decisions)
            n += 1
            core.recorded(as: n)
            for case .ruled(let ruling) in decisions {
                let reason = ruling.reason?.rawValue ?? ""
                entries.append(.sample(Sample(n: n, fix: fix, verdict: ruling.verdict, reason: reason)))
            }
        } else if let record = signal.record(at: stamp) {
            append(record)
            input = n
            core.decide(signal, at: entries.last!.stamp!, into: &decisions)
        }
        timers.take(decisions, at: stamp)
        for decision in decisions {
            guard let (kind, fields) = decision.event(by: input) else { continue }
            append(Record(stamp: stamp, kind: kind.rawValue, fields: fields))
        }
    }

    private mutating func appendCore(at stamp: Stamp) {
        append(Record(stamp: stamp, kind: "settings", fields: [.init("visits", true)]))
        append(Record(stamp: stamp, kind: "core", fields: core.record))
    }

    private mutating func append(_ record: Record) {
        n += 1
        var record = record
        record.stamp.n = n
        entries.append(.event(Event(record)))
    }

    /// Replays it through a core, its own or another.
    func replay<Other: DecidingCore>(
        through type: Other.Type, observe: @escaping (Signal, Stamp, [Decision], Other) -> Void = { _, _, _, _ in },
        prepare: @escaping (inout Other) -> Void = { _ in }
    ) throws -> ReplayReport<Other> {
        var replay = try Replay<Other>(prepare: prepare)
        var observer = ReplayObserver(observe)
        for entry in entries { replay.take(entry, heardBy: &observer) }
        return replay.finish()
    }
}

@Suite struct CoreReplayTests {
    /// FLIGHTLOG_LONG asks for 200.
    static let seeds = Array(1...UInt64(Long.isOn ? 200 : 3))

    static func day(_ seed: UInt64, hours: Int = 11) -> SimulatedDay {
        SimulatedDay(SimulatedDay.Options(seed: seed, seconds: hours * 3600))
    }

    /// A town about where the day begins, with a street along its way. The first fix of a day is an old one, from elsewhere.
    static func pack(_ day: SimulatedDay) throws -> StreetPack {
        let fixes = day.signals.compactMap { entry -> Fix? in
            guard case .fixArrived(let fix) = entry.signal, fix.source == .gps, fix.defect == nil,
                fix.receiveTime - fix.sampleTime < 30_000
            else { return nil }
            return fix
        }
        let way = stride(from: 0, to: fixes.count, by: 40).map { index -> Value in
            [.number(Double(fixes[index].latitude) / 1e7), .number(Double(fixes[index].longitude) / 1e7)]
        }
        return try StreetPack([
            "towns": [
                [
                    "id": "home", "lat": way[0].array![0], "lon": way[0].array![1], "radius_m": 5000,
                    "streets": [["line": .array(way)]],
                ]
            ]
        ])
    }

    static func differences<Core>(_ report: ReplayReport<Core>) -> [String] {
        report.changes.prefix(3).map { "\($0.n): \($0.thenText) -> \($0.nowText)" }
    }

    @Test(arguments: seeds) func phasesReplayAsTheyWereLive(_ seed: UInt64) throws {
        let log = LiveCoreLog(Self.day(seed), kills: [300, 2500], PhaseCore())
        var last: PhaseCore?
        let report = try log.replay(through: PhaseCore.self, observe: { last = $3 })
        #expect(Self.differences(report) == [])
        #expect(report.recordedDecisions > 50)
        #expect(report.stateDifferences == [])
        #expect(last?.state == log.core.state)
    }

    @Test(arguments: seeds) func aRunReplaysAsItWasLive(_ seed: UInt64) throws {
        let log = LiveCoreLog(Self.day(seed), kills: [300, 2500], RunCore())
        var last: RunCore?
        let report = try log.replay(through: RunCore.self, observe: { last = $3 })
        #expect(Self.differences(report) == [])
        #expect(last?.distance == log.core.distance)
        #expect(log.core.distance > 1_000_000)
    }

    @Test(arguments: seeds) func visitsReplayAsTheyWereLive(_ seed: UInt64) throws {
        let log = LiveCoreLog(Self.day(seed), kills: [300, 2500], VisitCore())
        var last: VisitCore?
        let report = try log.replay(through: VisitCore.self, observe: { last = $3 })
        #expect(Self.differences(report) == [])
        #expect(last?.state == log.core.state)
    }

    @Test(arguments: seeds) func aWalkReplaysAsItWasLive(_ seed: UInt64) throws {
        let day = Self.day(seed)
        let pack = try Self.pack(day)
        let log = LiveCoreLog(day, kills: [300, 2500], WalkCore(pack: pack))
        var last: WalkCore?
        let report = try log.replay(through: WalkCore.self, observe: { last = $3 }, prepare: { $0.pack = pack })
        #expect(Self.differences(report) == [])
        #expect(last?.collectedCount == log.core.collectedCount)
        #expect(log.core.collectedCount > 10)
    }

    @Test func aLogOfAnotherCoreHasNothingToCompareWithAndTimersFireAllTheSame() throws {
        let log = LiveCoreLog(Self.day(4), TrailCore())
        var phases: Set<Phase> = []
        let report = try log.replay(through: PhaseCore.self, observe: { phases.insert($3.machine.phase) })
        #expect(report.compared == 0)
        #expect(report.changes.isEmpty)
        #expect(phases == [.disabled, .stationary, .settling, .probing, .moving])
    }

    @Test func aLogWithoutAnyCoreIsReplayedThroughEachOfThem() throws {
        let day = Self.day(5)
        var entries: [LogEntry] = []
        for (stamp, signal) in day.signals {
            if case .fixArrived(let fix) = signal { entries.append(.sample(Sample(n: stamp.n, fix: fix))) }
            if let record = signal.record(at: stamp) { entries.append(.event(Event(record))) }
        }
        func figures<Account: CoreAccount>(_ type: Account.Type) throws -> Value {
            var account = Account()
            var replay = try Replay<Account.Core>()
            for entry in entries { replay.take(entry, heardBy: &account) }
            let report = replay.finish()
            #expect(report.changes.isEmpty)
            return account.value
        }
        let (phases, run, visits) = (
            try figures(PhaseAccount.self), try figures(RunAccount.self), try figures(VisitAccount.self)
        )
        #expect((phases["receiver_on_s"]?.double ?? 0) < 11 * 3600 / 2)
        #expect((phases["trips"]?.integer ?? 0) > 1)
        #expect((run["counted_m"]?.double ?? 0) > 1000)
        #expect((visits["visits"]?.integer ?? 0) > 0)
    }
}
