import DecisionCore
import FieldModel
import Foundation
import LogFormat
import SimulatedDay
import TestKit
import Testing

@testable import FlightAnalysis

@Suite struct ReplayTests {
    /// 3 seeds; 200 where the long versions are asked for.
    static let seeds = 1...(Long.isOn ? 200 : 3) as ClosedRange<UInt64>

    private static let day = SimulatedDay(seed: 7)
    private static let log = LiveLog(day)

    @Test("a replay decides as the phone did, to the last decision, across kills", arguments: seeds)
    func identical(seed: UInt64) throws {
        let log = LiveLog(SimulatedDay(seed: seed), kills: [700, 701, 3_000, 6_500])
        let report = try log.replay()
        #expect(report.replayability.verdict == .yes)
        #expect(report.changes.map(\.n) == [])
        #expect(report.stateDifferences == [])
        #expect(report.compared == report.fixes)
        #expect(report.recordedDecisions > 50)
    }

    /// The signals of a day in which nothing can be relied on: fixes are lost, come twice, jump, are early, late or
    /// empty.
    private static func torn(_ seed: UInt64) -> [(stamp: Stamp, signal: Signal)] {
        var random = SeededRandom(seed: seed)
        return SimulatedDay(seed: seed).signals.flatMap { stamp, signal -> [(stamp: Stamp, signal: Signal)] in
            guard case .fixArrived(var fix) = signal else { return [(stamp, signal)] }
            switch Int.random(in: 0..<20, using: &random) {
            case 0: return []
            case 1: return [(stamp, signal), (stamp, signal)]
            case 2: fix.latitude += Int32.random(in: -90_000...90_000, using: &random)
            case 3: fix.sampleTime = fix.sampleTime + Int64.random(in: -90_000...20_000, using: &random)
            case 4: fix.horizontalAccuracy = Quantity(Int32.random(in: -100...300_000, using: &random))
            case 5: fix.speed = Quantity(Int32.random(in: -100...4_000, using: &random))
            case 6: fix.speedAccuracy = .empty
            default: break
            }
            return [(stamp, .fixArrived(fix))]
        }
    }

    /// Of the last two a wake alone begins a dwell.
    @Test("whatever comes in, a replay decides the same, across kills", arguments: Array(seeds) + [144, 174])
    func identicalWhateverComes(seed: UInt64) throws {
        let report = try LiveLog(Self.torn(seed), kills: [100, 900, 5_000, 9_000]).replay()
        #expect(report.replayability.verdict == .yes)
        #expect(report.changes.map(\.n) == [], "seed \(seed)")
        #expect(report.stateDifferences == [], "seed \(seed)")
        #expect(report.compared > 5_000)
    }

    @Test("written as text and read again, it is the same log")
    func throughText() throws {
        let folder = TemporaryFolder()
        try Self.log.write(to: folder)
        let replay = try TrailReplay.run(LogSource.open(folder.path))
        #expect(replay.report.replayability.verdict == .yes)
        #expect(replay.report.changes.map(\.n) == [])
        #expect(
            replay.report.fixes == Self.day.signals.count { if case .fixArrived = $0.signal { true } else { false } })
        #expect(replay.totals.ordinary > 500)
        #expect(replay.totals.solid > 30_000_000)
    }

    @Test("a forged verdict is the first divergence, and nothing else changed")
    func forged() throws {
        var log = Self.log.entries
        let index = log.firstAccepted!
        guard case .sample(var sample) = log[index] else { return }
        sample.verdict = .rejected
        sample.reason = "drift"
        log[index] = .sample(sample)
        var replay = try Replay<TrailCore>()
        for entry in log { replay.take(entry) }
        let report = replay.finish()
        #expect(report.changes.map(\.n) == [sample.n])
        #expect(report.firstChange?.thenText == "rejected drift")
        #expect(report.firstChange?.nowText == "accepted")
    }

    @Test("a decision that is missing in the log, or is in it by mistake, is found")
    func missingDecision() throws {
        let entries = Self.log.entries
        let settled = entries.firstIndex { entry in
            if case .event(let event) = entry { event.kind == .decision } else { false }
        }!
        var replay = try Replay<TrailCore>()
        for (index, entry) in entries.enumerated() where index != settled { replay.take(entry) }
        let report = replay.finish()
        guard case .event(let event) = entries[settled] else { return }
        #expect(report.changes.map(\.n) == [event.record["by"]!.sequenceNumber!])
        // The record itself is missed as well.
        #expect(report.replayability.reasons.map(\.code) == [.missingRecords])
    }

    @Test("under another rule the changed inputs are listed, the first one explained, the rest grouped")
    func whatIf() throws {
        var options = Replay<TrailCore>.Options()
        options.overrides = [RuleOverride("spacing.least", 40)]
        let report = try Self.log.replay(options)
        #expect(report.changes.count > 100)
        let first = try #require(report.firstChange)
        options.explained = first.n
        let explanation = try #require(try Self.log.replay(options).explanation)
        #expect(explanation.deciding?.name == "spacing")
        #expect(explanation.deciding?.limit == 40_000)
        #expect(explanation.n == first.n)
        #expect(report.consequences.reduce(0) { $0 + $1.count } == report.changes.count - 1)
        #expect(report.consequences.first?.now == "rejected spacing")
    }

    @Test("a rule set from a time on changes nothing before it")
    func fromATimeOn() throws {
        let noon = Self.day.truth[Self.day.truth.count / 2].time
        var options = Replay<TrailCore>.Options()
        options.overrides = [RuleOverride("accuracy.ordinary", 10, from: noon)]
        let report = try Self.log.replay(options)
        #expect(report.changes.count > 100)
        #expect(report.changes.allSatisfy { $0.time >= noon })
    }

    @Test("against other rules, both are replayed and nothing recorded is asked")
    func against() throws {
        var options = Replay<TrailCore>.Options()
        options.against = []
        #expect(try Self.log.replay(options).changes.map(\.n) == [])
        options.against = [RuleOverride("spacing.least", 40)]
        options.overrides = [RuleOverride("spacing.least", 40)]
        #expect(try Self.log.replay(options).changes.map(\.n) == [])
        options.overrides = []
        #expect(try Self.log.replay(options).changes.count > 100)
    }

    @Test("an unknown rule is refused before anything is read")
    func unknownRule() {
        var options = Replay<TrailCore>.Options()
        options.overrides = [RuleOverride("spacing", 40)]
        #expect(throws: CoreError.self) { try Replay<TrailCore>(options) }
    }

    @Test("the window limits what is reported, not what is replayed")
    func window() throws {
        let morning = Self.day.truth[Self.day.truth.count / 8].time
        var options = Replay<TrailCore>.Options()
        options.window = TimeWindow(since: morning)
        options.overrides = [RuleOverride("spacing.least", 40)]
        let report = try Self.log.replay(options)
        #expect(report.changes.count > 10)
        #expect(report.changes.allSatisfy { $0.time >= morning })
        options.overrides = []
        #expect(try Self.log.replay(options).changes.map(\.n) == [])
    }

    /// What each thing that is wrong with a log makes of the verdict.
    @Test("what stands against an exact replay is named", arguments: Fault.allCases)
    func replayability(fault: Fault) throws {
        var replay = try Replay<TrailCore>()
        for entry in fault.applied(to: Self.log.entries) { replay.take(entry) }
        let report = replay.finish()
        #expect(report.replayability.verdict == fault.verdict)
        #expect(report.replayability.reasons.map(\.code) == fault.codes)
    }

    enum Fault: String, CaseIterable {
        case none, noCore, noSettings, hole, unknownKind, newerCore, olderCore, unknownRule, noInputs

        var verdict: Replayability.Verdict {
            switch self {
            case .none: .yes
            case .newerCore, .noInputs: .no
            default: .bestEffort
            }
        }

        var codes: [Replayability.Reason.Code] {
            switch self {
            case .none: []
            case .noCore: [.noInitialState, .missingRecords]
            case .noSettings: [.missingRecords, .noSettings]
            case .hole: [.missingRecords]
            case .unknownKind: [.unknownKinds]
            case .newerCore: [.newerCore]
            case .olderCore: [.olderCore]
            case .unknownRule: [.unknownRule]
            case .noInputs: [.noInputs]
            }
        }

        func applied(to entries: [LogEntry]) -> [LogEntry] {
            let head = Array(entries.prefix(300))
            func changed(_ kind: String, _ change: (inout Record) -> Void) -> [LogEntry] {
                head.map { entry in
                    guard case .event(let event) = entry, event.record.kind == kind else { return entry }
                    var record = event.record
                    change(&record)
                    return .event(Event(record))
                }
            }
            func without(_ kind: String) -> [LogEntry] {
                head.filter { if case .event(let event) = $0 { event.record.kind != kind } else { true } }
            }
            func set(_ key: String, _ value: Value) -> (inout Record) -> Void {
                { record in record.fields = record.fields.map { $0.key == key ? .init(key, value) : $0 } }
            }
            switch self {
            case .none: return head
            case .noCore: return without("core")
            case .noSettings: return without("settings")
            case .hole: return Array(head.prefix(200) + head.suffix(50))
            case .unknownKind: return changed("app") { $0.kind = "weather" }
            case .newerCore: return changed("core", set("version", 99))
            case .olderCore: return changed("core", set("version", 0))
            case .unknownRule: return changed("core", set("rules", ["of-old": 1]))
            case .noInputs: return []
            }
        }
    }
}
