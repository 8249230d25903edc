import FieldModel
import Testing

/// Expected values from `date -u -d DAY +%s` divided by 86,400.
@Suite struct CivilDateTests {
    static let days: [(text: String, daysSinceEpoch: Int64)] = [
        ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
        ("2026-11-30", 20_787), ("2100-02-28", 47_540), ("2100-03-01", 47_541), ("1600-02-29", -135_081),
        ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
    ]

    @Test("a day and its count since 1970 agree both ways", arguments: days)
    func agree(text: String, daysSinceEpoch: Int64) throws {
        #expect(try #require(CivilDate(text)).daysSinceEpoch == daysSinceEpoch)
        #expect(CivilDate(daysSinceEpoch: daysSinceEpoch).description == text)
    }

    @Test(
        "a text that names no day is no day",
        arguments: [
            "2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-4-30", "26-04-30",
            "2026-04-30T", "", "-", "2026-04-3٠",
        ])
    func refused(text: String) { #expect(CivilDate(text) == nil) }

    @Test("the day of a time before 1970 is the day it falls on, not the next one")
    func beforeTheEpoch() {
        #expect(CivilDate(WallTime(-1)).description == "1969-12-31")
        #expect(CivilDate(WallTime(-86_400_000)).description == "1969-12-31")
        #expect(CivilDate(WallTime(-86_400_001)).description == "1969-12-30")
    }

    @Test("every day of 800 years follows the one before it")
    func consecutive() {
        let dates = (-146_097...146_097).map { CivilDate(daysSinceEpoch: $0) }
        #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 && $0.daysSinceEpoch + 1 == $1.daysSinceEpoch })
        #expect(dates.allSatisfy { $0.isValid })
    }
}
