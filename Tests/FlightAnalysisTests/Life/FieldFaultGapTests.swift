import FieldModel
import FlightAnalysis
import LogFormat
import TestKit
import Testing

/// Faults that people met in the field, by their numbers, with the right answers as literals.
@Suite struct FieldFaultGapTests {
    @Test func `B002 a process ended by the system is one hole and a kill, no suspension and no crash`() throws {
        var log = LogText()
        log.launch(-60, run: "A")
        log.beats(stride(from: 0, through: 120, by: 60))
        log.launch(379, run: "B", #""reason":"location""#)
        log.beat(380)
        log.beat(440)
        let listing = try log.listing()
        #expect(listing.seconds == [259])
        #expect(listing.kinds == ["killed"])
        #expect(listing.gaps.map(\.certainty) == [.low])
        #expect(listing.gaps.map(\.missed) == [4])
        #expect(listing.gaps.map(\.endedBy) == ["launch:location"])
        let end = try #require(listing.ends.first)
        #expect(end.cause == "killed")
        #expect(end.last == .background)
        #expect(!end.crashed)
        #expect(!end.clean)
        #expect(listing.life.ending == "end-unknown")
    }

    @Test func `B009 an hour that comes twice is no gap and nothing lies before it`() throws {
        let listing = try listing(
            ofFile: """
                2026-10-25T02:58:00+02:00 hb
                2026-10-25T02:59:00+02:00 hb
                2026-10-25T02:00:00+01:00 hb
                2026-10-25T02:01:00+01:00 hb

                """)
        #expect(listing.gaps.isEmpty)
        #expect(listing.recorded == 180_000)
        #expect(listing.life.first?.wallTime == WallTime(rfc3339: "2026-10-25T00:58:00Z"))
        #expect(listing.life.last?.wallTime == WallTime(rfc3339: "2026-10-25T01:01:00Z"))
        #expect(listing.life.runs.first?.beats == 4)
    }

    @Test func `B015 a day of 23 hours with a beat each minute has no gap`() throws {
        let start = try #require(WallTime(rfc3339: "2018-11-04T03:00:00Z"))
        let text = (0...1380).map { "\(start.rawValue + Int64($0) * 60_000) hb\n" }.joined()
        let listing = try listing(ofFile: text)
        #expect(listing.gaps.isEmpty)
        #expect(listing.recorded == 23 * 3_600_000)
        #expect(listing.aliveShare == 1)
    }

    @Test func `B045 beats that go on underground make no gap between signs of life`() throws {
        var log = LogText()
        log.launch(0)
        log.event(0, "profile", #""accuracy":"best","filter":0,"receiver":true,"label":"best""#)
        log.fix(0, north: 0)
        log.beats(stride(from: 0, through: 0, by: 60))
        log.beat(60, cb: 0)
        log.beat(120, cb: 0)
        log.fix(163, north: 2300, hacc: 10)
        log.beat(180, cb: 17)
        let listing = try log.listing()
        #expect(listing.gaps.isEmpty)
        #expect(listing.life.silent.map(\.duration) == [120_000])
        #expect(listing.life.movedRecorded == 2_300_000)
    }

    @Test func `B057 three damaged lines are counted and the good one is read`() throws {
        let listing = try listing(
            ofFile: """
                {"k":"fix","hacc":inf}
                {"k":"fix","hacc":NaN}
                {"k":"fix","hacc":1e999}
                {"n":1,"t":1777881600000,"m":1000,"u":900,"k":"hb"}

                """)
        #expect(listing.report.totalDamage.linesSkipped == 3)
        #expect(listing.report.damage[0].damage.findings.map(\.line) == [1, 2, 3])
        #expect(listing.life.runs.map(\.events) == [1])
        #expect(listing.report.isDamaged)
    }

    @Test func `B069 a year 0000 is one damaged time, not two thousand years`() throws {
        let listing = try listing(
            ofFile: "2026-05-04T08:00:00Z mark\n0000-05-04T08:00:10Z mark\n2026-05-04T08:00:20Z mark\n")
        #expect(listing.life.damagedTimes == 1)
        #expect(listing.recorded == 20_000)
        #expect(listing.gaps.isEmpty)
        #expect(listing.report.isDamaged)
    }

    @Test func `B074 a leap second is no gap and loses no line`() throws {
        let listing = try listing(
            ofFile: "2016-12-31T23:59:00Z hb\n2016-12-31T23:59:60Z hb\n2017-01-01T00:00:59Z hb\n")
        #expect(listing.gaps.isEmpty)
        #expect(listing.life.runs.first?.beats == 3)
        #expect(!listing.report.isDamaged)
    }

    @Test func `B081 a row with three columns too many is reported and the next rows are read`() throws {
        let row = "1777881600000,50.000000,10.000000,8,1.4,0.3,0,5,walk"
        let listing = try listing(
            ofFile: """
                t,lat,lon,hacc,speed,sacc,course,cacc,motion
                \(row)
                1,777,881,600\(row.dropFirst(10))
                \(row.replacing("600000", with: "601000"))

                """)
        #expect(listing.life.runs.map(\.samples) == [2])
        #expect(listing.report.damage[0].damage.findings.map(\.line) == [3])
    }

    @Test func `B086 two stretches ten days apart are 18 h of life in 10 d 4 h`() throws {
        let text = ["2026-02-13T11:00:00Z": 720, "2026-02-23T09:00:00Z": 360].sorted { $0.key < $1.key }.map {
            start, minutes in
            (0...minutes).map { "\(WallTime(rfc3339: start)!.rawValue + Int64($0) * 60_000) hb\n" }.joined()
        }.joined()
        let info = InfoListing(try listing(ofFile: text).report)
        #expect(info.active == 18 * 3_600_000)
        #expect(info.last! - info.first! == (10 * 24 + 4) * 3_600_000)
        let gap = try #require(try listing(ofFile: text).gaps.first)
        #expect(gap.to.wallTime == WallTime(rfc3339: "2026-02-23T09:00:00Z"))
    }

    @Test func `B089 events joined to a run of zero bytes are all read`() throws {
        let good = { (n: Int64) in Array(#"{"n":\#(n),"t":\#(origin + n),"m":\#(n),"u":1,"k":"hb"}"#.utf8) + [0x0A]
        }
        let bytes = good(1) + good(2) + [UInt8](repeating: 0, count: 4096) + good(3) + good(4)
        let listing = try listing(ofFile: bytes)
        #expect(listing.life.runs.map(\.events) == [4])
        let finding = try #require(listing.report.damage.first?.damage.findings.first)
        #expect(finding.kind == .nulRun)
        #expect(finding.bytes == 4096)
        #expect(finding.offset == Int64(good(1).count + good(2).count))
    }

    @Test func `B090 a hole over a run of zero bytes is measured, and every row read`() throws {
        let start = try #require(WallTime(rfc3339: "2026-05-04T11:35:35Z")).rawValue
        let again = try #require(WallTime(rfc3339: "2026-05-04T13:23:26Z")).rawValue
        let rows = { (first: Int64) in Array((0..<Int64(5)).map { "\(first + $0 * 60_000),50,10,8\n" }.joined().utf8) }
        let bytes = Array("t,lat,lon,hacc\n".utf8) + rows(start) + [UInt8](repeating: 0, count: 200) + rows(again)
        let listing = try listing(ofFile: bytes)
        #expect(listing.life.runs.map(\.samples) == [10])
        #expect(listing.seconds == [6231])
        #expect(listing.kinds == ["silence"])
    }

    @Test func `B091 a thousand lines behind a hole are found`() throws {
        let line = Array("1777881600000 hb\n".utf8)
        let bytes = line + [UInt8](repeating: 0, count: 100_000) + Array(repeating: line, count: 1000).joined()
        let listing = try listing(ofFile: bytes)
        #expect(listing.life.runs.map(\.events) == [1001])
        #expect(listing.report.isDamaged)
    }

    @Test func `B093 the last sign of life is the last complete line`() throws {
        let listing = try listing(
            ofFile: #"""
                {"n":1,"t":1777881600000,"m":1000,"u":900,"k":"hb"}
                {"n":2,"t":1777881660000,"m":61000,"u":60900,"k":"hb"}
                {"n":3,"k":"hb","t":17778817
                """#)
        #expect(listing.life.runs.map(\.events) == [2])
        #expect(listing.life.last?.wallTime == WallTime(1_777_881_660_000))
        #expect(listing.report.totalDamage[.tornTail] == 1)
    }

    @Test func `B104 an end without a word is unclean and no crash`() throws {
        var log = LogText()
        log.launch(0)
        log.beat(0, #""app":"fg""#)
        log.launch(300, run: "B")
        let end = try #require(try log.listing().ends.first)
        #expect(!end.clean)
        #expect(!end.crashed)
        #expect(end.cause == "killed")
    }

    @Test(arguments: [#""reason":"user""#])
    func `B105 an app that the user ended was neither killed nor did it crash`(reason: String) throws {
        var log = LogText()
        log.launch(-120)
        log.beats(stride(from: -60, through: 0, by: 60))
        log.event(30, "exit", reason)
        log.launch(600, run: "B")
        let listing = try log.listing()
        #expect(listing.kinds == ["exit"])
        #expect(listing.seconds == [570])
        #expect(listing.ends.first?.clean == true)
        #expect(listing.ends.first?.crashed == false)
        #expect(listing.ends.first?.evidence == ["exit-user"])
    }

    @Test func `B106 a crash marker that was cut is a crash of an unknown signal, not a kill`() throws {
        let listing = try listing(
            ofFile: """
                2026-05-04T08:00:00Z launch run=A period=60000
                2026-05-04T08:01:00Z hb fg
                crash si
                2026-05-04T08:03:00Z launch run=B period=60000
                2026-05-04T08:03:00Z prev-exit last=fg

                """)
        #expect(listing.kinds == ["crash"])
        let end = try #require(listing.ends.first)
        #expect(end.cause == "crash")
        #expect(end.signal == nil)
        #expect(end.evidence == ["crash-marker-cut"])
        #expect(end.last == .foreground)
    }

    @Test func `B106 a crash marker at the very end of the file is one as well`() throws {
        let listing = try listing(
            ofFile: "2026-05-04T08:00:00Z launch run=A period=60000\n2026-05-04T08:01:00Z hb fg\ncrash si")
        #expect(listing.life.ending == "crash")
        #expect(listing.ends.map(\.cause) == ["crash"])
        #expect(listing.ends.map(\.signal) == [nil])
    }

    @Test func `B111 a receiver that gives nothing is told from a process that does not run`() throws {
        var log = LogText()
        log.launch(0)
        log.event(0, "profile", #""accuracy":"best","filter":0,"receiver":true,"label":"best""#)
        log.beats(stride(from: 60, through: 600, by: 60), cb: 58)
        log.beats(stride(from: 660, through: 1200, by: 60), cb: 0)
        log.beat(1860, due: 1260, cb: 58)
        log.beat(1920, cb: 58)
        let listing = try log.listing()
        #expect(listing.kinds == ["suspended"])
        #expect(listing.seconds == [660])
        #expect(listing.life.silent.map(\.duration) == [600_000])
        #expect(listing.life.silent.map(\.from.wallTime) == [WallTime(origin + 600_000)])
        #expect(listing.life.starved.isEmpty)
        #expect(listing.life.runs[0].duration - listing.life.runs[0].gaps - 600_000 == 660_000)
    }
}
