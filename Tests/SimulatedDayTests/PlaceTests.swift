import SimulatedDay
import Testing

@Suite("Place") struct PlaceTests {
    static let home = Place(latitude: 50, longitude: 10)

    @Test(
        "gives the course of a way",
        arguments: [
            (1.0, 0.0, 0.0), (1, 1, 45), (0, 1, 90), (-1, 1, 135), (-1, 0, 180), (-1, -1, 225), (0, -1, 270),
            (1, -1, 315), (0.866_025_4, 0.5, 30), (0.5, 0.866_025_4, 60), (-0.866_025_4, 0.5, 150), (0.0, 0.0, 0.0),
        ])
    func course(north: Double, east: Double, expected: Double) {
        #expect(abs(Offset(north: north, east: east).course - expected) < 0.002)
    }

    @Test("goes a degree of latitude in 111,194.93 m") func northward() {
        #expect(abs(Self.home.moved(Offset(north: 111_194.926_6, east: 0)).latitude - 51) < 1e-9)
    }

    @Test(
        "goes a degree of longitude in R cos(latitude)",
        arguments: [(0.0, 111_194.926_6), (50, 71_474.721_0), (60, 55_597.463_3), (89, 1_940.619_0)])
    func eastward(latitude: Double, metres: Double) {
        let start = Place(latitude: latitude, longitude: 10)
        #expect(abs(start.moved(Offset(north: 0, east: metres)).longitude - 11) < 1e-6)
    }

    @Test("finds back what it went") func roundTrip() {
        let way = Self.home.offset(to: Self.home.moved(Offset(north: -1234.5, east: 987.6)))
        #expect(abs(way.north + 1234.5) < 1e-6)
        #expect(abs(way.east - 987.6) < 1e-6)
    }
}
