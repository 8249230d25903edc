import FieldModel
import FlightAnalysis
import Testing

@Suite("Import of NMEA and GnssLogger")
struct ReceiverImporterTests {
    /// A sentence with its checksum, reckoned here: the exclusive or of all bytes between `$` and `*`.
    private static func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(UInt8(0), ^)
        return "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n"
    }

    @Test("NMEA: RMC is the position, GGA of the same time its height, GST its accuracies, in any order")
    func nmea() throws {
        let found = try Imported(
            "nmea",
            Self.sentence("GNRMC,080000.25,A,5030.00000,N,01015.00000,W,10.0,90.5,040526,,,A")
                + Self.sentence("GNGGA,080000.25,5030.0,N,01015.0,W,1,09,0.8,350.5,M,47.0,M,,")
                + Self.sentence("GPGSV,1,1,00")
                + Self.sentence("GNGGA,080001.00,5030.0,S,01015.0,E,1,09,0.8,351.0,M,47.0,M,,")
                + Self.sentence("GNGST,080001.00,1,1,1,1,3.0,4.0,7.0")
                + Self.sentence("GNRMC,080001.00,A,5030.00000,S,01015.00000,E,,,040526,,,A")
                + Self.sentence("GNRMC,080002.00,V,,,,,,,040526,,,N"))
        #expect(found.times == [1_777_881_600_250, 1_777_881_601_000])
        #expect(found.places == [[505_000_000, -102_500_000], [-505_000_000, 102_500_000]])
        // 10 knots are 18,520 m an hour.
        #expect(found.fixes.map(\.speed) == [Quantity(514), .empty])
        #expect(found.fixes.map(\.course) == [Quantity(905), .empty])
        #expect(found.fixes.map(\.altitude) == [Quantity(35_050), Quantity(35_100)])
        #expect(found.fixes.map(\.horizontalAccuracy) == [.empty, Quantity(500)])
        #expect(found.cells("hdop") == ["0.8", "0.8"])
        #expect(found.log.leftOut == ["RMC without a position": 1, "sentence of kind GSV": 1])
    }

    @Test("NMEA: a wrong checksum and a line that is none are counted; a file of such is refused")
    func nmeaDamage() throws {
        let good = Self.sentence("GPRMC,080000,A,5000.0,N,01000.0,E,,,040526,,,A")
        let found = try Imported("nmea", "$GPRMC,080000,A,5000.0,N,01000.0,E,,,040526,,,A*00\nhello\n$*\n" + good)
        #expect(found.times == [1_777_881_600_000])
        #expect(
            found.log.damaged == ["sentence whose checksum is wrong": 1, "line that is no sentence": 2])
        #expect(throws: ImportError.self) { try Imported("nmea", "hello\n") }
    }

    @Test("GnssLogger: old and new lines of kind Fix, a 0 for speed or course is invalid, the rest is left out")
    func gnssLogger() throws {
        let found = try Imported(
            "gnss-logger",
            """
            # Version: 1
            # Fix,Provider,Latitude,Longitude,Altitude,Speed,Accuracy,(UTC)TimeInMs
            Fix,gps,50.5,-10.5,-33.000000,0.000000,3.000000,1777881600250
            Raw,1,2,3
            # Fix,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,BearingDegrees,\
            UnixTimeMillis,SpeedAccuracyMps,BearingAccuracyDegrees,elapsedRealtimeNanos,VerticalAccuracyMeters
            Fix,FLP,50.5,-10.5,350,1.5,4,0,1777881601000,0.5,10,123456,7
            """)
        #expect(found.times == [1_777_881_600_250, 1_777_881_601_000])
        #expect(found.fixes.map(\.speed) == [Quantity(-100), Quantity(150)])
        #expect(found.fixes.map(\.course) == [.empty, Quantity(-10)])
        #expect(found.fixes.map(\.verticalAccuracy) == [.empty, Quantity(700)])
        #expect(found.fixes.map(\.altitude) == [Quantity(-3300), Quantity(35_000)])
        #expect(found.cells("elapsedRealtimeNanos") == [nil, "123456"])
        #expect(found.log.leftOut == ["line of kind Raw": 1])
        #expect(throws: ImportError.self) { try Imported("gnss-logger", "a,b\n1,2\n") }
    }
}
