import DecisionCore
import FieldModel
import LogFormat
import TestKit
import Testing

@testable import FlightAnalysis

@Suite struct TrailDaysTests {
    /// 2026-05-04T08:00:00Z.
    private static let start: Int64 = 1_777_881_600_000

    /// A fix `north` metres north of 50 N 10 E.
    private static func fix(_ time: Int64, north: Double, speed: Double, altitude: Double = 100) -> Fix {
        let reading = FixReading(
            sampleTime: Double(time) / 1000, latitude: 50 + north / 111_194.926_644_558_74, longitude: 10,
            horizontalAccuracy: 8, altitude: altitude, verticalAccuracy: 4, speed: speed, speedAccuracy: 0.3, course: 0,
            courseAccuracy: 5)
        return Fix(reading, receiveTime: WallTime(time), bootTime: BootTime(time))
    }

    private func totals(_ fixes: [Fix], events: [Record] = [], days: LocalDays = LocalDays()) throws -> [DayTotals] {
        let folder = TemporaryFolder()
        var text = LogFormat.LogText(SampleText(columns: FixColumn.allCases.filter { $0 != .verdict && $0 != .reason }))
        for (index, event) in events.enumerated() {
            var event = event
            event.stamp.n = SequenceNumber(index + 1)
            text.append(event)
        }
        for (index, fix) in fixes.enumerated() {
            text.append(Sample(n: SequenceNumber(events.count + index + 1), fix: fix))
        }
        for file in text.files { try folder.write(file.bytes, to: file.path) }
        return try TrailDays(of: LogSource.open(folder.path), days: days).days
    }

    /// 300 s at 5 m/s, 45 s still, 300 s at 5 m/s.
    private static let ride: [Fix] = (0...645).map { second in
        let way = Double(min(second, 300) + max(0, second - 345)) * 5
        return fix(start + Int64(second) * 1000, north: way, speed: (301...345).contains(second) ? 0 : 5)
    }

    @Test("B026: a red light is stopped time in one ride of 3,000 m")
    func redLight() throws {
        let day = try #require(try totals(Self.ride).first)
        #expect((2_985_000...3_000_000).contains(day.solid))
        #expect(day.moving == 600_000)
        #expect(day.stopped == 45_000)
        #expect(day.unobserved == 0)
        #expect(day.average == 500)
        #expect(day.maximum == 500)
    }

    @Test("a pause over which points are not joined is unobserved, and enters no sum")
    func unobserved() throws {
        let missing = WallTime(Self.start + 100_001)..<WallTime(Self.start + 130_000)
        let fixes = Self.ride.filter { !missing.contains($0.sampleTime) }
        let day = try #require(try totals(fixes).first)
        #expect(day.unobserved == 30_000)
        #expect(day.moving == 570_000)
    }

    @Test("a way over midnight is split there, by the log's own offset")
    func midnight() throws {
        // 23:55 on the wall is 21:55 UTC with two hours east; the ride's 645 s go on to 00:05:45.
        let fixes = Self.ride.map { fix -> Fix in
            var fix = fix
            fix.sampleTime = fix.sampleTime + 13 * 3_600_000 + 55 * 60_000
            fix.receiveTime = fix.sampleTime
            fix.bootTime = BootTime(fix.sampleTime.rawValue)
            return fix
        }
        let zone = Record(stamp: Stamp(wallTime: fixes[0].receiveTime), kind: "tz", fields: [.init("offset", 7200)])
        let days = try totals(fixes, events: [zone])
        #expect(days.map { "\($0.day)" } == ["2026-05-04", "2026-05-05"])
        #expect(days.map(\.moving) == [300_000, 300_000])
        #expect(days.map(\.stopped) == [0, 45_000])
        #expect(abs((days.first?.solid ?? 0) - 1_500_000) < 15_000)
        #expect(days.reduce(0) { $0 + $1.solid } > 2_985_000)
    }

    @Test("heights count once they differ by more than both accuracies, and only where there are any")
    func climb() throws {
        let steps = (0..<100).map { index -> Fix in
            let altitude = (index >= 50 ? 130.0 : 100.0) + (index % 2 == 0 ? 0 : 5)
            return Self.fix(
                Self.start + Int64(index) * 10_000, north: Double(index) * 20, speed: 2, altitude: altitude)
        }
        #expect(try totals(steps).first?.climb == 3_000)
        let flat = steps.map { fix -> Fix in
            var fix = fix
            fix.verticalAccuracy = Quantity(-100)
            return fix
        }
        #expect(try totals(flat).first?.climb == nil)
    }

    @Test("a log without fixes has no totals")
    func empty() throws {
        let launch = Record(stamp: Stamp(wallTime: WallTime(Self.start)), kind: "launch")
        #expect(try totals([], events: [launch]).isEmpty)
    }
}

@Suite(.serialized) struct LocalDaysTests {
    @Test(
        "a zone's days have the hours its clocks gave them",
        arguments: [
            ("Europe/Paris", "2026-03-29", 23), ("Europe/Paris", "2026-10-25", 25), ("Europe/Paris", "2026-05-04", 24),
            // Midnight itself is left out on this day.
            ("America/Santiago", "2023-09-03", 23), ("Pacific/Auckland", "2026-04-05", 25),
        ])
    func hours(zone: String, day: String, hours: Int64) throws {
        let days = try #require(LocalDays(zone: zone))
        let noon = CivilDate(day)!.startOfDay + 12 * 3_600_000
        let borders = days.borders(from: noon + -48 * 3_600_000, to: noon + 48 * 3_600_000)
        let start = try #require(borders.first { days.day(of: $0) == CivilDate(day) })
        let end = try #require(borders.first { $0 > start })
        #expect(end - start == hours * 3_600_000)
    }

    @Test(
        "a zone that the machine does not know is none",
        arguments: ["", "Nowhere/Land", "../etc/passwd", "/etc/passwd"])
    func unknown(name: String) {
        #expect(LocalDays(zone: name) == nil)
    }
}
