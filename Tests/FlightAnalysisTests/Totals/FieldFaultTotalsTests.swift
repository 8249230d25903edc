import FieldModel
import FlightAnalysis
import TestKit
import Testing

/// Field faults of totals, by their numbers: `analyze info --core trail`.
@Suite struct FieldFaultTotalsTests {
    /// Rows of a samples file of an import: no verdicts, speed and course with their accuracies.
    private struct Track {
        var rows: [String] = []

        /// A fix `north` metres north of 50 N 10 E, `speed` and its accuracy in m/s.
        mutating func fix(
            _ time: Int64, north: Double, speed: Double = 1.4, sacc: Double = 0.3, cacc: Double = 5, hacc: Double = 8,
            altitude: String = "", motion: String = "walking"
        ) {
            rows.append(
                "\(time),\(time),\(50 + north / 111_194.92664),10.0,\(hacc),\(altitude),0.3,\(speed),\(sacc),0,\(cacc),gps,\(motion)\n"
            )
        }

        func days(_ calendar: LocalDays = LocalDays()) throws -> [DayTotals] {
            let folder = TemporaryFolder()
            let header = "recv,t,lat,lon,hacc,alt,vacc,speed,sacc,course,cacc,src,motion\n"
            let path = try folder.write(header + rows.joined(), to: "track.csv")
            return try TrailDays(of: LogSource.open(path), days: calendar).days
        }
    }

    private func metres(_ millimetres: Int64) -> Double { Double(millimetres) / 1000 }

    @Test func `B013 a trip over midnight belongs to both days of the reader's zone`() throws {
        let start = try #require(WallTime(rfc3339: "2026-05-04T23:50:00+02:00")).rawValue
        var track = Track()
        for index in 0...120 {
            track.fix(start + Int64(index) * 10_000, north: Double(index) * 100, speed: 10, motion: "automotive")
        }
        let days = try track.days(try #require(LocalDays(zone: "Europe/Berlin")))
        #expect(days.map { "\($0.session) \($0.day)" } == ["1 2026-05-04", "1 2026-05-05"])
        #expect(days.allSatisfy { abs(metres($0.solid) - 6000) <= 1 })
        #expect(days.map(\.moving) == [600_000, 600_000])
        #expect(abs(metres(days.reduce(0) { $0 + $1.solid }) - 12_000) <= 1)
    }

    @Test(arguments: [
        // The first instant of the day and the one before it.
        ("America/Sao_Paulo", "2018-11-04T03:00:00Z", "2018-11-04"),
        ("America/Sao_Paulo", "2018-11-05T02:00:00Z", "2018-11-05"),
        ("Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25"),
        ("Europe/Berlin", "2026-10-25T23:00:00Z", "2026-10-26"),
    ])
    func `B015 a day begins at its first instant, and may have 23 or 25 hours`(
        zone: String, start: String, day: String
    ) throws {
        let calendar = try #require(LocalDays(zone: zone))
        let time = try #require(WallTime(rfc3339: start))
        let before = CivilDate(daysSinceEpoch: try #require(CivilDate(day)).daysSinceEpoch - 1)
        #expect(calendar.day(of: time) == CivilDate(day))
        #expect(calendar.day(of: time + -1) == before)
    }

    @Test func `B026 a red light of 45 s is a stop in one ride of 3,000 m`() throws {
        var track = Track()
        for second in 0...645 {
            let isStill = second > 300 && second <= 345
            let north = second <= 300 ? second * 5 : second <= 345 ? 1500 : 1500 + (second - 345) * 5
            track.fix(
                origin + Int64(second) * 1000, north: Double(north), speed: isStill ? 0 : 5, motion: "cycling")
        }
        let days = try track.days()
        let ride = try #require(days.first)
        #expect(days.count == 1)
        #expect(metres(ride.solid) >= 2985 && metres(ride.solid) <= 3000.5)
        #expect(ride.moving == 600_000)
        #expect(ride.stopped == 45_000)
        #expect(ride.unobserved == 0)
    }

    @Test func `B041 an average is never above the maximum`() throws {
        var track = Track()
        for second in 0..<60 {
            track.fix(origin + Int64(second) * 1000, north: Double(second) * 1.42, speed: 0.8, sacc: 1.9, hacc: 5)
        }
        let walk = try #require(try track.days().first)
        let average = try #require(walk.average), maximum = try #require(walk.maximum)
        #expect(abs(Double(average) / 100 - 1.42) < 0.02)
        #expect(maximum >= 142)
        #expect(average <= maximum)
    }

    @Test func `B044 two points a fraction of a second apart define no speed`() throws {
        var track = Track()
        for (millis, north) in [(0, 0.0), (1000, 8), (1070, 16), (3000, 24)] as [(Int64, Double)] {
            track.fix(origin + millis, north: north, speed: 8.3, motion: "automotive")
        }
        let ride = try #require(try track.days().first)
        #expect(try #require(ride.maximum) <= 900)
    }

    @Test func `B054 a speed of -1 is unknown and enters nothing`() throws {
        var track = Track()
        track.fix(origin, north: 0, speed: -1, sacc: -1, cacc: -1)
        track.fix(origin + 500, north: 0.1, speed: -1, sacc: -1, cacc: -1)
        #expect(try track.days().allSatisfy { $0.maximum == nil && $0.average == nil })
    }

    @Test func `B078 an altitude that is missing is no altitude of 0`() throws {
        var track = Track()
        track.fix(origin, north: 0, altitude: "350")
        track.fix(origin + 10_000, north: 14, altitude: "")
        track.fix(origin + 20_000, north: 28, altitude: "351")
        #expect(try track.days().map(\.climb) == [100])
    }
}
