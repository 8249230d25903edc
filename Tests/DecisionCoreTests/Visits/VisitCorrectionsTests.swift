import DecisionCore
import FieldModel
import Testing

@Suite struct VisitCorrectionsTests {
    static func day() -> VisitScene {
        var scene = VisitScene()
        scene.report("09:00", "12:00", at: "12:01")
        scene.report("13:00", nil, at: "13:05")
        return scene
    }

    @Test func anAddedVisitStandsAmongTheReportedOnesAndEndsTheOneBefore() {
        var scene = VisitScene()
        scene.report("09:00", nil, at: "09:05")
        scene.corrections.make(
            .add(name: "Bakery", latitude: 1, longitude: 2, arrival: VisitScene.time("10:00"), departure: nil))
        #expect(scene.spans == ["09:00 - 10:00*", "10:00 -"])
        #expect(scene.shown[1].name == "Bakery")
    }

    @Test func aSplitMakesTwoOfOneAndEachCanBeCorrectedFurther() {
        var scene = Self.day()
        let split = scene.corrections.make(.split(.reported(0), at: VisitScene.time("10:30")))
        #expect(scene.spans == ["09:00 - 10:30", "10:30 - 12:00", "13:00 -"])
        scene.corrections.make(.rename(.splitOff(split), "Market"))
        #expect(scene.shown[1].name == "Market")
        #expect(scene.shown[0].value["corrected"] == ["departure"])
    }

    @Test func correctedTimesAreShownAsSuchAndTheFactsStay() {
        var scene = Self.day()
        scene.corrections.make(.fix(.reported(1), arrival: nil, departure: VisitScene.time("15:00")))
        #expect(scene.spans[1] == "13:00 - 15:00")
        #expect(scene.shown[1].departure.source == .corrected)
        #expect(scene.ledger.entries[1].report.departure == nil)
    }

    @Test func takenBackTheVisitsAreAsIfItHadNeverBeenMade() {
        var scene = Self.day()
        let before = scene.shown
        let split = scene.corrections.make(.split(.reported(0), at: VisitScene.time("10:30")))
        scene.corrections.make(.rename(.splitOff(split), "Market"))
        scene.corrections.takeBack(split)
        #expect(scene.shown == before)
        #expect(scene.corrections.entries.count == 2, "what was said stays known")
    }

    static let unfit: [VisitCorrections.Correction] = [
        .split(.reported(0), at: VisitScene.time("08:59")), .split(.reported(0), at: VisitScene.time("12:00")),
        .split(.reported(7), at: VisitScene.time("10:00")),
        .fix(.reported(0), arrival: VisitScene.time("12:30"), departure: nil),
        .fix(.reported(0), arrival: nil, departure: VisitScene.time("08:00")), .rename(.added(3), "x"),
        .add(name: nil, latitude: 0, longitude: 0, arrival: nil, departure: nil),
        .add(
            name: nil, latitude: 0, longitude: 0, arrival: VisitScene.time("10:00"),
            departure: VisitScene.time("09:00")),
    ]

    @Test(arguments: unfit) func aCorrectionThatFitsNothingChangesNothingAndIsNamed(
        _ correction: VisitCorrections.Correction
    ) {
        var scene = Self.day()
        let before = scene.shown
        scene.corrections.make(correction)
        var visits = before
        #expect(scene.shown == before)
        let numbers = scene.corrections.apply(to: &visits)
        #expect(numbers == [0])
    }

    @Test func thereIsNothingToTakeBackThatWasNeverMade() {
        var scene = Self.day()
        let wasThere = scene.corrections.takeBack(0)
        #expect(!wasThere)
    }
}
