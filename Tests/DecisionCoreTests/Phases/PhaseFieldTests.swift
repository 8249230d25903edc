import DecisionCore
import FieldModel
import Testing

/// What phones in pockets taught about the phases.
@Suite struct PhaseFieldTests {
    @Test func inHalfAnHourWithATripTheReceiverRunsFor24Minutes() {
        var shell = PhaseShell()
        // Settled at home before it begins.
        shell.pass(60) { $0 == 0 ? "+n" : "" }
        #expect(shell.phase == .stationary)
        let before = shell.receiverTime
        shell.pass(180)
        // 3:00 a few steps: a look, and just before its 45 s are over the motion sensor is sure. The trip
        // lasts until 20:00.
        shell.pass(44) { $0 == 0 ? "p" : "n" }
        shell.pass(976) { $0 == 0 ? "W" : "1" }
        // Still from 20:00 on; believed after 2 min of stillness and 5 of settling.
        shell.pass(600) { $0 == 0 ? "S" : "0" }
        #expect(shell.receiverTime - before == 24 * 60_000)
        #expect(shell.phases.suffix(4) == [.probing, .moving, .settling, .stationary])
    }

    @Test func aDayOfAFlickeringSensorOpensOneLookWhenTheFirstSeesAFix() {
        var shell = PhaseShell()
        shell.pass(86_400) { second in
            (second == 0 ? "+" : "") + (second == 5 ? "n" : "") + (second % 60 == 0 ? "l" : "")
                + (second % 60 == 30 ? "U" : "")
        }
        #expect(shell.probes == 1)
        #expect(shell.receiverTime == 45_000)
    }

    @Test func withoutAFixTheFlickeringSensorOpensOneLookAfterTheOther() {
        var shell = PhaseShell()
        shell.pass(3600) { ($0 == 0 ? "+" : "") + ($0 % 60 == 30 ? "U" : "") }
        #expect(shell.probes == 60)
    }

    @Test func aStillnessTimerThatFired1224SecondsLateOpensALookAndEndsNoTrip() {
        var timeline = PhaseTimeline("+WS")
        timeline.time += 1_224_000
        timeline.run("T")
        #expect(timeline.rows.last == .movingUnfed)
        #expect(timeline.core.machine.phase == .probing)
        #expect(timeline.core.machine.tripIsOpen)
    }

    @Test func onACarSeatAtMotorwaySpeedAStationarySensorNeverSettlesAnything() {
        var shell = PhaseShell()
        shell.pass(1) { _ in "+A" }
        shell.pass(1800) { second in (second % 40 == 0 ? "S" : "") + "F" }
        #expect(shell.phases == [.probing, .moving])
        #expect(shell.timeline.core.machine.profile == .automotive)
    }

    @Test func aRelaunchWhileTrackingIsOnArmsEverythingInOneGo() {
        var timeline = PhaseTimeline("+WSsT")
        timeline.run("L")
        #expect(
            timeline.effects == "settling>probing by launch, start wakes, start motion, probing, start probe 45")
    }
}
