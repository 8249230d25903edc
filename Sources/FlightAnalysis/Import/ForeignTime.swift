import FieldModel

/// Times as other programs write them: RFC 3339 with a zone, or a count since 1970 whose unit shows by its size.
enum ForeignTime {
    /// Nil where the text is no such time.
    static func read(_ text: String) -> WallTime? {
        if let time = WallTime(rfc3339: text) { return time }
        return Double(text).flatMap(read(count:))
    }

    /// Seconds below 1e11 (the year 5138), then ms (up to the same year), µs, ns. Nil for what no clock shows.
    static func read(count: Double) -> WallTime? {
        let size = abs(count)
        let seconds =
            size < 1e11 ? count : size < 1e14 ? count / 1e3 : size < 1e17 ? count / 1e6 : count / 1e9
        return WallTime(seconds: seconds)
    }

    /// The same of a JSON value.
    static func read(_ value: Value?) -> WallTime? {
        switch value {
        case .string(let text): read(text)
        case .integer(let number): read(count: Double(number))
        case .number(let number): read(count: number)
        default: nil
        }
    }

    /// GPX and KML times are UTC by definition, and some writers leave the zone out.
    static func readUTC(_ text: String) -> WallTime? { WallTime(rfc3339: text) ?? WallTime(rfc3339: text + "Z") }
}
