import FieldModel
import Testing

@testable import FlightAnalysis

@Suite("Drawings: bounds and the antimeridian")
struct DrawingTests {
    private func bounds(_ longitudes: [Double], marks: [Double] = []) -> GeoBounds? {
        GeoBounds(
            TrackDrawing(
                name: "", lines: [.init(points: longitudes.map { .init(51.9, $0, at: 0) })],
                marks: marks.map {
                    .init(
                        kind: .mark, time: WallTime(0), text: "", latitude: 0, longitude: Int32(($0 * 1e7).rounded()))
                }))
    }

    @Test(
        "Bounds follow the way: west is greater than east where it crosses the antimeridian",
        arguments: [
            ([10, 11, 10.5], 10, 11), ([179.997, 179.999, -179.999, -179.997], 179.997, -179.997),
            ([-179.999, 179.999], 179.999, -179.999), ([-10, 10], -10, 10), ([42], 42, 42),
            ([0, 100, -160, -60, 0], -180, 180), ([170, -170, 170], 170, -170),
        ] as [([Double], Double, Double)])
    func bounds(longitudes: [Double], west: Double, east: Double) throws {
        let found = try #require(bounds(longitudes))
        #expect(found.west == Int32((west * 1e7).rounded()))
        #expect(found.east == Int32((east * 1e7).rounded()))
    }

    @Test("A mark widens the bounds the short way")
    func marks() throws {
        #expect(try #require(bounds([179.9, -179.9], marks: [178])).west == 1_780_000_000)
        #expect(try #require(bounds([10, 11], marks: [12])).east == 120_000_000)
        #expect(try #require(bounds([10, 11], marks: [12])).south == 0)
        #expect(bounds([]) == nil)
    }

    @Test("A line is cut wherever it crosses, and only there")
    func pieces() {
        let points = [179.9, -179.9, -179.8, 179.8, 0, -1].map { TrackDrawing.Point(0, $0, at: 0) }
        #expect(Antimeridian.pieces(of: points) == [0..<1, 1..<3, 3..<6])
        #expect(Antimeridian.pieces(of: []) == [])
    }

    @Test("A crossing lies on the meridian, by proportion of longitude")
    func crossing() {
        let found = Antimeridian.crossing(
            from: .init(10, 179.999, at: 0), to: .init(10.004, -179.997, at: 40))
        #expect(found.latitude == 100_010_000)
        #expect(found.leaving == 1_800_000_000)
        #expect(found.time == WallTime(1_777_881_610_000))
        let west = Antimeridian.crossing(from: .init(0, -179.999, at: 0), to: .init(0, 179.999, at: 2))
        #expect(west.leaving == -1_800_000_000)
    }
}
