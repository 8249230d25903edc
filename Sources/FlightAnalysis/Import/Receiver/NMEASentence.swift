/// One sentence of NMEA 0183: `$` talker and kind, fields, `*` and a checksum over all between.
struct NMEASentence {
    /// `RMC`, `GGA` …
    let kind: String
    /// Behind the name.
    let fields: [String]

    enum Refusal: String, Error {
        case noSentence = "line that is no sentence"
        case checksum = "sentence whose checksum is wrong"
    }

    init(_ line: some Sequence<UInt8>) throws(Refusal) {
        let text = Array(line).filter { $0 != 0x0D }
        guard text.first == UInt8(ascii: "$"), let star = text.lastIndex(of: UInt8(ascii: "*")), star > 6 else {
            throw .noSentence
        }
        let body = text[1..<star]
        let written = UInt8(String(decoding: text[(star + 1)...].prefix(2), as: UTF8.self), radix: 16)
        guard written == body.reduce(0, ^) else { throw .checksum }
        let parts = String(decoding: body, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
        guard parts[0].count == 5 else { throw .noSentence }
        kind = String(parts[0].suffix(3))
        fields = parts.dropFirst().map(String.init)
    }

    /// Nil where the field is empty or beyond the last one.
    subscript(index: Int) -> String? {
        fields.indices.contains(index) && !fields[index].isEmpty ? fields[index] : nil
    }

    func number(_ index: Int) -> Double? { self[index].flatMap(Double.init) }

    /// Degrees from `ddmm.mmmm` and its hemisphere in the next field.
    func degrees(_ index: Int) -> Double? {
        guard let value = number(index), let hemisphere = self[index + 1] else { return nil }
        let whole = (value / 100).rounded(.towardZero)
        let degrees = whole + (value - whole * 100) / 60
        return hemisphere == "S" || hemisphere == "W" ? -degrees : degrees
    }
}
