import FieldModel
import FlightAnalysis
import Testing

@Suite("Import of Overland, OwnTracks, Google Records, GeoJSON")
struct ObjectImporterTests {
    @Test("Overland: a point with its motion, battery where it changes; trips are left out")
    func overland() throws {
        let point = { (time: String, speed: Int, level: Double) in
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-10.5,50.25]},"properties":{"timestamp":"\#(time)","#
                + #""altitude":350,"speed":\#(speed),"horizontal_accuracy":8,"vertical_accuracy":-1,"#
                + #""motion":["driving","stationary"],"battery_state":"charging","battery_level":\#(level),"wifi":""}}"#
        }
        let found = try Imported(
            "overland",
            #"{"locations":[\#(point("2026-05-04T08:00:00Z", -1, 0.5)),\#(point("2026-05-04T01:00:01-0700", 4, 0.5)),"#
                + #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"type":"trip"}}]}"#)
        #expect(found.times == [1_777_881_600_000, 1_777_881_601_000])
        #expect(found.places == [[502_500_000, -105_000_000], [502_500_000, -105_000_000]])
        #expect(found.fixes.map(\.speed) == [Quantity(-100), Quantity(400)])
        #expect(found.fixes.map(\.motion) == [.automotive, .automotive])
        #expect(found.cells("battery_state") == ["charging", "charging"])
        #expect(found.events.map(\.kind) == ["battery"])
        #expect(found.events.first?["plugged"] == true)
        #expect(found.log.leftOut == ["trip": 1])
    }

    private static let message =
        #"{"_type":"location","tst":1777881600,"created_at":1777881660,"lat":50,"lon":10,"acc":8,"vac":3,"alt":350,"#
        + #""vel":36,"cog":90,"batt":80,"bs":1,"t":"u","conn":"w"}"#

    @Test(
        "OwnTracks: lists, objects with data, lines, and lines of the recorder are read alike",
        arguments: [
            "[\(message)]", "{\"count\":1,\"data\":[\(message)]}", "\(message)\n\(message)\n",
            "2026-05-04T08:00:00Z\t*                 \t\(message)\n",
        ])
    func ownTracks(text: String) throws {
        let found = try Imported("owntracks", text)
        #expect(found.times.first == 1_777_881_600_000)
        #expect(found.fixes.first?.receiveTime == WallTime(1_777_881_660_000))
        #expect(found.fixes.first?.speed == Quantity(1000))
        #expect(found.fixes.first?.course == Quantity(900))
        #expect(found.cells("t").first == "u")
        #expect(found.events.map { $0["level"]?.double } == [0.8])
        #expect(found.events.map { $0["plugged"]?.bool } == [false])
    }

    @Test("OwnTracks: a crossed region is an event, other messages are left out by type")
    func ownTracksRest() throws {
        let found = try Imported(
            "owntracks",
            #"[{"_type":"transition","tst":1777881600,"event":"leave","desc":"home"},{"_type":"lwt","tst":1},"#
                + #"{"_type":"transition","tst":1777881600},\#(Self.message)]"#)
        #expect(found.events.map(\.kind) == ["region", "battery"])
        #expect(found.events.first?["edge"] == "exit")
        #expect(found.log.leftOut == ["message of type lwt": 1])
        #expect(found.log.damaged == ["transition without its values": 1])
    }

    @Test("Google Records: positions in 1e-7 degree, wrapped ones set right, activities as motion")
    func google() throws {
        let found = try Imported(
            "google-records",
            #"{"locations":[{"latitudeE7":500000001,"longitudeE7":-100000000,"accuracy":8,"velocity":3,"heading":90,"#
                + #""timestamp":"2026-05-04T08:00:00.250Z","source":"WIFI","activity":[{"timestampMs":"1777881600250","#
                + #""activity":[{"type":"IN_VEHICLE","confidence":80},{"type":"STILL","confidence":20}]}]},"#
                + #"{"latitudeE7":500000000,"longitudeE7":4194967296,"timestampMs":"1777881601000"}]}"#)
        #expect(found.times == [1_777_881_600_250, 1_777_881_601_000])
        #expect(found.places == [[500_000_001, -100_000_000], [500_000_000, -100_000_000]])
        #expect(found.fixes.map(\.speed) == [Quantity(300), .empty])
        #expect(found.cells("source") == ["WIFI", nil])
        #expect(found.events.map { $0["kind"]?.string } == ["automotive"])
        #expect(found.events.map { $0["conf"]?.string } == ["high"])
    }

    @Test("GeoJSON: points with a time, lines with coordTimes; gaps, cuts and drawings are left out")
    func geoJSON() throws {
        let found = try Imported(
            "geojson",
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"time":"2026-05-04T08:00:00Z","accuracy":8},"geometry":{"type":"Point","coordinates":[10,50,350]}},
            {"type":"Feature","properties":{"coordTimes":[["2026-05-04T08:00:01Z","2026-05-04T08:00:02Z"],
            ["2026-05-04T08:00:02Z","2026-05-04T08:00:03Z"]],"hacc":[[8,null],[null,9]]},
            "geometry":{"type":"MultiLineString","coordinates":[[[179.9,50],[180,50]],[[-180,50],[-179.9,50]]]}},
            {"type":"Feature","properties":{"kind":"gap"},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}},
            {"type":"Feature","properties":null,"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}},
            {"type":"Feature","properties":{"kind":"mark","mark":"mark","time":"2026-05-04T08:00:04Z","text":"door"},
            "geometry":{"type":"Point","coordinates":[10,50]}}]}
            """)
        #expect(found.times == [1_777_881_600_000, 1_777_881_601_000, 1_777_881_603_000])
        #expect(
            found.places == [
                [500_000_000, 100_000_000], [500_000_000, 1_799_000_000], [500_000_000, -1_799_000_000],
            ])
        #expect(found.fixes.map(\.horizontalAccuracy) == [Quantity(800), Quantity(800), Quantity(900)])
        #expect(
            found.log.leftOut == [
                "gap": 1, "line without times": 1, "point where a line is cut at the antimeridian": 2,
            ])
        #expect(found.events.map { $0["text"]?.string } == ["door"])
    }

    @Test(
        "JSON of another shape is refused with what was expected",
        arguments: [
            ("overland", "[]"), ("overland", "{}"), ("google-records", "{\"a\":1}"),
            ("geojson", "{\"type\":\"Point\"}"),
            ("json", "[1]"), ("json", "[]"), ("owntracks", "{"), ("geojson", ""),
        ])
    func shapes(format: String, text: String) {
        #expect(throws: ImportError.self) { try Imported(format, text) }
    }
}
