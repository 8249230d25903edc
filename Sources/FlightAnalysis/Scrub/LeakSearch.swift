/// Looks for what must not be there, in any text: coordinates as decimal degrees to four places or more, as whole 1e-7 and
/// 1e-6 degrees, in radians, as degrees and minutes; dates as days and as counts since 1970; ids and texts.
import FieldModel

struct LeakSearch {
    /// How something survived.
    enum Form: String, CaseIterable, Sendable {
        case degrees, e7, e6, radians, minutes, date, epoch, word
    }

    /// Something that survived.
    struct Leak: Hashable, Sendable {
        var form: Form
        /// As it stands there.
        var text: String
    }

    /// Places behind the point, and the coordinates rounded and cut to so many.
    private let byPlaces: [Set<Int64>]
    private let radians: Set<Int64>
    /// Degrees and minutes to three decimals of a minute, as whole thousandths.
    private let minutes: Set<Int64>
    private let e6: Set<Int64>
    private let partners: [Int32: Set<Int32>]
    private let e6Partners: [Int64: Set<Int64>]
    private let days: Set<CivilDate>
    private let words: [[UInt8]]
    private let coordinates: Set<Int32>

    private static let fewestPlaces = 4
    private static let mostPlaces = 7
    /// Radians are told to so many places: 0.6 m.
    private static let radianPlaces = 7

    init(_ originals: Originals, checksDates: Bool) {
        coordinates = originals.coordinates
        var places = [Set<Int64>](repeating: [], count: Self.mostPlaces + 1)
        var (radians, minutes, e6) = (Set<Int64>(), Set<Int64>(), Set<Int64>())
        for coordinate in originals.coordinates where abs(coordinate) >= 10_000 {
            let whole = Int64(coordinate)
            for count in Self.fewestPlaces...Self.mostPlaces {
                let unit = Self.power(Self.mostPlaces - count)
                places[count].insert(Self.rounded(whole, unit))
                places[count].insert(whole / unit)
            }
            e6.insert(Self.rounded(whole, 10))
            radians.insert(Int64((Double(whole) / 1e7 * .pi / 180 * 1e7).rounded()))
            let magnitude = abs(whole)
            minutes.insert(
                magnitude / 10_000_000 * 60_000 + Int64((Double(magnitude % 10_000_000) / 1e7 * 60_000).rounded()))
        }
        byPlaces = places
        self.radians = radians
        self.minutes = minutes
        self.e6 = e6
        partners = originals.partners
        var e6Partners: [Int64: Set<Int64>] = [:]
        for (latitude, longitudes) in originals.partners {
            e6Partners[Self.rounded(Int64(latitude), 10), default: []]
                .formUnion(longitudes.map { Self.rounded(Int64($0), 10) })
        }
        self.e6Partners = e6Partners
        days = checksDates ? originals.days : []
        words = originals.words.sorted().map { Array($0.utf8) }
    }

    private static func power(_ count: Int) -> Int64 { (0..<count).reduce(1) { power, _ in power * 10 } }

    private static func rounded(_ value: Int64, _ unit: Int64) -> Int64 {
        (value + (value < 0 ? -unit / 2 : unit / 2)) / unit
    }

    /// Searches a text, line by line. At most `most` leaks are told.
    func leaks(in bytes: [UInt8], most: Int = 20) -> [Leak] {
        var leaks: [Leak] = []
        var start = 0
        while start < bytes.count, leaks.count < most {
            var end = start
            while end < bytes.count, bytes[end] != 0x0A { end += 1 }
            search(bytes[start..<end], &leaks)
            start = end + 1
        }
        return Array(leaks.prefix(most))
    }

    private func search(_ line: ArraySlice<UInt8>, _ leaks: inout [Leak]) {
        var integers: [Int64] = []
        var at = line.startIndex
        while at < line.endIndex {
            guard line[at].isDigit else {
                at += 1
                continue
            }
            let number = NumberToken(line, at)
            at = number.end
            if number.places > 0 {
                if let form = form(of: number, line) { leaks.append(Leak(form: form, text: number.text(line))) }
            } else {
                if isDate(number, line) { leaks.append(Leak(form: .date, text: number.dateText(line))) }
                guard let whole = number.whole else { continue }
                if isEpoch(whole) { leaks.append(Leak(form: .epoch, text: "\(whole)")) }
                integers.append(whole)
                if let leak = degreesAndMinutes(line, number) { leaks.append(leak) }
            }
        }
        searchPairs(integers, &leaks)
        for word in words where line.holds(word) {
            leaks.append(Leak(form: .word, text: String(decoding: word, as: UTF8.self)))
        }
    }

    // MARK: Coordinates

    private func form(of number: NumberToken, _ line: ArraySlice<UInt8>) -> Form? {
        guard let units = number.units(Self.mostPlaces) else { return nil }
        if number.places >= Self.fewestPlaces, abs(units) <= 1_800_000_000 {
            let count = min(number.places, Self.mostPlaces)
            if byPlaces[count].contains(Self.rounded(units, Self.power(Self.mostPlaces - count))) { return .degrees }
            if number.places >= 6, holdsRadians(units, within: number.places == 6 ? 5 : 1) {
                return .radians
            }
        }
        // 5000.738: two digits of minutes before the point, the degrees before them.
        if number.places >= 3, abs(units) < 180_60 * 10_000_000 {
            let magnitude = abs(units)
            let (degrees, rest) = (magnitude / 1_000_000_000, magnitude % 1_000_000_000)
            if degrees > 0, rest < 600_000_000, minutes.contains(degrees * 60_000 + Self.rounded(rest, 10_000)) {
                return .minutes
            }
        }
        return nil
    }

    private func holdsRadians(_ units: Int64, within reach: Int64) -> Bool {
        (units - reach...units + reach).contains { radians.contains($0) }
    }

    /// `50°00.738'`, with the number of degrees at `number`.
    private func degreesAndMinutes(_ line: ArraySlice<UInt8>, _ number: NumberToken) -> Leak? {
        guard let degrees = number.whole, degrees <= 180, line[number.end...].starts(with: "°".utf8) else { return nil }
        var at = number.end + 2
        while at < line.endIndex, line[at] == 0x20 { at += 1 }
        guard at < line.endIndex, line[at].isDigit else { return nil }
        let rest = NumberToken(line, at)
        guard rest.places >= 2, let units = rest.units(7), units < 600_000_000 else { return nil }
        guard minutes.contains(degrees * 60_000 + Self.rounded(units, 10_000)) else { return nil }
        return Leak(form: .minutes, text: "\(degrees)°\(rest.text(line))")
    }

    /// A whole number alone may count anything; a latitude with its longitude in one line is a place.
    private func searchPairs(_ integers: [Int64], _ leaks: inout [Leak]) {
        guard integers.count > 1 else { return }
        for whole in integers {
            if let latitude = Int32(exactly: whole), let longitudes = partners[latitude],
                integers.contains(where: { Int32(exactly: $0).map(longitudes.contains) ?? false })
            {
                leaks.append(Leak(form: .e7, text: "\(whole)"))
            } else if let longitudes = e6Partners[whole], integers.contains(where: longitudes.contains) {
                leaks.append(Leak(form: .e6, text: "\(whole)"))
            }
        }
    }

    // MARK: Dates

    /// `2026-05-04`, `20260504`, with the year at `number`.
    private func isDate(_ number: NumberToken, _ line: ArraySlice<UInt8>) -> Bool {
        guard !days.isEmpty else { return false }
        let text = number.dateText(line)
        if text.utf8.count == 8, let whole = Int(text) {
            let day = CivilDate("\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))")
            return whole > 19_700_000 && day.map(days.contains) ?? false
        }
        return CivilDate(text).map(days.contains) ?? false
    }

    /// ms or s since 1970 within one of the days.
    private func isEpoch(_ whole: Int64) -> Bool {
        if Disguise.wallTimes.contains(whole) { return days.contains(CivilDate(WallTime(whole))) }
        let seconds = Disguise.wallTimes.lowerBound / 1000...Disguise.wallTimes.upperBound / 1000
        return seconds.contains(whole) && days.contains(CivilDate(WallTime(whole * 1000)))
    }
}

/// Digits in a text, perhaps with a sign before and a point among them.
struct NumberToken {
    private let start: Int
    /// Behind the last digit.
    let end: Int
    private let isNegative: Bool
    /// Digits behind the point.
    let places: Int

    /// The number that begins with the digit at `at`.
    init(_ line: ArraySlice<UInt8>, _ at: Int) {
        start = at
        isNegative = at > line.startIndex && line[at - 1] == 0x2D
        var end = at
        while end < line.endIndex, line[end].isDigit { end += 1 }
        var places = 0
        if end + 1 < line.endIndex, line[end] == 0x2E, line[end + 1].isDigit {
            end += 1
            while end < line.endIndex, line[end].isDigit {
                end += 1
                places += 1
            }
        }
        (self.end, self.places) = (end, places)
        digits = line[at..<end].filter(\.isDigit)
    }

    private let digits: [UInt8]

    /// The number in units of 10^-count, cut; nil where it is too large.
    func units(_ count: Int) -> Int64? {
        let kept = places > count ? digits.dropLast(places - count) : digits[...]
        guard kept.count <= 15 else { return nil }
        var value = kept.reduce(0 as Int64) { $0 * 10 + Int64($1 - 0x30) }
        for _ in 0..<max(0, count - places) { value *= 10 }
        return isNegative ? -value : value
    }

    var whole: Int64? { places == 0 ? units(0) : nil }

    func text(_ line: ArraySlice<UInt8>) -> String {
        (isNegative ? "-" : "") + String(decoding: line[start..<end], as: UTF8.self)
    }

    /// What may be a date: ten characters from a year on, or the digits themselves.
    func dateText(_ line: ArraySlice<UInt8>) -> String {
        let isYear = end - start == 4 && end + 6 <= line.endIndex && line[end] == 0x2D
        return String(decoding: line[start..<(isYear ? end + 6 : end)], as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}

extension ArraySlice<UInt8> {
    /// Whether a word stands in it: a long one anywhere, a short one by itself, since its letters may be part of a code.
    fileprivate func holds(_ word: [UInt8]) -> Bool {
        guard word.count <= count, let first = word.first else { return false }
        for at in startIndex...(endIndex - word.count)
        where self[at] == first && self[at..<at + word.count].elementsEqual(word) {
            if word.count >= 12 { return true }
            let before = at > startIndex ? self[at - 1] : 0x20
            let after = at + word.count < endIndex ? self[at + word.count] : 0x20
            if !before.isWordByte, !after.isWordByte { return true }
        }
        return false
    }
}

extension UInt8 {
    fileprivate var isWordByte: Bool {
        isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == 0x2D || self == 0x5F
            || self >= 0x80
    }
}
