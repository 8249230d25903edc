import FieldModel
import Testing

@Suite struct FixReadingTests {
    static func reading(_ change: (inout FixReading) -> Void = { _ in }) -> Fix {
        var reading = FixReading(
            sampleTime: 1_777_881_600.1254, latitude: 50.12345675, longitude: -10.00000006, horizontalAccuracy: 8.005,
            altitude: -12.346, verticalAccuracy: 3, speed: 1.404, speedAccuracy: -1, course: 359.96, courseAccuracy: nil
        )
        change(&reading)
        return Fix(reading, receiveTime: WallTime(1), bootTime: BootTime(2))
    }

    @Test("a reading is rounded once, half away from zero, to the integers of the log")
    func rounding() {
        let fix = Self.reading()
        #expect(fix.sampleTime.rawValue == 1_777_881_600_125)
        #expect(fix.latitude == 501_234_568)
        #expect(fix.longitude == -100_000_001)
        #expect(fix.altitude.number == -1235)
        #expect(fix.verticalAccuracy.number == 300)
        #expect(fix.speed.number == 140)
        #expect(fix.speedAccuracy.number == -100)
        #expect(fix.course.number == 3600)
        #expect(fix.courseAccuracy.isAbsent)
        #expect(fix.defect == nil)
    }

    static let defects: [(change: @Sendable (inout FixReading) -> Void, column: FixColumn)] = [
        ({ $0.latitude = .nan }, .lat), ({ $0.longitude = .infinity }, .lon), ({ $0.sampleTime = -.infinity }, .t),
        ({ $0.horizontalAccuracy = 1e300 }, .hacc), ({ $0.latitude = 214.8 }, .lat), ({ $0.altitude = .nan }, .alt),
        ({ $0.verticalAccuracy = -.nan }, .vacc), ({ $0.speed = 1e9 }, .speed), ({ $0.speedAccuracy = .nan }, .sacc),
        ({ $0.course = -.infinity }, .course), ({ $0.courseAccuracy = .nan }, .cacc), ({ $0.sampleTime = 1e300 }, .t),
    ]

    @Test("a value that is not finite or does not fit makes the reading invalid by its column", arguments: defects)
    func defect(change: @Sendable (inout FixReading) -> Void, column: FixColumn) {
        let fix = Self.reading(change)
        #expect(fix.defect == column)
        #expect(Reason(invalid: column)?.invalidColumn == column)
    }

    @Test("absent, empty and negative are three different things")
    func conditions() {
        #expect(Quantity.absent.isValidOrAbsent && !Quantity.absent.isNumber && !Quantity.absent.isValid)
        #expect(Quantity.empty.isEmpty && !Quantity.empty.isValidOrAbsent && Quantity.empty.number == nil)
        #expect(!Quantity(-100).isValidOrAbsent && Quantity(-100).number == -100)
        #expect(Quantity(0).isValid)
        #expect(Quantity(Double(Int32.min), scale: 1) == nil)
    }
}
