import DecisionCore
import FieldModel
import FlightAnalysis
import FlightLog
import Foundation
import LogFormat
import SimulatedDay
import TestKit
import Testing
import TrackStore

@testable import fieldtest

/// The sample app in this process: a real recorder and the live core under a clock that the day moves.
@Suite("The tracker of the sample app") struct TrackerTests {
    /// FLIGHTLOG_LONG asks for 200 days.
    static let seeds = Array(1...UInt64(Long.isOn ? 200 : 4))
    /// Of the four other cores together.
    static let otherSeeds = Array(1...UInt64(Long.isOn ? 200 : 2))

    /// Three hours from the walk to the car on, in which everything but the train and the night happens; the app is
    /// opened anew after every 1,500 signals.
    static func record(seed: UInt64, core: LiveCore? = nil, into folder: String) throws {
        let live = try core ?? LiveCore(TrailCore.name, pack: nil)
        let day = SimulatedDay(SimulatedDay.Options(seed: seed, seconds: 18_000))
        let clock = ManualClock(wallTime: day.signals[0].stamp.wallTime)
        let begin = day.truth[0].time + 2_400_000
        var signals = day.signals.drop { $0.stamp.wallTime < begin }
        // What still holds from before: an app asks for it when it starts.
        var holding: [RecordKind: Signal] = [:]
        for (stamp, signal) in day.signals where stamp.wallTime < begin {
            if let condition = signal.condition { holding[condition] = signal }
        }
        while !signals.isEmpty {
            clock.set(signals.first!.stamp)
            var configuration = Recorder.Configuration(app: "test", build: "1")
            configuration.clock = .manual(clock)
            configuration.catchesSignals = false
            let recorder = try Recorder(openingLogAt: folder, configuration)
            let tracker = Tracker(recorder, live)
            for condition in RecordKind.allCases {
                if let signal = holding.removeValue(forKey: condition) { tracker.receive(signal) }
            }
            for (stamp, signal) in signals.prefix(1500) {
                clock.set(stamp)
                recorder.beatIfDue()
                tracker.fireTimers()
                tracker.receive(signal)
            }
            tracker.end()
            signals = signals.dropFirst(1500)
        }
    }

    @Test("decides live what a replay of its log decides, whatever the day", arguments: seeds)
    func liveIsReplay(seed: UInt64) throws {
        let folder = TemporaryFolder()
        try Self.record(seed: seed, into: folder.path)
        let report = try Replay<TrailCore>().run(over: LogSource.open(folder.path))

        #expect(report.replayability.verdict == .yes, "seed \(seed): \(report.replayability.reasons)")
        #expect(report.changes.isEmpty, "seed \(seed)")
        #expect(report.stateDifferences.isEmpty, "seed \(seed)")
        #expect(report.fixes > 1000 && report.coreRecords > 1, "seed \(seed)")
    }

    /// A log of a core, replayed through it: why it is not the same, or nil.
    static func difference<Core: DecidingCore>(
        _ seed: UInt64, _ core: Core.Type, pack: String? = nil, prepare: @escaping (inout Core) -> Void = { _ in }
    ) throws -> String? {
        let folder = TemporaryFolder()
        try record(seed: seed, core: LiveCore(Core.name, pack: pack), into: folder.path)
        let report = try Replay<Core>(prepare: prepare).run(over: LogSource.open(folder.path))
        guard report.replayability.verdict == .yes else { return "\(report.replayability.reasons)" }
        guard report.fixes > 1000, report.coreRecords > 1, report.recordedDecisions > 0 else { return "too little" }
        guard report.stateDifferences.isEmpty else { return "states differ at \(report.stateDifferences)" }
        return report.firstChange.map { "\($0.n): \($0.thenText) -> \($0.nowText)" }
    }

    private static let home = Itinerary.home

    /// A town about the way to the car, with a street from its middle eastwards.
    static let pack = #"""
        {"towns":[{"id":"home","lat":\#(home.latitude),"lon":\#(home.longitude),"radius_m":3000,
          "streets":[{"line":[[\#(home.latitude),\#(home.longitude)],
            [\#(home.latitude),\#(home.longitude + 0.02)]]}]}]}
        """#

    @Test("runs any core live, and each decides what a replay of its log decides", arguments: otherSeeds)
    func everyCoreIsReplay(seed: UInt64) throws {
        let folder = TemporaryFolder()
        let path = try folder.write(Self.pack, to: "pack.json")
        let pack = try StreetPack(JSON.parse(Self.pack))
        #expect(try Self.difference(seed, PhaseCore.self) == nil, "seed \(seed)")
        #expect(try Self.difference(seed, RunCore.self) == nil, "seed \(seed)")
        #expect(try Self.difference(seed, VisitCore.self) == nil, "seed \(seed)")
        #expect(try Self.difference(seed, WalkCore.self, pack: path) { $0.pack = pack } == nil, "seed \(seed)")
    }

    @Test("keeps what is derived up to date while points come, and brings it up to date at a launch")
    func derived() throws {
        let folder = TemporaryFolder()
        try Self.record(seed: 3, into: folder.path)
        let track = TrackFolder(folder.path)
        let facts = try FactDatabase(track.facts, readOnly: true)
        let points = try facts.runs().reduce(0) { $0 + (try facts.points(ofRun: $1.id).count) }
        let before = try DerivedDatabase(track.derived).summary()
        #expect(before.points > points - 100 && before.points <= points && before.solid > 10_000_000)

        let last = try #require(try facts.points(ofRun: 1).last?.point.time)
        let clock = ManualClock(wallTime: last + 60_000)
        var configuration = Recorder.Configuration(app: "test", build: "1")
        configuration.clock = .manual(clock)
        configuration.catchesSignals = false
        let tracker = Tracker(try Recorder(openingLogAt: folder.path, configuration), try LiveCore("trail", pack: nil))
        #expect(try DerivedDatabase(track.derived).summary().points == points)
        tracker.end()
    }

    @Test("what is older than the retention goes at a launch, and its line with it")
    func purged() throws {
        let folder = TemporaryFolder()
        try Self.record(seed: 3, into: folder.path)
        let track = TrackFolder(folder.path)
        let last = try #require(
            try FactDatabase(track.facts, readOnly: true).points(ofRun: 1).last?.point.time)
        let clock = ManualClock(wallTime: last + 31 * 86_400_000)
        var configuration = Recorder.Configuration(app: "test", build: "1")
        configuration.clock = .manual(clock)
        configuration.catchesSignals = false
        Tracker(try Recorder(openingLogAt: folder.path, configuration), try LiveCore("trail", pack: nil)).end()
        #expect(try FactDatabase(track.facts, readOnly: true).points(ofRun: 1).isEmpty)
        #expect(try DerivedDatabase(track.derived).summary().points == 0)
    }
}
