/// Reading and writing RFC 3339 times. Written: UTC with milliseconds. Read: any offset, any number of decimals, and
/// the leap second 23:59:60, which is the first instant of the next day.

extension WallTime: CustomStringConvertible {
    /// `2026-11-30T06:08:10.000Z`.
    public var description: String { rfc3339(offset: 0) }

    /// The instant in the zone `offset` seconds east of UTC: `…Z` for 0, else `…+01:00`.
    public func rfc3339(offset: Int) -> String {
        let local = self + Int64(offset) * 1000
        let date = CivilDate(local)
        let millis = local.rawValue - date.startOfDay.rawValue
        let seconds = millis / 1000
        let zone =
            offset == 0
            ? "Z"
            : "\(offset < 0 ? "-" : "+")\((abs(offset) / 3600).padded(to: 2)):\((abs(offset) / 60 % 60).padded(to: 2))"
        return "\(date)T\((seconds / 3600).padded(to: 2)):\((seconds / 60 % 60).padded(to: 2))"
            + ":\((seconds % 60).padded(to: 2)).\((millis % 1000).padded(to: 3))\(zone)"
    }

    /// Reads an RFC 3339 time. Nil where the text is no such time, names an impossible date, or has no zone.
    /// Decimals beyond the millisecond are cut off.
    public init?(rfc3339 text: some StringProtocol) {
        var cursor = DigitCursor(text)
        guard let year = cursor.digits(4), cursor.take("-"), let month = cursor.digits(2), cursor.take("-"),
            let day = cursor.digits(2), cursor.take("T") || cursor.take("t") || cursor.take(" "),
            let hour = cursor.digits(2), cursor.take(":"), let minute = cursor.digits(2), cursor.take(":"),
            let second = cursor.digits(2)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        guard date.isValid, hour < 24, minute < 60, second <= 60 else { return nil }
        var millis = 0
        if cursor.take(".") {
            guard let fraction = cursor.fraction() else { return nil }
            millis = fraction
        }
        guard let offset = cursor.zone(), cursor.isAtEnd else { return nil }
        // A leap second has no number of its own in Unix time: 23:59:60 is the next day's 00:00:00.
        let secondOfDay = hour * 3600 + minute * 60 + second - offset
        self.init(date.startOfDay.rawValue + Int64(secondOfDay) * 1000 + Int64(second == 60 ? 0 : millis))
    }
}

/// Walks over the ASCII of a time.
private struct DigitCursor {
    private var rest: [UInt8].SubSequence

    init(_ text: some StringProtocol) { rest = Array(text.utf8)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Exactly `count` digits.
    mutating func digits(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var value = 0
        for byte in rest.prefix(count) {
            guard (48...57).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 48)
        }
        rest = rest.dropFirst(count)
        return value
    }

    /// One digit or more after the point, as milliseconds.
    mutating func fraction() -> Int? {
        var value = 0
        var count = 0
        while let byte = rest.first, (48...57).contains(byte) {
            if count < 3 { value = value * 10 + Int(byte - 48) }
            count += 1
            rest = rest.dropFirst()
        }
        guard count > 0 else { return nil }
        for _ in 0..<max(0, 3 - count) { value *= 10 }
        return value
    }

    /// Seconds east of UTC from `Z`, `+01:00`, `-0700` or `+01`.
    mutating func zone() -> Int? {
        if take("Z") || take("z") { return 0 }
        let sign = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0, let hours = digits(2) else { return nil }
        var minutes = 0
        if !isAtEnd {
            _ = take(":")
            guard let given = digits(2), given < 60 else { return nil }
            minutes = given
        }
        return sign * (hours * 3600 + minutes * 60)
    }
}
