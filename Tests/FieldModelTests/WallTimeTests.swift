import FieldModel
import Testing

/// Expected values from `date -u -d TIME +%s%3N`.
@Suite struct WallTimeTests {
    static let times: [(text: String, milliseconds: Int64)] = [
        ("2026-05-04T08:00:00Z", 1_777_881_600_000), ("2026-05-04T08:00:00.125Z", 1_777_881_600_125),
        ("2026-05-04T10:00:00+02:00", 1_777_881_600_000), ("2026-05-04T00:30:00-0730", 1_777_881_600_000),
        ("2026-05-04 08:00:00.1999Z", 1_777_881_600_199), ("2026-05-04t08:00:00.5z", 1_777_881_600_500),
        ("1969-12-31T23:59:59.999Z", -1), ("2016-12-31T23:59:60Z", 1_483_228_800_000),
        ("2016-12-31T23:59:60.7Z", 1_483_228_800_000), ("2026-05-04T10:00:00+02", 1_777_881_600_000),
        ("0000-05-04T08:00:10Z", -62_156_476_790_000),
    ]

    @Test("an RFC 3339 time is read to the millisecond", arguments: times)
    func read(text: String, milliseconds: Int64) throws {
        #expect(try #require(WallTime(rfc3339: text)).rawValue == milliseconds)
    }

    @Test(
        "what is no RFC 3339 time is not read as one",
        arguments: [
            "", "2026-05-04", "2026-05-04T08:00:00", "2026-05-04T24:00:00Z", "2026-05-04T08:60:00Z",
            "2026-05-04T08:00:61Z", "2026-02-30T08:00:00Z", "2026-05-04T08:00:00.Z", "2026-05-04T08:00:00Zx",
            "2026-05-04T08:00:00+2", "2026-05-04T08:00:00+02:75", "1777881600",
        ])
    func refused(text: String) { #expect(WallTime(rfc3339: text) == nil) }

    @Test(
        "a time is written in UTC with milliseconds, and reads back as itself",
        arguments: [0, -1, 1_777_881_600_125, -62_167_219_200_000, 20_711_811_200_000, 253_402_300_799_999] as [Int64])
    func roundTrip(milliseconds: Int64) throws {
        let text = WallTime(milliseconds).description
        #expect(text.hasSuffix("Z"))
        #expect(WallTime(rfc3339: text)?.rawValue == milliseconds)
    }

    @Test("a time is written in a zone with its offset")
    func zones() {
        #expect(WallTime(1_777_881_600_000).rfc3339(offset: 7200) == "2026-05-04T10:00:00.000+02:00")
        #expect(WallTime(1_777_881_600_000).rfc3339(offset: -12_600) == "2026-05-04T04:30:00.000-03:30")
    }

    @Test("differences of times at the ends of the range are clamped, not trapped")
    func clamped() {
        #expect(WallTime(.max) - WallTime(.min) == .max)
        #expect(WallTime(.min) - WallTime(.max) == .min)
        #expect((WallTime(.max) + 1).rawValue == .max)
    }
}
