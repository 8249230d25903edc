import DecisionCore
import FieldModel
import Testing

@Suite struct VisitTests {
    @Test("B020: six reports are four visits, and nothing unknown is guessed") func republished() {
        var scene = VisitScene()
        scene.report(nil, "16:11:57", at: "16:12")
        scene.report("16:21:51", nil, north: 500, at: "16:25")
        scene.report("16:21:51", "16:45:20", north: 500, at: "16:46")
        scene.report("16:47:26", nil, north: 900, at: "16:50")
        scene.report("16:47:26", "16:58:45", north: 900, at: "16:59")
        scene.report("17:05:13", nil, at: "17:08")
        #expect(scene.filings.map(\.way) == [.added, .added, .superseded, .added, .superseded, .added])
        #expect(scene.spans == ["? - 16:11", "16:21 - 16:45", "16:47 - 16:58", "17:05 -"])
        #expect(scene.shown[0].arrival.time == nil)
        #expect(scene.shown.map(\.isOpen) == [false, false, false, true])
        #expect(scene.ledger.entries.count == 6, "every report is kept")
        #expect(scene.ledger.entries.map(\.report.departure).count { $0 == nil } == 3)
    }

    @Test func twoReportsWithoutArrivalAreOneVisitOnlyWhereTheirDeparturesAgree() {
        var scene = VisitScene()
        scene.report(nil, "09:00", at: "09:01")
        scene.report(nil, "09:00", at: "09:02")
        scene.report(nil, "10:00", at: "10:01")
        #expect(scene.filings.map(\.visit) == [0, 0, 1])
    }

    @Test func aVisitWithoutDepartureEndsAtTheNextArrivalAndIsMarked() {
        var scene = VisitScene()
        scene.report("09:00", nil, at: "09:05")
        scene.report("12:30", nil, at: "12:35")
        #expect(scene.spans == ["09:00 - 12:30*", "12:30 -"])
        #expect(scene.shown[0].value["inferred"] == ["departure"])
        #expect(scene.shown[1].value["departure"] == .null)
        #expect(scene.shown[1].value["inferred"] == [])
        #expect(scene.ledger.entries[0].report.departure == nil, "the fact stays as it was told")
    }

    @Test func aVisitEndsAtTheNextDriveWhereThatIsEarlier() {
        var scene = VisitScene()
        scene.report("09:00", nil, at: "09:05")
        scene.drive(from: "11:00", seconds: 60)
        #expect(scene.spans == ["09:00 - 11:00*"])
        scene.report("12:30", nil, at: "12:35")
        #expect(scene.spans.first == "09:00 - 11:00*")
    }

    @Test func aLateReportTakesTheInferredEndsPlace() {
        var scene = VisitScene()
        scene.report("09:00", nil, at: "09:05")
        scene.report("12:30", nil, at: "12:35")
        scene.report("09:00", "12:10", at: "12:40")
        #expect(scene.spans.first == "09:00 - 12:10")
    }

    @Test func aDriveRunsFromItsFirstFixInMotionUntilADwell() {
        var scene = VisitScene()
        scene.drive(from: "11:00", seconds: 60)
        #expect(scene.ledger.drives.map(\.departure) == [VisitScene.time("11:00")])
        #expect(scene.core.isDriving)
        scene.signal(.motionRead(MotionReading(kind: .stationary)), at: "11:05")
        scene.signal(.appMoved(to: .background), at: "11:07")
        #expect(scene.ledger.drives.map(\.end) == [VisitScene.time("11:07")])
        #expect(!scene.core.isDriving)
    }

    @Test func walkingIsNoDrive() {
        var scene = VisitScene()
        scene.signal(.motionRead(MotionReading(kind: .walking)), at: "11:00")
        let fix = Scene.fix(11_000, speed: 1.4)
        scene.signal(.fixArrived(fix), at: "11:00")
        #expect(scene.ledger.drives.isEmpty)
    }

    @Test(arguments: [
        ("08:20", "+2 07:45", "08:20 - 07:45 +2d"), ("08:20", "09:00", "08:20 - 09:00"),
        ("23:50", "+1 00:10", "23:50 - 00:10 +1d"),
    ]) func aSpanOverMidnightShowsTheDays(_ arrival: String, _ departure: String, _ text: String) {
        var scene = VisitScene()
        scene.report(arrival, departure, at: "+3 00:00")
        #expect(scene.spans == [text])
    }

    @Test func theDaysOfASpanAreTheReadersOwn() {
        var scene = VisitScene()
        scene.report("21:30", "22:30", at: "23:00")
        #expect(scene.shown[0].span(offset: 0) == "21:30 - 22:30")
        #expect(scene.shown[0].span(offset: 7200) == "23:30 - 00:30 +1d")
    }

    @Test func aDepartureBeforeItsArrivalIsNoDeparture() {
        var scene = VisitScene()
        scene.report("09:00", "08:00", at: "09:05")
        #expect(scene.spans == ["09:00 -"])
        scene.report("12:30", nil, at: "12:35")
        #expect(scene.spans.first == "09:00 - 12:30*")
    }

    @Test func theStateComesBackEqualFromItsValue() throws {
        var scene = VisitScene()
        scene.report(nil, "09:00", at: "09:01")
        scene.report("10:00", nil, at: "10:01")
        scene.drive(from: "11:00", seconds: 60)
        let again = try VisitCore(rules: scene.core.rules, state: scene.core.state)
        #expect(again.state == scene.core.state)
        #expect(again.isDriving)
    }
}
