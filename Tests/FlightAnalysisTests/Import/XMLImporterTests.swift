import FieldModel
import FlightAnalysis
import Testing

@Suite("Import of GPX and KML")
struct XMLImporterTests {
    private static let gpx = """
        \u{FEFF}<?xml version="1.0"?>
        <!DOCTYPE gpx [<!ENTITY a "b"><!ENTITY file SYSTEM "file:///etc/passwd">]>
        <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x">
        <wpt lat="50.5" lon='10.5'><time>2026-05-04T08:00:05Z</time><name><![CDATA[door <1> & more]]></name></wpt>
        <wpt lat="1" lon="2"><time>2026-05-04T08:00:05Z</time><type>gap</type></wpt><wpt lat="1" lon="2"/>
        <rte><rtept lat="1" lon="2"/></rte>
        <trk><name>x</name><trkseg>
        <trkpt lat="50.0000001" lon="-10"><ele>350.126</ele><time>2026-05-04T10:00:00.250+02:00</time><hdop>1.2</hdop>
        <extensions><x:Track><x:speed>1.4</x:speed><x:accuracy_horizontal>8</x:accuracy_horizontal></x:Track>
        <x:heart>66 &amp; more &#x41;</x:heart></extensions></trkpt>
        <trkpt lat="100" lon="200"><time>2026-05-04T08:00:01</time></trkpt></trkseg>
        <trkseg><trkpt lat="50" lon="10"/></trkseg></trk></gpx>
        """

    @Test("GPX: points with what their extensions hold, waypoints with a time as marks, the rest counted")
    func gpx() throws {
        let found = try Imported("gpx", Self.gpx)
        #expect(found.header == ["n", "t", "lat", "lon", "hacc", "alt", "speed", "hdop", "heart", "segment"])
        #expect(found.places == [[500_000_001, -100_000_000], [1_000_000_000, 2_000_000_000]])
        #expect(found.times == [1_777_881_600_250, 1_777_881_601_000])
        #expect(found.fixes.map(\.altitude) == [Quantity(35_013), .empty])
        #expect(found.fixes.map(\.speed) == [Quantity(140), .empty])
        #expect(found.fixes.map(\.horizontalAccuracy) == [Quantity(800), .empty])
        #expect(found.cells("heart") == ["66 & more A", nil])
        #expect(found.cells("segment") == ["1", "1"])
        #expect(found.events.map { $0["text"]?.string } == ["door <1> & more"])
        #expect(found.events.first?["lat"] == 50.5)
        #expect(
            found.log.leftOut == ["point of a route": 1, "waypoint of type gap": 1, "waypoint without a time": 1])
        #expect(found.log.damaged == ["position without a time": 1])
    }

    @Test("GPX without accuracies leaves the column out: unknown to the source, which is not invalid")
    func noAccuracy() throws {
        let found = try Imported(
            "gpx",
            "<gpx><trk><trkseg><trkpt lat='1' lon='2'><time>2026-05-04T08:00:00Z</time></trkpt></trkseg></trk></gpx>")
        #expect(found.header == ["n", "t", "lat", "lon", "segment"])
        #expect(found.fixes.map(\.horizontalAccuracy) == [.absent])
        #expect(found.fixes.map(\.receiveTime) == [WallTime(1_777_881_600_000)])
    }

    @Test(
        "What is no XML is refused with the byte, and nothing a document declares is expanded",
        arguments: [
            ("<gpx><trk></gpx>", "file is no XML: expected the end of the element opened last at byte 10"),
            ("<gpx>&a;</gpx>", "file is no XML: expected one of &amp; &lt; &gt; &quot; &apos; or a number at byte 5"),
            ("<gpx", "file is no XML: expected '>' at byte 4"), ("", "file is no XML: expected an element at byte 0"),
            ("<gpx a=b/>", "file is no XML: expected a quoted value at byte 7"),
            ("<gpx><!-- ", "file is no XML: expected --> at byte 5"),
            ("x<gpx/>", "file is no XML: expected nothing outside the root element at byte 0"),
            ("<kml/>", "file: expected a gpx element, found kml"),
            ("<gpx><trkpt lat='1' lon='2'>", "file is no XML: expected </trkpt> at byte 28"),
        ])
    func refusals(text: String, message: String) {
        let error = #expect(throws: ImportError.self) { try Imported("gpx", text) }
        #expect(error?.description == message)
    }

    @Test("Any cut of a GPX document is refused or read, and never crashes", arguments: 0..<40)
    func cuts(part: Int) {
        let bytes = Array(Self.gpx.utf8)
        var importer = GPXImporter()
        let cut = Array(bytes[..<(bytes.count * part / 40)])
        #expect(throws: ImportError.self) { try importer.read(ForeignFile(path: "cut", bytes: cut)) }
    }

    @Test("KML: times and places go together by their order, however they are mixed; an empty place is none")
    func kml() throws {
        let found = try Imported(
            "kml",
            """
            <kml xmlns:gx="g"><Document><Placemark><name>door</name><TimeStamp><when>2026-05-04T08:00:09Z</when></TimeStamp>
            <Point><coordinates> 10.5,50.5,3 </coordinates></Point></Placemark>
            <Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>
            <Placemark><gx:MultiTrack><gx:Track><gx:coord/><when>2026-05-04T08:00:00Z</when>
            <when>2026-05-04T08:00:01Z</when><gx:coord>10 50 350</gx:coord><gx:coord>10.1 50.1</gx:coord>
            <when>2026-05-04T08:00:02.5Z</when><when>2026-05-04T08:00:03Z</when>
            <ExtendedData><SchemaData><gx:SimpleArrayData name="speed"><gx:value></gx:value><gx:value>1.5</gx:value>
            </gx:SimpleArrayData><gx:SimpleArrayData name="heart"><gx:value>60</gx:value><gx:value>61</gx:value>
            <gx:value>62</gx:value></gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track></gx:MultiTrack></Placemark>
            </Document></kml>
            """)
        #expect(found.times == [1_777_881_601_000, 1_777_881_602_500])
        #expect(found.places == [[500_000_000, 100_000_000], [501_000_000, 101_000_000]])
        #expect(found.fixes.map(\.altitude) == [Quantity(35_000), .empty])
        #expect(found.fixes.map(\.speed) == [Quantity(150), .empty])
        #expect(found.cells("heart") == ["61", "62"])
        #expect(found.events.map { $0["text"]?.string } == ["door"])
        #expect(found.log.leftOut == ["line without times": 1, "row without a position": 1])
        #expect(found.log.damaged == ["time or coordinate without its partner": 1])
    }
}
