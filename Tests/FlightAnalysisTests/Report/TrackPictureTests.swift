import FieldModel
import Testing

@testable import FlightAnalysis

@Suite struct TrackPictureTests {
    private func picture(_ points: [(Double, Double)]) throws -> TrackPicture {
        let line = TrackDrawing.Line(
            points: points.enumerated().map { .init($0.element.0, $0.element.1, at: Double($0.offset)) })
        return try #require(TrackPicture(TrackDrawing(name: "", lines: [line]), dropped: []))
    }

    /// At 60 degrees north a degree of longitude is half as long as one of latitude: 111,195 m on the sphere of 6,371 km.
    @Test func `a metre is a metre both ways in the middle of the track`() throws {
        let picture = try picture([(59.99, 10), (60.01, 10.02)])
        let a = picture.place(599_900_000, 100_000_000), b = picture.place(600_100_000, 100_200_000)
        #expect(abs(Double(b.y - a.y) - 22_239) < 15)
        #expect(abs(Double(b.x - a.x) - 11_119) < 15)
    }

    @Test func `north is up, east is right, the middle is zero`() throws {
        let picture = try picture([(50, 10), (50.002, 10.004)])
        #expect(picture.place(500_010_000, 100_020_000) == (0, 0))
        #expect(picture.place(500_020_000, 100_020_000).y > 0)
        #expect(picture.place(500_010_000, 100_030_000).x > 0)
    }

    @Test func `a track over the antimeridian is in one piece`() throws {
        let picture = try picture([(51.9, 179.997), (51.9, 179.999), (51.9, -179.999), (51.9, -179.997)])
        let xs = picture.lines.points.map { picture.place($0.a, $0.b).x }
        #expect(xs == xs.sorted())
        #expect(xs.last! - xs.first! < 5_000)
    }

    @Test func `where there is no place there is no picture`() {
        #expect(TrackPicture(TrackDrawing(name: ""), dropped: []) == nil)
    }
}
