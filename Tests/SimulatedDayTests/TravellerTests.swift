import FieldModel
import SimulatedDay
import Testing

/// The truth is checked by hand: lengths over speeds.
@Suite("Truth") struct TruthTests {
    static let start = Place(latitude: 50, longitude: 10)

    static func truth(_ legs: [Leg], length: Int = 3600) -> [TruthRow] {
        let itinerary = Itinerary(start: start, legs: legs, length: length)
        return SimulatedDay(SimulatedDay.Options(seed: 1, itinerary: itinerary)).truth
    }

    @Test("of a straight drive of 100 s at 22 m/s is 2,200 m, 0.019785 degrees north") func straightDrive() {
        let goal = Self.start.moved(Offset(north: 2200, east: 0))
        let rows = Self.truth([
            Leg(.driving, .go([goal], Pace(22))), Leg(.resting, .stay(seconds: 10)),
        ])

        #expect(rows.count == 110)
        #expect(abs(rows[50].metres - 1100) < 1e-6)
        #expect(abs(rows[100].metres - 2200) < 1e-6)
        #expect(abs(rows[100].place.latitude - (50 + 2200 / 111_194.926_6)) < 1e-9)
        #expect(rows[99].speed == 22)
        #expect(rows[109].speed == 0)
    }

    @Test("loses nothing at a bend in the middle of a second") func bend() {
        // 105 m north and 105 m east at 10 m/s: the bend is at 10.5 s, the end at 21 s.
        let corner = Self.start.moved(Offset(north: 105, east: 0))
        let goal = corner.moved(Offset(north: 0, east: 105))
        let rows = Self.truth([Leg(.driving, .go([corner, goal], Pace(10, endsStanding: false)))])

        #expect(rows.count == 21)
        #expect(abs(rows[11].metres - 110) < 1e-6)
        #expect(abs(rows[11].place.offset(to: goal).east - 100) < 1e-6)
    }

    @Test("of a drive with a red light stands there as long as the light is red") func redLight() {
        let light = Self.start.moved(Offset(north: 600, east: 0))
        let goal = Self.start.moved(Offset(north: 1200, east: 0))
        let pace = Pace(12, acceleration: 2, pauses: [45])
        let rows = Self.truth([Leg(.driving, .go([light, goal], pace)), Leg(.resting, .stay(seconds: 5))])

        let standing = rows.filter { abs($0.metres - 600) < 0.001 && $0.speed == 0 }
        #expect((45...46).contains(standing.count))
        #expect(abs(rows[rows.count - 1].metres - 1200) < 1e-6)
        #expect(rows.map(\.speed).max() == 12)
    }

    @Test("never goes further in a second than its speed, on any day", arguments: 1...2 as ClosedRange<UInt64>)
    func steps(seed: UInt64) {
        let truth = SimulatedDay(seed: seed).truth
        let excess = zip(truth, truth.dropFirst()).map { $1.metres - $0.metres - max($1.speed, $0.speed) }
        #expect(excess.max()! < 1e-6)
        #expect(truth.count == 86_400)
    }

    @Test("of the standard day ends at home") func home() {
        let last = SimulatedDay(seed: 3).truth.last!
        #expect(last.place.offset(to: Itinerary.home).length < 0.001)
        // About 25 km out by road, about 30 km back by rail and some walks.
        #expect((52_000...62_000).contains(last.metres))
    }
}
