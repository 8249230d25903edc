import FieldModel
import FlightAnalysis
import Testing

@Suite("Import of tables")
struct TableImporterTests {
    @Test("Well-known names are found whatever their spelling and units, the rest stays as further columns")
    func names() throws {
        let found = try Imported(
            "csv",
            """
            \u{FEFF}"Time (s)","Latitude (°)","Longitude (°)","Horizontal Accuracy (m)","Velocity (m/s)",Note,lat\r
            1.777881600250E9,5.0E1,1.0E1,8,-1,"said ""stop"", then\nleft",x\r
            """)
        #expect(found.header == ["n", "t", "lat", "lon", "hacc", "speed", "Note", "source.lat"])
        #expect(found.times == [1_777_881_600_250])
        #expect(found.places == [[500_000_000, 100_000_000]])
        #expect(found.fixes.map(\.speed) == [Quantity(-100)])
        #expect(found.cells("Note") == ["said \"stop\", then\nleft"])
    }

    @Test("--map names the columns, either way round; what it does not name is found by name")
    func map() throws {
        let table = "wann;Breite;Länge;acc\n2026-05-04T08:00:00+02:00;50.5;10.5;5\n"
        let found = try Imported("csv", table, map: ["Breite=lat,lon=Länge", "wann=t"])
        #expect(found.places == [[505_000_000, 105_000_000]])
        #expect(found.times == [1_777_874_400_000])
        #expect(found.fixes.map(\.horizontalAccuracy) == [Quantity(500)])
        #expect(throws: ImportError.map(pair: "a", reason: "there is no '=' in it")) { try ColumnMap(["a"]) }
        #expect(throws: ImportError.map(pair: "a=b", reason: "neither 'a' nor 'b' is a column of a log")) {
            try ColumnMap(["x=lat,a=b"])
        }
        #expect(throws: ImportError.self) { try Imported("csv", table, map: ["Breit=lat"]) }
    }

    @Test(
        "B080: a decimal comma is refused by name and line; semicolons with decimal points are read",
        arguments: [
            ("t;lat;lon;hacc\n1777881600;50,000000;10,000000;8\n", 2, "50,000000"),
            ("t,lat,lon\n1777881600,50.0,10.0\n1777881601,\"50,5\",10.0\n", 3, "50,5"),
            ("t\tlat\tlon\n1777881600,5\t50.0\t10.0\n", 2, "1777881600,5"),
        ])
    func decimalCommas(text: String, line: Int, cell: String) throws {
        #expect(throws: ImportError.decimalComma(path: "file", line: line, cell: cell)) { try Imported("csv", text) }
        #expect(
            try Imported("csv", "t;lat;lon;hacc\n1777881600;50.000000;10.000000;8\n").places == [
                [500_000_000, 100_000_000]
            ])
    }

    @Test(
        "A count since 1970 shows its unit by its size",
        arguments: [
            ("1777881600.25", 1_777_881_600_250), ("1777881600250", 1_777_881_600_250),
            ("1777881600250000", 1_777_881_600_250), ("1777881600250000000", 1_777_881_600_250), ("0", 0),
            ("-1.5", -1500),
            ("20711811200", 20_711_811_200_000),
        ])
    func units(cell: String, millis: Int64) throws {
        #expect(try Imported("csv", "t,lat,lon\n\(cell),1,2\n").times == [millis])
    }

    @Test("Rows that cannot be used are counted by what is wrong with them")
    func damage() throws {
        let found = try Imported(
            "csv",
            """
            time,lat,lon,hacc,speed
            2026-05-04T08:00:00Z,,,8,1
            2026-05-04T08:00:00,50,10,8,1
            2026-05-04T08:00:01Z,50,10,8,fast
            2026-05-04T08:00:02Z,50,10
            2026-05-04T08:00:03Z,nan,10,8,1
            """)
        #expect(found.log.leftOut == ["row without a position": 1])
        #expect(
            found.log.damaged == [
                "time without a time zone": 1, "position without a time": 1, "speed that is no number": 1,
                "row with fewer cells than the header": 1,
            ])
        #expect(found.times == [1_777_881_601_000, 1_777_881_602_000, 1_777_881_603_000])
        #expect(found.fixes.map(\.defect) == [nil, nil, .lat])
    }

    @Test("A table that does not tell where or when is refused, and so is one without a header")
    func refusals() {
        #expect(throws: ImportError.columns(path: "file", wanted: "the time t", found: ["lat", "lon"])) {
            try Imported("csv", "lat,lon\n1,2\n")
        }
        #expect(throws: ImportError.columns(path: "file", wanted: "lon", found: ["t", "lat"])) {
            try Imported("csv", "t,lat\n1,2\n")
        }
        #expect(throws: ImportError.shape(path: "file", wanted: "a header line")) { try Imported("csv", "\n\n") }
    }

    @Test("GPSLogger: exact times from timestamp_ms, battery and annotations as events")
    func gpsLogger() throws {
        let found = try Imported(
            "gpslogger",
            """
            time,lat,lon,elevation,accuracy,bearing,speed,provider,battery,annotation,timestamp_ms
            2026-05-04T08:00:00.000Z,50.0,10.0,350.0,8.0,90.0,1.4,gps,80,,1777881600123
            2026-05-04T08:00:01.000Z,50.1,10.0,,20.0,,,network,80,at the door,1777881601123
            """)
        #expect(found.times == [1_777_881_600_123, 1_777_881_601_123])
        #expect(found.fixes.map(\.course) == [Quantity(900), .empty])
        #expect(found.cells("provider") == ["gps", "network"])
        #expect(found.events.map(\.kind) == ["battery", "mark"])
        #expect(found.events.first?["level"]?.double == 0.8)
        #expect(found.events.last?["text"] == "at the door")
    }

    @Test("Sensor Logger: times in ns, and of two heights the one above the sea")
    func sensorLogger() throws {
        let found = try Imported(
            "sensor-logger",
            """
            time,seconds_elapsed,bearingAccuracy,speedAccuracy,verticalAccuracy,horizontalAccuracy,speed,bearing,altitude,\
            altitudeAboveMeanSeaLevel,longitude,latitude
            1777881600250000000,0.5,5,0.3,3,8,1.4,90,397.5,350.25,10.0,50.0
            """)
        #expect(found.times == [1_777_881_600_250])
        #expect(found.fixes.map(\.altitude) == [Quantity(35_025)])
        #expect(found.fixes.map(\.speedAccuracy) == [Quantity(30)])
        #expect(found.cells("altitude") == ["397.5"])
        #expect(throws: ImportError.self) { try Imported("sensor-logger", "time,x\n1,2\n") }
    }

    @Test("A list of flat JSON objects is a table whose columns are the keys")
    func objects() throws {
        let found = try Imported(
            "json",
            #"[{"date":"2026-05-04T08:00:00Z","latitude":50,"longitude":10.5,"verticalAccuracy":-1,"ok":true},"#
                + #"{"date":"2026-05-04T08:00:01Z","latitude":50.5,"longitude":10.5,"note":"x"}]"#)
        #expect(found.header == ["n", "t", "lat", "lon", "vacc", "note", "ok"])
        #expect(found.fixes.map(\.verticalAccuracy) == [Quantity(-100), .empty])
        #expect(found.cells("ok") == ["true", nil])
    }
}
