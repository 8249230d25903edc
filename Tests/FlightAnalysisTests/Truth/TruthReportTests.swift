import DecisionCore
import FieldModel
import LogFormat
import SimulatedDay
import TestKit
import Testing

@testable import FlightAnalysis

/// A way due north at 10 m/s from 50 N 10 E, a point a second; 90 units of 1e-7 degree are 1.0008 m.
@Suite struct TruthReportTests {
    private static let start: Int64 = 1_777_881_600_000
    /// 10 m in 1e-7 degree of latitude: 10 / 6,371,000 / pi * 180 * 1e7.
    private static let step = 899.322

    private static func latitude(_ second: Int) -> Int32 { 500_000_000 + Int32((Double(second) * step).rounded()) }

    private static func way(_ seconds: Range<Int>, aside: Int32 = 0) -> ReferenceTrack {
        ReferenceTrack(
            seconds.map {
                ReferenceTrack.Point(
                    time: start + Int64($0) * 1000, latitude: latitude($0), longitude: 100_000_000 + aside)
            })
    }

    /// A log of the same way: `late` ms by its own clock, `aside` units to the east, without some seconds.
    private static func log(
        _ seconds: Range<Int>, late: Int64 = 0, aside: (Int) -> Int32 = { _ in 0 }, without: Range<Int> = 0..<0
    ) throws -> TemporaryFolder {
        var rows = "n,m,recv,t,lat,lon,hacc,speed,sacc,course,cacc\n"
        for second in seconds where !without.contains(second) {
            let time = start + Int64(second) * 1000 + late
            let place = [latitude(second), 100_000_000 + aside(second)].map { value -> String in
                var bytes: [UInt8] = []
                DecimalNumber.append(Int64(value), decimals: 7, to: &bytes)
                return String(decoding: bytes, as: UTF8.self)
            }
            rows +=
                "\(second + 10),\(second * 1000 + 5000),\(time),\(time),\(place[0]),\(place[1]),5.00,10.00,0.50,0.0,2.0\n"
        }
        let folder = TemporaryFolder()
        try folder.write(rows, to: "samples/2026-05-04.csv")
        try folder.write(
            #"{"n":1,"t":\#(start + late),"m":5000,"k":"motion","kind":"automotive"}"# + "\n",
            to: "events/2026-05-04.jsonl")
        return folder
    }

    private static func report(_ log: TemporaryFolder, _ way: ReferenceTrack) throws -> TruthReport {
        try TruthReport(LogSource.open(log.path), way)
    }

    @Test("the same way by the same clock: nothing beside it, nothing missed, nothing invented")
    func alike() throws {
        let report = try Self.report(Self.log(0..<301), Self.way(0..<301))
        #expect(report.alignment.offset == 0)
        #expect(report.alignment.isKnown)
        #expect(report.total.error(1) == 0)
        #expect(report.total.missed == 0)
        #expect(report.total.invented == 0)
        // 3 km, to the rounding of each step.
        #expect(abs(report.total.way - 3_000_000) < 500)
        #expect(abs(report.total.solid - 3_000_000) < 40_000)
        #expect(report.byMotion.keys.sorted { $0.rawValue < $1.rawValue } == [.automotive])
    }

    @Test("a clock 37.4 s slow is found, to the tenth of a second", arguments: [-37_400, 12_000, 90_100] as [Int64])
    func offset(late: Int64) throws {
        let report = try Self.report(Self.log(0..<301, late: late), Self.way(-200..<601))
        #expect(report.alignment.isKnown)
        #expect(report.alignment.offset == -late)
        #expect(report.total.missed == 0)
        #expect(report.total.invented == 0)
    }

    @Test("a track 20 m to the east is 20 m beside the way, and its shift is told")
    func shift() throws {
        // 20 m of longitude at 50 N: 20 / (6371000 cos 50 deg) in 1e-7 degree = 2798.1.
        let report = try Self.report(Self.log(0..<301, aside: { _ in 2798 }), Self.way(0..<301))
        #expect(abs(report.alignment.east - 20_000) < 50)
        #expect(abs(report.alignment.north) < 50)
        #expect(abs(try #require(report.total.error(0.5)) - 20_000) < 100)
        #expect(report.total.invented == 0)
    }

    @Test("a minute without fixes at 10 m/s is 600 m missed, and no line is invented over it")
    func missed() throws {
        let report = try Self.report(Self.log(0..<301, without: 100..<160), Self.way(0..<301))
        // From the last point before (within spacing 30 m) to the first behind it, less the reach of 50 m at both ends.
        #expect(abs(report.total.missed - 510_000) < 45_000)
        #expect(report.total.invented == 0)
        #expect(report.stretches.map(\.isInvented) == [false])
        #expect(report.byMotion[.automotive]?.missed == report.total.missed)
    }

    @Test("a line 200 m aside for 30 s is invented there, and the way missed")
    func invented() throws {
        // 200 m of longitude at 50 N.
        let report = try Self.report(
            Self.log(0..<301, aside: { (100..<130).contains($0) ? 27_981 : 0 }), Self.way(0..<301))
        #expect(report.total.invented > 250_000)
        #expect(report.total.missed > 200_000)
        #expect(report.stretches.contains { $0.isInvented })
    }

    @Test("where nobody moves no offset is claimed")
    func still() throws {
        let points = (0..<301).map {
            ReferenceTrack.Point(time: Self.start + Int64($0) * 1000, latitude: 500_000_000, longitude: 100_000_000)
        }
        let report = try Self.report(Self.log(0..<2), ReferenceTrack(points))
        #expect(!report.alignment.isKnown)
        #expect(report.alignment.offset == 0)
    }

    @Test("a reference of another day tells nothing: all is unknown, nothing invented")
    func elsewhen() throws {
        let report = try Self.report(Self.log(0..<301), Self.way(90_000..<90_301))
        #expect(report.total.invented == 0)
        #expect(report.total.way == 0)
        #expect(report.total.unknown == report.total.solid)
        #expect(report.unmatched > 50)
    }

    @Test("the simulator's truth is read as it lies there; the clock fits, and nine tenths of the way have a line")
    func simulated() throws {
        let day = SimulatedDay(seed: 3)
        let folder = TemporaryFolder()
        for file in day.log.files { try folder.write(file.bytes, to: file.path) }
        let truth = try folder.write(day.truthTable, to: "truth.csv")
        let report = try TruthReport(LogSource.open(folder.path), ReferenceTrack.read(truth))
        #expect(abs(report.alignment.offset) <= 1500)
        #expect(report.total.missed * 2 < report.total.way)
        #expect(report.total.invented * 50 < report.total.solid)
        #expect(report.byMotion.count > 2)
    }

    @Test(
        "notes are read with their times, quoted or not",
        arguments: [
            "time,text\n2026-05-04T08:00:05Z,left the house\n", "2026-05-04T08:00:05Z,\"left the house\"\n",
            "1777881605000 , left the house",
        ])
    func notes(text: String) throws {
        let notes = try SpokenNotes(text, path: "notes.csv", in: [])
        #expect(notes.notes.map(\.text) == ["left the house"])
        #expect(notes.notes.map(\.time) == [WallTime(1_777_881_605_000)])
    }

    @Test("a note without a time is refused with its line")
    func badNote() {
        #expect(throws: AnalysisError.self) { try SpokenNotes("2026-05-04T08:00:05Z,a\nsoon,b", path: "n", in: []) }
    }

    @Test("a note is held against what the log says at that moment")
    func answer() throws {
        let log = try Self.log(0..<301, aside: { _ in 2798 })
        let report = try Self.report(log, Self.way(0..<301))
        let notes = try SpokenNotes("2026-05-04T08:00:30Z,in the car\n2026-05-05T08:00:00Z,asleep", path: "n", in: [])
        let listing = TruthListing("log", reference: "way", report, notes: notes)
        let answer = listing.answer(to: notes.notes[0])
        #expect(answer.motion == .automotive)
        #expect(answer.age == 0)
        #expect(abs(try #require(answer.error) - 20_000) < 100)
        #expect(listing.answer(to: notes.notes[1]).motion == nil)
    }
}
