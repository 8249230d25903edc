import CCrashTap
import FieldModel
import LogFormat
import SystemIO
import TestKit
import Testing

@testable import FlightLog

@Suite struct HeartTests {
    private struct Device: Resources, Power {
        func processorTime() -> Int64 { 321 }
        func memory() -> Int64? { 5_000_000 }
        func memoryIsLow() -> Bool? { false }
        func memoryKills() -> UInt64? { nil }
        func isDebugged() -> Bool? { false }
        func thermalState() -> ThermalState? { .fair }
        func level() -> Double? { 0.57 }
        func isPlugged() -> Bool? { true }
        func isLowPowerMode() -> Bool? { nil }
    }

    private func beating(_ log: RecordedLog, _ clock: ManualClock) throws -> Recorder {
        try log.open(clock: .manual(clock)) {
            $0.heartbeatPeriod = 60_000
            $0.resources = Device()
            $0.power = Device()
        }
    }

    @Test func `a beat says what came since the last one, when it was due and what the device says`() throws {
        let log = RecordedLog()
        let clock = ManualClock.atNoon()
        let recorder = try beating(log, clock)
        recorder.appMoved(to: .background)
        recorder.record(MotionReading(kind: .automotive))
        clock.advance(10_000)
        recorder.record(RecordedLog.fix(at: recorder.now), ruling: Ruling(.accepted))
        recorder.record(RecordedLog.fix(at: recorder.now), ruling: Ruling(.rejected, .jump))
        clock.advance(49_000)
        recorder.beatIfDue()
        clock.advance(2_000)
        recorder.beatIfDue()
        recorder.close()
        let beat = try #require(try log.event(.heartbeat).first)
        #expect(try log.event(.heartbeat).count == 1)
        #expect(
            beat.fields == [
                .init("app", "bg"), .init("motion", "automotive"), .init("cb", 2), .init("a", 1), .init("r", 1),
                .init("age", 51), .init("due", 120_000), .init("cpu", 321), .init("bat", 0.57), .init("plugged", true),
                .init("mem", 5_000_000),
            ])
        #expect(try log.event(.hole).isEmpty)
    }

    @Test func `a beat that comes too late is followed by the hole, from the last record before it`() throws {
        let log = RecordedLog()
        let clock = ManualClock.atNoon()
        let recorder = try beating(log, clock)
        clock.advance(60_000)
        recorder.beatIfDue()
        clock.advance(5_000)
        let last = recorder.mark("asleep soon")
        clock.sleep(600_000)
        recorder.beatIfDue()
        recorder.close()
        let events = try log.events().suffix(3)
        #expect(events.map(\.kind) == ["hb", "hole", "exit"])
        let hole = try #require(try log.event(.hole).first)
        #expect(hole["from"]?.integer == last.bootTime?.rawValue)
        #expect(hole["to"]?.integer == events.first?.stamp.bootTime?.rawValue)
    }

    @Test func `the hole is found where another thread wrote before the late beat`() throws {
        let log = RecordedLog()
        let clock = ManualClock.atNoon()
        let recorder = try beating(log, clock)
        clock.advance(5_000)
        let last = recorder.mark("before")
        clock.sleep(600_000)
        let next = recorder.mark("after")
        recorder.beatIfDue()
        recorder.close()
        let hole = try #require(try log.event(.hole).first)
        #expect(hole["from"]?.integer == last.bootTime?.rawValue)
        #expect(hole["to"]?.integer == next.bootTime?.rawValue)
    }

    @Test func `a beat up to half a period late is only late`() throws {
        let log = RecordedLog()
        let clock = ManualClock.atNoon()
        let recorder = try beating(log, clock)
        clock.advance(90_000)
        recorder.beatIfDue()
        recorder.close()
        #expect(try log.event(.heartbeat).count == 1)
        #expect(try log.event(.hole).isEmpty)
    }

    @Test func `no beat comes while heartbeats are off, and none is missed`() throws {
        let log = RecordedLog()
        let clock = ManualClock.atNoon()
        let recorder = try beating(log, clock)
        recorder.turnHeartbeats(on: false)
        clock.advance(3_600_000)
        recorder.beatIfDue()
        recorder.turnHeartbeats(on: true)
        clock.advance(59_000)
        recorder.beatIfDue()
        clock.advance(1_000)
        recorder.beatIfDue()
        recorder.close()
        #expect(try log.events().map(\.kind) == ["launch", "prev-exit", "tz", "hb.off", "hb.on", "hb", "exit"])
    }

    @Test func `a recorder beats by itself, faster on a faster clock`() throws {
        let log = RecordedLog()
        let start = Stamp(wallTime: ManualClock.noon, bootTime: BootTime(0), uptime: Uptime(0))
        let recorder = try log.open(clock: .scaled(from: start, scale: 600)) { $0.heartbeatPeriod = 60_000 }
        // A minute of ours at most, in which a slower clock beats once.
        let end = ManualClock.noon + 600 * 60_000
        while ct_get(&recorder.log.state.pointee.life.beats) < 5, recorder.now.wallTime < end { usleep(5_000) }
        recorder.close()
        let beats = try log.event(.heartbeat)
        #expect(beats.count >= 5)
        #expect(beats.allSatisfy { $0.stamp.bootTime!.rawValue >= $0["due"]!.integer! })
    }
}
