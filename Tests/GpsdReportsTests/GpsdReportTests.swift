import FieldModel
import TestKit
import Testing

@testable import GpsdReports

@Suite struct GpsdReportTests {
    /// A report of gpsd 3.22 about a u-blox F9K, shortened by what is not read.
    private static let whole = """
        {"class":"TPV","device":"tcp://127.0.0.1:4001","status":4,"mode":3,"time":"2020-02-07T02:14:26.250Z","ept":0.005,\
        "lat":37.426393833,"lon":-122.093652167,"altHAE":-25.6,"altMSL":4.4,"alt":4.4,"epx":5.41,"epy":5.328,"epv":29.21,\
        "track":65.15,"magtrack":52.1,"speed":0.007,"climb":0.0,"eps":10.82,"epc":58.42,"eph":14.44,"sep":28.12}
        """

    private func position(_ line: String) throws -> GpsdPosition {
        guard case .position(let position) = try GpsdReport(Array(line.utf8)) else { throw Missing() }
        return position
    }

    private struct Missing: Error {}

    @Test func `a whole report becomes a reading value by value`() throws {
        let reading = try #require(try position(Self.whole).reading)
        // date -u -d 2020-02-07T02:14:26Z +%s
        #expect(reading.sampleTime == 1_581_041_666.25)
        #expect(reading.latitude == 37.426393833)
        #expect(reading.longitude == -122.093652167)
        #expect(reading.horizontalAccuracy == 14.44)
        #expect(reading.altitude == 4.4, "above the sea, not above the ellipsoid")
        #expect(reading.verticalAccuracy == 29.21)
        #expect(reading.speed == 0.007)
        #expect(reading.speedAccuracy == 10.82)
        #expect(reading.course == 65.15, "true, not magnetic")
        #expect(reading.courseAccuracy == nil, "gpsd did not say")
    }

    @Test(arguments: [
        #"{"class":"TPV","mode":0}"#,
        #"{"class":"TPV","mode":1,"time":"2026-05-04T06:00:00.000Z"}"#,
        #"{"class":"TPV","mode":1,"lat":48.1,"lon":11.5,"eph":3.0}"#,
        #"{"class":"TPV","lat":48.1,"lon":11.5,"eph":3.0}"#,
        #"{"class":"TPV","mode":"3","lat":48.1,"lon":11.5,"eph":3.0}"#,
    ]) func `without a fix there is no reading, whatever else the report says`(line: String) throws {
        #expect(try position(line).reading == nil)
    }

    @Test(
        arguments: [
            (#""lat":48.1,"lon":11.5,"eph":3.0"#, FixColumn.t),
            (#""time":"soon","lat":48.1,"lon":11.5,"eph":3.0"#, .t),
            (#""time":"2026-05-04T06:00:00.000Z","lon":11.5,"eph":3.0"#, .lat),
            (#""time":"2026-05-04T06:00:00.000Z","lat":48.1,"eph":3.0"#, .lon),
            (#""time":"2026-05-04T06:00:00.000Z","lat":48.1,"lon":11.5"#, .hacc),
            (#""time":"2026-05-04T06:00:00.000Z","lat":48.1,"lon":11.5,"eph":"near""#, .hacc),
            (#""time":"2026-05-04T06:00:00.000Z","lat":48.1,"lon":11.5,"epx":3.0,"epy":4.0"#, .hacc),
        ])
    func `what a fix needs and does not have makes it invalid and nothing is put in its place`(
        fields: String, column: FixColumn
    ) throws {
        let reading = try #require(try position(#"{"class":"TPV","mode":2,\#(fields)}"#).reading)
        #expect(Fix(reading, receiveTime: WallTime(0), bootTime: nil).defect == column)
    }

    @Test func `what a fix may lack is absent`() throws {
        let sparse = try position(
            #"{"class":"TPV","mode":2,"time":"2026-05-04T06:00:00Z","lat":48.1,"lon":11.5,"eph":3,"track":90}"#)
        #expect(sparse.given == [.course])
        let fix = Fix(try #require(sparse.reading), receiveTime: WallTime(0), bootTime: nil)
        #expect(fix.defect == nil)
        #expect([fix.altitude, fix.verticalAccuracy, fix.speed, fix.speedAccuracy].allSatisfy { $0.isAbsent })
        #expect(fix.course.number == 900)
    }

    @Test func `an altitude is the one above the sea, under its old name as well`() throws {
        let old = try position(#"{"class":"TPV","mode":3,"alt":512.5}"#)
        #expect(old.altitude == 512.5)
        let ellipsoid = try position(#"{"class":"TPV","mode":3,"altHAE":560.0}"#)
        #expect(ellipsoid.altitude == nil)
    }

    @Test(
        arguments: [
            (#"{"class":"SKY","nSat":29,"uSat":21,"hdop":0.76,"vdop":1.27,"pdop":1.48}"#, 29, 21),
            (#"{"class":"SKY","satellites":[{"PRN":2,"used":true},{"PRN":6,"used":false},{"PRN":9}]}"#, 3, 1),
            (#"{"class":"SKY","satellites":[]}"#, 0, 0),
        ])
    func `satellites are counted where gpsd does not count them`(line: String, seen: Int, used: Int) throws {
        guard case .sky(let sky) = try GpsdReport(Array(line.utf8)) else { throw Missing() }
        #expect(sky.seen == seen)
        #expect(sky.used == used)
    }

    @Test func `a sky without satellites says nothing of their number`() throws {
        guard case .sky(let sky) = try GpsdReport(Array(#"{"class":"SKY","hdop":2.5}"#.utf8)) else { throw Missing() }
        #expect(sky.seen == nil)
        #expect(sky.used == nil)
        #expect(sky.horizontalDilution == 2.5)
    }

    @Test(
        arguments: [
            (#"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3}"#, GpsdReport.version("3.22")),
            (#"{"class":"ERROR","message":"Unrecognized request"}"#, .failure("Unrecognized request")),
            (#"{"class":"WATCH","enable":true}"#, .other("WATCH")),
            (#"{"class":"TELEPORT"}"#, .other("TELEPORT")),
            (#"{"class":"DEVICES","devices":[]}"#, .devices([])),
        ])
    func `other reports are known by their class`(line: String, report: GpsdReport) throws {
        #expect(try GpsdReport(Array(line.utf8)) == report)
    }

    @Test(
        arguments: [
            (
                #"{"class":"DEVICE","path":"/dev/ttyACM0","driver":"u-blox","activated":"2026-05-04T06:00:00.000Z"}"#,
                true
            ),
            (#"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"#, false),
            (#"{"class":"DEVICE","path":"/dev/ttyACM0"}"#, false),
        ])
    func `a receiver that was pulled out is not active`(line: String, isActive: Bool) throws {
        guard case .devices(let devices) = try GpsdReport(Array(line.utf8)) else { throw Missing() }
        #expect(devices.map(\.path) == ["/dev/ttyACM0"])
        #expect(devices.map(\.isActive) == [isActive])
    }

    @Test(
        arguments: [
            ("", "JSON"), ("$GNRMC,021417.00,A", "JSON"), (#"{"class":"TPV""#, "JSON"), ("\u{0}", "JSON"),
            ("[]", "object"), ("7", "object"), ("{}", "class"), (#"{"class":7}"#, "class"),
        ])
    func `a line that is no report is refused by what was wanted`(line: String, wanted: String) {
        let error = #expect(throws: GpsdError.self) { try GpsdReport(Array(line.utf8)) }
        #expect(error?.description.contains(wanted) == true)
    }

    @Test(arguments: 0..<UInt64(200)) func `no bytes make it trap`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var line = Array(Self.whole.utf8)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            line[Int.random(in: 0..<line.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        // Read or refused, and a reading always becomes a fix.
        if case .position(let position)? = try? GpsdReport(line), let reading = position.reading {
            _ = Fix(reading, receiveTime: WallTime(0), bootTime: nil)
        }
    }
}
