import FieldModel
import Foundation
import LogFormat
import Testing

@testable import FlightAnalysis

@Suite("GPX, KML and GeoJSON")
struct TrackWritersTests {
    /// B004: two pieces of a walk with 20 minutes of silence between them.
    private static let gap = TrackDrawing(
        name: "B004",
        lines: [
            .init(points: [.init(50, 10, at: 0, n: 1, speed: Quantity(140)), .init(50.000126, 10, at: 10, n: 2)]),
            .init(points: [
                .init(50.027106, 10, at: 1210, n: 3), .init(50.027231, 10, at: 1220, n: 4, altitude: Quantity(-305)),
            ]),
        ],
        connectors: [
            .init(
                from: .init(50.000126, 10, at: 10, n: 2), to: .init(50.027106, 10, at: 1210, n: 3), cause: "suspended")
        ])

    /// B060, B061: four fixes over the date line, 10 s apart.
    private static let dateLine = TrackDrawing(
        name: "B060",
        lines: [
            .init(points: [
                .init(51.9, 179.9970, at: 0), .init(51.9, 179.9990, at: 10), .init(51.9, -179.9990, at: 20),
                .init(51.9, -179.9970, at: 30),
            ])
        ])

    private static let hostile = "a\u{0}b\u{8}c\u{1F}d </name><script>\"'&\u{202E}\nالعربية"

    private static let marked = TrackDrawing(
        name: hostile, lines: [.init(points: [.init(50, 10, at: 0)])],
        marks: [
            .init(
                kind: .mark, time: WallTime(1_777_881_600_000), text: hostile, latitude: 500_000_000,
                longitude: 100_000_000),
            .init(
                kind: .stay, time: WallTime(1_777_881_600_000), until: WallTime(1_777_885_200_000), text: "",
                latitude: 500_000_000, longitude: 100_000_000),
        ])

    private func gpx(_ drawing: TrackDrawing) throws -> String {
        try collectedText { out in
            var writer = GPXWriter()
            try writer.write(drawing, to: &out)
        }
    }

    private func kml(_ drawing: TrackDrawing) throws -> String {
        try collectedText { out in
            var writer = KMLWriter()
            try writer.write(drawing, to: &out)
        }
    }

    private func geoJSON(_ drawing: TrackDrawing) throws -> Value {
        try JSON.parse(
            try collectedText { out in
                var writer = GeoJSONWriter()
                try writer.write(drawing, to: &out)
            })
    }

    // MARK: GPX

    @Test("B004: a gap begins a new segment in GPX, and is a waypoint where the line breaks off")
    func gpxGap() throws {
        #expect(
            try gpx(Self.gap) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <gpx version="1.1" creator="flightlog analyze" xmlns="http://www.topografix.com/GPX/1/1" \
                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
                xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:fl="urn:flightlog:gpx:1" \
                xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">
                  <metadata><name>B004</name><time>2026-05-04T08:00:00.000Z</time><bounds minlat="50.0000000" \
                minlon="10.0000000" maxlat="50.0272310" maxlon="10.0000000"/></metadata>
                  <wpt lat="50.0001260" lon="10.0000000"><time>2026-05-04T08:00:10.000Z</time><name>gap 1</name>\
                <desc>suspended, 1200.000 s</desc><sym>Flag, Red</sym><type>gap</type></wpt>
                  <trk><name>B004</name>
                    <trkseg>
                      <trkpt lat="50.0000000" lon="10.0000000"><time>2026-05-04T08:00:00.000Z</time><extensions>\
                <gpxtpx:TrackPointExtension><gpxtpx:speed>1.40</gpxtpx:speed></gpxtpx:TrackPointExtension>\
                <fl:hacc>8.00</fl:hacc><fl:n>1</fl:n></extensions></trkpt>
                      <trkpt lat="50.0001260" lon="10.0000000"><time>2026-05-04T08:00:10.000Z</time><extensions>\
                <fl:hacc>8.00</fl:hacc><fl:n>2</fl:n></extensions></trkpt>
                    </trkseg>
                    <trkseg>
                      <trkpt lat="50.0271060" lon="10.0000000"><time>2026-05-04T08:20:10.000Z</time><extensions>\
                <fl:hacc>8.00</fl:hacc><fl:n>3</fl:n></extensions></trkpt>
                      <trkpt lat="50.0272310" lon="10.0000000"><ele>-3.05</ele><time>2026-05-04T08:20:20.000Z</time>\
                <extensions><fl:hacc>8.00</fl:hacc><fl:n>4</fl:n></extensions></trkpt>
                    </trkseg>
                  </trk>
                </gpx>

                """)
    }

    @Test("B060: GPX longitudes stay within -180 and 180, and no segment crosses the date line")
    func gpxDateLine() throws {
        let text = try gpx(Self.dateLine)
        let longitudes = text.matches(of: /<trkpt [^>]*lon="([^"]*)"/).map { String($0.1) }
        #expect(longitudes == ["179.9970000", "179.9990000", "-179.9990000", "-179.9970000"])
        #expect(text.matches(of: /<trkseg>/).count == 2)
        #expect(text.contains("minlon=\"-180.0000000\" maxlat=\"51.9000000\" maxlon=\"179.9999999\""))
    }

    @Test("A longitude of 180 is written as -180 in GPX, which has no 180")
    func gpxMeridian() throws {
        let text = try gpx(TrackDrawing(name: "", lines: [.init(points: [.init(0, 180, at: 0)])]))
        #expect(text.contains("<trkpt lat=\"0.0000000\" lon=\"-180.0000000\">"))
        #expect(text.contains("maxlon=\"179.9999999\"") || text.contains("maxlon=\"-180.0000000\""))
    }

    @Test("A GPX point carries everything that the log says of it, and nothing that it does not say")
    func gpxAnnotations() throws {
        var annotations = Annotations()
        let before: [(String, Value)] = [
            ("launch", ["run": "<r>"]), ("track", ["on": true]), ("profile", ["label": "walking", "receiver": true]),
            ("battery", ["level": 0.25]), ("state", ["code": "phase", "to": "moving", "cause": "motion"]),
        ]
        for (kind, fields) in before {
            annotations.take(
                Record(stamp: Stamp(n: 1, wallTime: WallTime(0)), kind: kind, fields: fields.fields ?? []))
        }
        var points = [TrackDrawing.Point(50, 10, at: 0, n: 7), TrackDrawing.Point(50, 10.001, at: 10, n: 8)]
        points[0].note = 0
        (points[0].fix.motion, points[0].fix.appState) = (.walking, .background)
        var drawing = TrackDrawing(name: "", lines: [.init(points: points)])
        drawing.notes = [PointNote(annotations: annotations, verdict: .rejected, reason: "stale")]
        let extensions = try gpx(drawing).matches(of: /<extensions>(.*?)<\/extensions>/).map { String($0.1) }
        #expect(
            extensions == [
                "<fl:hacc>8.00</fl:hacc><fl:n>7</fl:n><fl:motion>walking</fl:motion><fl:app>bg</fl:app>"
                    + "<fl:verdict>r</fl:verdict><fl:reason>stale</fl:reason><fl:run>&lt;r&gt;</fl:run>"
                    + "<fl:session>1</fl:session><fl:profile>walking</fl:profile><fl:battery>0.25</fl:battery>"
                    + "<fl:phase>moving</fl:phase><fl:cause>motion</fl:cause><fl:dwell>0</fl:dwell>",
                "<fl:hacc>8.00</fl:hacc><fl:n>8</fl:n>",
            ])
    }

    @Test("B064: fractions of a second are kept")
    func gpxFractions() throws {
        let points = [0.10, 0.35, 0.60, 0.85].map { TrackDrawing.Point(50, 10 + $0, at: $0) }
        let times = try gpx(TrackDrawing(name: "", lines: [.init(points: points)]))
            .matches(of: /<trkpt[^>]*><time>([^<]*)/).map { String($0.1) }
        #expect(
            times == [
                "2026-05-04T08:00:00.100Z", "2026-05-04T08:00:00.350Z", "2026-05-04T08:00:00.600Z",
                "2026-05-04T08:00:00.850Z",
            ])
    }

    @Test("B085: hostile text is escaped in GPX and KML, and nothing of it becomes markup")
    func hostileXML() throws {
        for text in [try gpx(Self.marked), try kml(Self.marked)] {
            #expect(text.contains("<name>abcd &lt;/name&gt;&lt;script&gt;&quot;'&amp;\u{202E}\nالعربية</name>"))
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
            #expect(!text.contains("<script"))
        }
    }

    @Test("An empty drawing is an empty document in each format")
    func empty() throws {
        #expect(try !gpx(TrackDrawing(name: "x")).contains("<trk>"))
        #expect(try !kml(TrackDrawing(name: "x")).contains("<Placemark>"))
        #expect(try geoJSON(TrackDrawing(name: "x"))["features"] == [])
    }

    // MARK: KML

    @Test("B004: KML has a track for each piece that is not to be bridged, and the gap as a thin line")
    func kmlGap() throws {
        let text = try kml(Self.gap)
        #expect(text.matches(of: /<gx:Track>/).count == 2)
        #expect(text.contains("<gx:interpolate>0</gx:interpolate>"))
        #expect(
            text.contains(
                """
                <gx:Track>
                <when>2026-05-04T08:20:10.000Z</when>
                <when>2026-05-04T08:20:20.000Z</when>
                <gx:coord>10.0000000 50.0271060</gx:coord>
                <gx:coord>10.0000000 50.0272310 -3.05</gx:coord>
                <ExtendedData><SchemaData schemaUrl="#fl">
                <gx:SimpleArrayData name="hacc"><gx:value>8.00</gx:value><gx:value>8.00</gx:value></gx:SimpleArrayData>
                """))
        #expect(text.contains("<coordinates>10.0000000,50.0001260 10.0000000,50.0271060</coordinates>"))
        #expect(
            text.contains(
                "<TimeSpan><begin>2026-05-04T08:00:10.000Z</begin><end>2026-05-04T08:20:10.000Z</end></TimeSpan>"))
    }

    @Test("No KML line crosses the date line, a gap's neither")
    func kmlDateLine() throws {
        #expect(try kml(Self.dateLine).matches(of: /<gx:Track>/).count == 2)
        let gap = TrackDrawing(
            name: "", connectors: [.init(from: .init(0, 179, at: 0), to: .init(0, -179, at: 9), cause: "hole")])
        #expect(try !kml(gap).contains("<LineString>"))
        #expect(try kml(gap).contains("<Point><coordinates>179.0000000,0.0000000</coordinates></Point><Point>"))
    }

    // MARK: GeoJSON

    @Test("B004: each piece is a LineString of its own with its times, the gap a feature of kind gap")
    func geoJSONGap() throws {
        let features = try #require(try geoJSON(Self.gap)["features"]?.array)
        #expect(features.map { $0["properties"]?["kind"]?.string } == ["segment", "segment", "gap"])
        #expect(features.map { $0["geometry"]?["type"]?.string } == ["LineString", "LineString", "LineString"])
        #expect(features[0]["geometry"]?["coordinates"] == [[10.0, 50.0], [10.0, 50.000126]])
        #expect(
            features[0]["properties"]?["coordTimes"] == ["2026-05-04T08:00:00.000Z", "2026-05-04T08:00:10.000Z"])
        #expect(features[0]["properties"]?["speed"] == [1.4, nil])
        #expect(features[1]["properties"]?["altitudeAboveSea"] == [nil, -3.05])
        #expect(features[2]["properties"]?["seconds"] == 1200.0)
        #expect(features[2]["properties"]?["cause"] == "suspended")
    }

    @Test("B061: a line over the date line is cut at 180, and the bounding box goes from west to east over it")
    func geoJSONDateLine() throws {
        let document = try geoJSON(Self.dateLine)
        #expect(document["bbox"] == [179.997, 51.9, -179.997, 51.9])
        let line = try #require(document["features"]?.array?.first)
        #expect(line["geometry"]?["type"] == "MultiLineString")
        #expect(
            line["geometry"]?["coordinates"] == [
                [[179.997, 51.9], [179.999, 51.9], [180.0, 51.9]],
                [[-180.0, 51.9], [-179.999, 51.9], [-179.997, 51.9]],
            ])
        #expect(
            line["properties"]?["coordTimes"] == [
                ["2026-05-04T08:00:00.000Z", "2026-05-04T08:00:10.000Z", "2026-05-04T08:00:15.000Z"],
                ["2026-05-04T08:00:15.000Z", "2026-05-04T08:00:20.000Z", "2026-05-04T08:00:30.000Z"],
            ])
        #expect(line["properties"]?["hacc"] == [[8.0, 8.0, nil], [nil, 8.0, 8.0]])
    }

    @Test("A line of one point is a Point, which RFC 7946 asks for")
    func geoJSONPoint() throws {
        let features = try #require(try geoJSON(Self.marked)["features"]?.array)
        #expect(features[0]["geometry"] == ["type": "Point", "coordinates": [10.0, 50.0]])
        #expect(features[0]["properties"]?["time"] == "2026-05-04T08:00:00.000Z")
    }

    @Test("B085: a mark's text reads back character by character from GeoJSON")
    func hostileJSON() throws {
        let features = try #require(try geoJSON(Self.marked)["features"]?.array)
        #expect(features[1]["properties"]?["text"] == .string(Self.hostile))
        #expect(features[2]["properties"]?["until"] == "2026-05-04T09:00:00.000Z")
    }

    @Test("A mark of a million characters and a line of 20,000 points are written in pieces")
    func large() throws {
        let points = (0..<20_000).map { TrackDrawing.Point(50 + Double($0) * 1e-4, 10, at: Double($0)) }
        var drawing = TrackDrawing(name: "", lines: [.init(points: points)])
        drawing.marks = [
            .init(
                kind: .mark, time: WallTime(0), text: String(repeating: "x", count: 1_000_000), latitude: 0,
                longitude: 0)
        ]
        #expect(try gpx(drawing).matches(of: /<trkpt\s/).count == 20_000)
        #expect(try kml(drawing).matches(of: /<when>/).count == 20_001)
        #expect(
            try geoJSON(drawing)["features"]?.array?[1]["properties"]?["text"]?.string?.utf8.count == 1_000_000)
    }
}
