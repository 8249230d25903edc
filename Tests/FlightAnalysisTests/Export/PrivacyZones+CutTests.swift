import DecisionCore
import FieldModel
import Testing

@testable import FlightAnalysis

@Suite("What privacy zones do to an export")
struct PrivacyZonesCutTests {
    /// 200 m around 50 N 10 E.
    private static let home = PrivacyZones([
        .init(name: "home", latitude: 500_000_000, longitude: 100_000_000, radius: 200_000)
    ])

    @Test("A line through a zone ends before it and begins behind it, with nothing in between")
    func cutsLines() {
        let points = (0..<7).map {
            TrackDrawing.Point(49.994 + Double($0) * 0.002, 10, at: Double($0), n: 1 + UInt64($0))
        }
        let drawing = TrackDrawing(
            name: "", lines: [.init(points: points)],
            connectors: [
                .init(from: points[3], to: points[6], cause: "hole"),
                .init(from: points[0], to: points[6], cause: "hole"),
            ],
            marks: [.init(kind: .mark, time: WallTime(0), text: "door", latitude: 500_000_000, longitude: 100_000_001)])
        let cut = drawing.cut(by: Self.home)
        #expect(cut.lines.map { $0.points.map(\.n) } == [[1, 2, 3], [5, 6, 7]])
        #expect(cut.connectors.map(\.from.n) == [1])
        #expect(cut.marks.isEmpty)
        #expect(drawing.cut(by: PrivacyZones()) == drawing)
    }

    @Test("Places in a zone become null wherever they stand in a record, and a core's state is left out")
    func cutsRecords() {
        let inside: Value = ["lat": 50.0001, "lon": 10.0, "hacc": 5]
        let visit = Record(
            stamp: Stamp(n: 1, wallTime: WallTime(0)), kind: "visit",
            fields: [.init("lat", 50.0), .init("lon", 10.0), .init("at", 1)])
        #expect(visit.cut(by: Self.home).fields == [.init("lat", nil), .init("lon", nil), .init("at", 1)])
        let dwell = Record(
            stamp: Stamp(n: 1, wallTime: WallTime(0)), kind: "dwell",
            fields: [.init("stays", [inside, ["lat": 51.0, "lon": 10.0]])])
        #expect(
            dwell.cut(by: Self.home)["stays"] == [["lat": nil, "lon": nil, "hacc": 5], ["lat": 51.0, "lon": 10.0]])
        let core = Record(
            stamp: Stamp(n: 1, wallTime: WallTime(0)), kind: "core",
            fields: [.init("core", "trail"), .init("state", inside)])
        #expect(core.cut(by: Self.home).fields == [.init("core", "trail")])
    }
}
