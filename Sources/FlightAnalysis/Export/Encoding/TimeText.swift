import FieldModel

/// Times as RFC 3339 in UTC with milliseconds, many of them one after another: the text of the day is kept, so that a
/// time costs a few digits. The same text as `WallTime.description`.
struct TimeText {
    private var day = Int64.min
    private var date: [UInt8] = []

    init() {}

    /// Years that every reader's calendar has: XML's dateTime knows no year 0.
    static func isWritable(_ time: WallTime) -> Bool { writable.contains(time.rawValue) }
    /// 0001-01-01 to 9999-12-31.
    private static let writable: Range<Int64> = -62_135_596_800_000..<253_402_300_800_000

    /// Appends `2026-11-30T06:08:10.000Z`.
    mutating func append(_ time: WallTime, to bytes: inout [UInt8]) {
        let newDay = time.rawValue.flooredDivision(by: WallTime.millisecondsPerDay)
        if newDay != day {
            day = newDay
            date = Array("\(CivilDate(daysSinceEpoch: newDay))T".utf8)
        }
        bytes.append(contentsOf: date)
        let millis = Int(time.rawValue - newDay * WallTime.millisecondsPerDay)
        let seconds = millis / 1000
        Self.pair(seconds / 3600, &bytes)
        bytes.append(UInt8(ascii: ":"))
        Self.pair(seconds / 60 % 60, &bytes)
        bytes.append(UInt8(ascii: ":"))
        Self.pair(seconds % 60, &bytes)
        bytes.append(UInt8(ascii: "."))
        bytes.append(UInt8(ascii: "0") + UInt8(millis % 1000 / 100))
        Self.pair(millis % 100, &bytes)
        bytes.append(UInt8(ascii: "Z"))
    }

    @inline(__always)
    private static func pair(_ value: Int, _ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "0") + UInt8(value / 10))
        bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
    }
}
