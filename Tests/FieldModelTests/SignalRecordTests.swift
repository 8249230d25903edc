import FieldModel
import Testing

@Suite struct SignalRecordTests {
    static let stamp = Stamp(n: 3, wallTime: WallTime(5), bootTime: BootTime(4), uptime: Uptime(2))

    static let pairs: [(Signal, String, [Record.Field])] = [
        (
            .motionRead(MotionReading(kind: .walking, confidence: .high, since: WallTime(7))), "motion",
            [.init("kind", "walking"), .init("conf", "high"), .init("at", 7)]
        ),
        (.motionRead(MotionReading(kind: .unknown)), "motion", [.init("kind", "unknown")]),
        (.stepsCounted(12), "steps", [.init("count", 12)]),
        (.woken(by: .significantChange), "wake", [.init("by", "significant-change")]),
        (.regionCrossed(id: "home", .exit), "region", [.init("id", "home"), .init("edge", "exit")]),
        (
            .visitReported(
                VisitReport(
                    arrival: nil, departure: WallTime(9), latitude: 500_000_001, longitude: -105_000_000,
                    horizontalAccuracy: Quantity(1250))), "visit",
            [
                .init("arrival", nil), .init("departure", 9), .init("lat", 50.0000001), .init("lon", -10.5),
                .init("hacc", 12.5),
            ]
        ),
        (.timerFired(id: "probe"), "timer", [.init("id", "probe")]),
        (.appMoved(to: .background), "app", [.init("to", "bg")]),
        (.trackingTurned(on: true), "track", [.init("on", true)]),
        (
            .authorizationChanged(Authorization(location: .always, precise: false, motion: .denied)), "auth",
            [.init("location", "always"), .init("precise", false), .init("motion", "denied")]
        ),
        (.batteryRead(level: 0.5, plugged: nil), "battery", [.init("level", 0.5)]),
        (.settingsChanged([.init("pauses", true)]), "settings", [.init("pauses", true)]),
        (.launched(run: "A", boot: "B"), "launch", [.init("run", "A"), .init("boot", "B")]),
        (.holeFound(from: BootTime(1), to: BootTime(2)), "hole", [.init("from", 1), .init("to", 2)]),
        (.zoneChanged(offset: -3600), "tz", [.init("offset", -3600)]),
    ]

    @Test(arguments: pairs)
    func `a signal is written as its event and comes back from it`(
        signal: Signal, kind: String, fields: [Record.Field]
    ) throws {
        let record = try #require(signal.record(at: Self.stamp))
        #expect(record == Record(stamp: Self.stamp, kind: kind, fields: fields))
        let back = try #require(Signal(record)?.record(at: Self.stamp))
        #expect(back == record)
    }

    static let others: [Record] = [
        Record(stamp: stamp, kind: "hb"), Record(stamp: stamp, kind: "nobody"),
        Record(stamp: stamp, kind: "motion", fields: [.init("kind", "flying")]),
        Record(stamp: stamp, kind: "steps"), Record(stamp: stamp, kind: "visit", fields: [.init("lat", 1)]),
        Record(stamp: stamp, kind: "hole", fields: [.init("from", 1)]),
    ]

    @Test(arguments: others)
    func `what is no signal gives none`(record: Record) {
        #expect(Signal(record) == nil)
    }

    @Test func `a sample is the signal of its fix at the clocks of the callback`() {
        let fix = Fix(
            sampleTime: WallTime(1), receiveTime: WallTime(2), bootTime: BootTime(3), latitude: 4, longitude: 5,
            horizontalAccuracy: Quantity(6))
        let sample = Sample(n: 7, fix: fix)
        #expect(sample.stamp == Stamp(n: 7, wallTime: WallTime(2), bootTime: BootTime(3)))
        #expect(Signal.fixArrived(fix).record(at: Self.stamp) == nil)
    }
}
