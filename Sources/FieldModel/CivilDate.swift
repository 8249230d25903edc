/// Calendar arithmetic in UTC: the proleptic Gregorian calendar by counting days, without a calendar library.
/// Source: the identity that 400 years are 146,097 days, with the year beginning in March so that the leap day is last.

/// A day of the UTC calendar; it names the files of a log.
public struct CivilDate: Hashable, Comparable, Sendable {
    public var year: Int
    /// 1...12
    public var month: Int
    /// 1...31
    public var day: Int

    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that lies `days` after 1970-01-01.
    public init(daysSinceEpoch days: Int64) {
        let shifted = Int(days) + 719_468  // days since 0000-03-01
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The UTC day of a wall time.
    public init(_ time: WallTime) {
        self.init(daysSinceEpoch: time.rawValue.flooredDivision(by: WallTime.millisecondsPerDay))
    }

    /// Days since 1970-01-01; negative before.
    public var daysSinceEpoch: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int64(era * 146_097 + dayOfEra - 719_468)
    }

    /// Midnight at the beginning of the day; the earliest or latest time there is where it would lie beyond.
    public var startOfDay: WallTime {
        let days = daysSinceEpoch
        let (millis, overflow) = days.multipliedReportingOverflow(by: WallTime.millisecondsPerDay)
        return WallTime(overflow ? (days < 0 ? .min : .max) : millis)
    }

    /// Whether month and day exist in this year.
    public var isValid: Bool {
        (1...12).contains(month) && day >= 1 && self == CivilDate(daysSinceEpoch: daysSinceEpoch)
    }

    public static func < (a: Self, b: Self) -> Bool { (a.year, a.month, a.day) < (b.year, b.month, b.day) }
}

extension CivilDate: CustomStringConvertible {
    /// `2026-11-30`, four digits a year at least; the name of a day's file without its ending.
    public var description: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }

    /// Reads `YYYY-MM-DD`; nil where the text is anything else or names no day of the calendar.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
        guard isValid else { return nil }
    }
}

extension WallTime {
    public static let millisecondsPerDay: Int64 = 86_400_000
}

extension Int64 {
    /// Division that rounds towards minus infinity, so that times before 1970 fall on the right day.
    @inlinable package func flooredDivision(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

extension FixedWidthInteger {
    /// Decimal digits, zero-padded to `width`; a sign does not count.
    package func padded(to width: Int) -> String {
        let digits = String(magnitude)
        return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
