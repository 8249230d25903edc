import DecisionCore
import FieldModel
import FlightAnalysis
import FlightLog
import Foundation
import SimulatedDay
import TestKit
import Testing

@testable import fieldtest

/// The sample app in this process: a real recorder and the live core under a clock that the day moves.
@Suite("The tracker of the sample app") struct TrackerTests {
    /// 12 seeds, or as many as FLIGHTLOG_LONG asks for: 200.
    static let seeds = Array(1...UInt64(ProcessInfo.processInfo.environment["FLIGHTLOG_LONG"] == nil ? 4 : 200))

    /// Three hours from the walk to the car on, in which everything but the train and the night happens; the app is
    /// opened anew after every 1,500 signals.
    static func record(seed: UInt64, into folder: String) throws {
        let day = SimulatedDay(SimulatedDay.Options(seed: seed, seconds: 18_000))
        let clock = ManualClock(wallTime: day.signals[0].stamp.wallTime)
        var signals = day.signals.drop { $0.stamp.wallTime < day.truth[0].time + 2_400_000 }
        while !signals.isEmpty {
            clock.set(signals.first!.stamp)
            var configuration = Recorder.Configuration(app: "test", build: "1")
            configuration.clock = .manual(clock)
            configuration.catchesSignals = false
            let recorder = try Recorder(openingLogAt: folder, configuration)
            let tracker = Tracker(recorder, try LiveCore(TrailCore.name, pack: nil))
            for (stamp, signal) in signals.prefix(1500) {
                clock.set(stamp)
                recorder.beatIfDue()
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
}
