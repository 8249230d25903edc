import FieldModel
import LogFormat
import Testing

@testable import FlightAnalysis

@Suite("foxglove.LocationFix")
struct LocationFixTests {
    private static func message(_ fix: Fix) throws -> Value {
        var bytes: [UInt8] = []
        LocationFixText.append(Sample(n: 7, fix: fix, verdict: .accepted), to: &bytes)
        return try JSON.parse(bytes)
    }

    private static let fix = Fix(
        sampleTime: WallTime(1_777_881_600_250), receiveTime: WallTime(0), latitude: 500_000_000,
        longitude: 100_000_000,
        horizontalAccuracy: Quantity(800), altitude: Quantity(35_012), verticalAccuracy: Quantity(1200),
        speed: Quantity(1000), course: Quantity(300))

    @Test("A fix has time, place, squares of its accuracies, heading in radians and velocity east and north")
    func whole() throws {
        #expect(
            try Self.message(Self.fix) == [
                "timestamp": ["sec": 1_777_881_600, "nsec": 250_000_000], "frame_id": "wgs84", "latitude": 50.0,
                "longitude": 10.0, "altitude": 350.12,
                "position_covariance": [64.0, 0.0, 0.0, 0.0, 64.0, 0.0, 0.0, 0.0, 144.0],
                "position_covariance_type": 1, "heading": 0.523599, "velocity": ["x": 5.0, "y": 8.66, "z": 0.0],
                "metadata": [
                    ["key": "n", "value": "7"], ["key": "hacc", "value": "8.00"], ["key": "src", "value": "gps"],
                    ["key": "verdict", "value": "a"],
                ],
            ])
    }

    @Test("Without course there is no heading, without speed no velocity, and an invalid height is not told")
    func partial() throws {
        var fix = Self.fix
        fix.speed = Quantity(-100)
        fix.verticalAccuracy = Quantity(-100)
        #expect(try Self.message(fix)["velocity"] == nil)
        #expect(try Self.message(fix)["heading"] != nil)
        #expect(try Self.message(fix)["altitude"] == 0.0)
        fix.course = .empty
        #expect(try Self.message(fix)["heading"] == nil)
    }

    @Test("B056: a fix without a place is not shown")
    func showable() {
        var fix = Self.fix
        #expect(LocationFixText.isShowable(fix))
        fix.horizontalAccuracy = Quantity(-100)
        #expect(!LocationFixText.isShowable(fix))
        fix = Self.fix
        fix.defect = .lat
        #expect(!LocationFixText.isShowable(fix))
    }

    @Test("Times before 1970 and far away are moved to what the format holds")
    func times() {
        #expect(MCAPTime.nanoseconds(WallTime(1)) == 1_000_000)
        #expect(MCAPTime.nanoseconds(WallTime(-1)) == 0)
        #expect(MCAPTime.nanoseconds(WallTime(.max)) == .max)
    }

    @Test("The schema is JSON, and asks for exactly what a message always has")
    func schema() throws {
        let schema = try JSON.parse(LocationFixText.schema.text)
        let required = try #require(schema["required"]?.array).compactMap(\.string)
        let fields = try #require(try Self.message(Self.fix).fields).map(\.key)
        #expect(required == Array(fields.prefix(7)))
    }
}
