import DecisionCore
import FieldModel
import Testing

@Suite struct UsualPlacesTests {
    static func visit(north: Double, day: Int64, accuracy: Double = 30) -> UsualPlaces.Visit {
        let fix = Scene.fix(0, north: north)
        return UsualPlaces.Visit(
            latitude: fix.latitude, longitude: fix.longitude, accuracy: Quantity(Int32(accuracy * 100)), day: day)
    }

    @Test("B022: stays at two places kilometres apart are two places of three") func twoPlaces() {
        let places = UsualPlaces((0..<6).map { Self.visit(north: $0 % 2 == 0 ? 0 : 2500, day: $0) }).places
        #expect(places.map(\.visits) == [3, 3])
        let (a, b) = (places[0].first, places[1].first)
        let apart = Distance.between(latitude: a.latitude, longitude: a.longitude, and: b.latitude, b.longitude)
        #expect((apart + 500) / 1000 == 2500)
    }

    @Test func aPlaceNeverGrowsBeyondTheReachOfItsFirstVisit() {
        // Each lies within 100 m of the one before; a chain would swallow them all.
        let places = UsualPlaces((0..<10).map { Self.visit(north: 60 * Double($0), day: $0) }).places
        #expect(places.map(\.visits) == [2, 2, 2, 2, 2])
    }

    @Test(arguments: [(30.0, 99.9, 1), (30, 100.1, 2), (250, 249.9, 1), (249, 249.9, 2)])
    func aPlaceReachesAsFarAsTheWorseAccuracyAndAtLeast100Metres(
        _ accuracy: Double, _ north: Double, _ count: Int
    ) {
        let places = UsualPlaces([Self.visit(north: 0, day: 0), Self.visit(north: north, day: 1, accuracy: accuracy)])
        #expect(places.places.count == count)
    }

    @Test(
        arguments: [
            ([0, 7, 14], true), ([0, 7, 13], false), ([0, 14], false), ([0, 0, 14], false), ([5, 6, 7, 8, 19], true),
            ([3], false), ([-20, -10, 3], true),
        ] as [([Int64], Bool)]) func anAnchorIsAPlaceOfThreeDaysTwoWeeksApart(_ days: [Int64], _ isAnchor: Bool)
    {
        #expect(UsualPlaces(days.map { Self.visit(north: 0, day: $0) }).places.map(\.isAnchor) == [isAnchor])
    }

    @Test func aWeekAbroadChangesNeitherTheAnchorsNorTheVerdictAtHome() {
        let home = [Int64](0..<20).map { Self.visit(north: 0, day: $0) }
        let abroad = [Int64](20..<27).map { Self.visit(north: 900_000, day: $0) }
        let (before, after) = (UsualPlaces(home), UsualPlaces(home + abroad))
        #expect(after.places.filter(\.isAnchor) == before.places.filter(\.isAnchor))
        let here = Self.visit(north: 40, day: 27)
        let away = after.away(latitude: here.latitude, longitude: here.longitude)
        #expect(away == before.away(latitude: here.latitude, longitude: here.longitude))
        #expect(away.map { ($0 + 500) / 1000 } == 40)
        let there = abroad[0]
        #expect(after.away(latitude: there.latitude, longitude: there.longitude).map { $0 / 1_000_000 } == 900)
    }

    @Test func withoutAnAnchorNobodyIsAway() {
        #expect(UsualPlaces([Self.visit(north: 0, day: 0)]).away(latitude: 0, longitude: 0) == nil)
    }

    @Test func theDayOfAVisitIsTheLocalDayOfItsArrivalOrElseItsDeparture() {
        var scene = VisitScene()
        scene.report("23:30", nil, at: "23:40")
        scene.report(nil, "+1 23:30", at: "+1 23:40")
        let days = scene.shown.compactMap { UsualPlaces.Visit($0, offset: 3600)?.day }
        #expect(days.map { $0 - days[0] } == [0, 1])
    }
}
