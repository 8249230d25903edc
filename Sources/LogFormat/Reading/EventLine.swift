import FieldModel

/// One line of an events file: the common keys `n t m u k` first and in this order where the toolkit wrote it, in any
/// order where somebody else did. `k` and `t` have to be there; `t` may be an RFC 3339 text as well.
struct EventLine {
    /// The position behind the common keys.
    private(set) var position = 0
    private(set) var stamp = Stamp(wallTime: WallTime(0))
    private(set) var kind = 0..<0

    /// Reads the common keys of a line as the toolkit writes it; nil where they stand in any other way.
    @inline(__always)
    init?(head bytes: Span<UInt8>) {
        var at = 0
        guard bytes.hasPrefix(#"{"n":"#, &at), let n = Self.integer(bytes, &at), n >= 0 else { return nil }
        stamp.n = SequenceNumber(n)
        guard bytes.hasPrefix(#","t":"#, &at), let t = Self.integer(bytes, &at) else { return nil }
        stamp.wallTime = WallTime(t)
        if bytes.hasPrefix(#","m":"#, &at) {
            guard let m = Self.integer(bytes, &at) else { return nil }
            stamp.bootTime = BootTime(m)
            if bytes.hasPrefix(#","u":"#, &at) {
                guard let u = Self.integer(bytes, &at) else { return nil }
                stamp.uptime = Uptime(u)
            }
        }
        guard bytes.hasPrefix(#","k":""#, &at) else { return nil }
        let start = at
        while at < bytes.count, bytes[at] != 0x22 {
            // A code is plain ASCII; anything else takes the long way.
            guard bytes[at] > 0x1F, bytes[at] < 0x80, bytes[at] != 0x5C else { return nil }
            at &+= 1
        }
        guard at < bytes.count else { return nil }
        kind = start..<at
        position = at + 1
    }

    /// Up to 18 digits, so that nothing can overflow; nil where it is no integer.
    @inline(__always)
    private static func integer(_ bytes: Span<UInt8>, _ at: inout Int) -> Int64? {
        let negative = at < bytes.count && bytes[at] == 0x2D
        if negative { at &+= 1 }
        let start = at
        var value: UInt64 = 0
        DigitRun.append(to: &value, bytes, &at)
        guard at > start, at &- start <= 18 else { return nil }
        return negative ? -Int64(value) : Int64(value)
    }

    /// The members behind the common keys.
    static func fields(
        _ bytes: Span<UInt8>, from position: Int, _ parser: inout JSONParser
    ) throws(JSONError) -> [Record.Field] {
        var fields: [Record.Field] = []
        var at = position
        while try !JSONScanner.separates(0x7D, bytes, &at) {
            let key = try parser.string(bytes, &at)
            try JSONScanner.colon(bytes, &at)
            fields.append(Record.Field(key, try parser.value(bytes, &at, depth: 1)))
        }
        try end(bytes, &at)
        return fields
    }

    /// Checks the members behind the common keys without keeping them.
    static func check(_ bytes: Span<UInt8>, from position: Int) throws(JSONError) {
        var at = position
        while true {
            JSONScanner.skipPlainMembers(bytes, &at)
            if try JSONScanner.separates(0x7D, bytes, &at) { break }
            if try JSONScanner.skipString(bytes, &at).beyondASCII { throw JSONScanner.failure(.validText, bytes, at) }
            try JSONScanner.colon(bytes, &at)
            try JSONScanner.skipValue(bytes, &at, depth: 1)
        }
        try end(bytes, &at)
    }

    private static func end(_ bytes: Span<UInt8>, _ at: inout Int) throws(JSONError) {
        JSONScanner.skipSpace(bytes, &at)
        guard at == bytes.count else { throw JSONScanner.failure(.end, bytes, at) }
    }
}

extension Record {
    /// What a JSON object lacks to be a record.
    public enum Lack: String, Error, Sendable {
        case object = "an object"
        case kind = "a kind in k"
        case time = "a time in t"
        case sequence = "a whole number from 0 in n"
        case bootTime = "a whole number in m"
        case uptime = "a whole number in u"

        var phrase: Phrase {
            switch self {
            case .object: Phrase(rawValue, "un objet", "一个对象")
            case .kind: Phrase(rawValue, "un genre dans k", " k 中的类型")
            case .time: Phrase(rawValue, "une heure dans t", " t 中的时间")
            case .sequence: Phrase(rawValue, "un nombre entier à partir de 0 dans n", " n 中从 0 起的整数")
            case .bootTime: Phrase(rawValue, "un nombre entier dans m", " m 中的整数")
            case .uptime: Phrase(rawValue, "un nombre entier dans u", " u 中的整数")
            }
        }
    }

    /// The record that a JSON object stands for, its keys in any order.
    public init(_ value: Value) throws(Lack) {
        guard let members = value.fields else { throw .object }
        guard let kind = value["k"]?.string else { throw .kind }
        guard let time = value["t"].flatMap(Self.wallTime) else { throw .time }
        var stamp = Stamp(wallTime: time)
        if let n = value["n"] {
            guard let number = n.integer, number >= 0 else { throw .sequence }
            stamp.n = SequenceNumber(number)
        }
        if let m = value["m"], m != .null {
            guard let millis = m.roundedInteger else { throw .bootTime }
            stamp.bootTime = BootTime(millis)
        }
        if let u = value["u"], u != .null {
            guard let millis = u.roundedInteger else { throw .uptime }
            stamp.uptime = Uptime(millis)
        }
        self.init(
            stamp: stamp, kind: kind, fields: members.filter { !["n", "t", "m", "u", "k"].contains($0.key) })
    }

    private static func wallTime(_ value: Value) -> WallTime? {
        value.roundedInteger.map { WallTime($0) } ?? value.string.flatMap { WallTime(rfc3339: $0) }
    }

    /// The record as a JSON object, its common keys first.
    public var value: Value {
        var members = [Field("n", .integer(Int64(clamping: stamp.n))), Field("t", .integer(stamp.wallTime.rawValue))]
        if let boot = stamp.bootTime { members.append(Field("m", .integer(boot.rawValue))) }
        if let uptime = stamp.uptime { members.append(Field("u", .integer(uptime.rawValue))) }
        members.append(Field("k", .string(kind)))
        return .object(members + fields)
    }
}

extension Value {
    /// A number rounded to a whole one, half away from zero; nil where 64 bits do not hold it.
    var roundedInteger: Int64? {
        integer ?? double.flatMap { Int64(exactly: $0.rounded(.toNearestOrAwayFromZero)) }
    }
}

extension Span<UInt8> {
    /// Whether `text` stands at `at`; if so, `at` moves behind it.
    @inline(__always)
    func hasPrefix(_ text: StaticString, _ at: inout Int) -> Bool {
        let length = text.utf8CodeUnitCount
        let raw = unsafe bytes
        if length < 8, at &+ 8 <= raw.byteCount {
            // Any eight bytes are a valid word, and the bounds are checked above. The text is folded into a constant.
            let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self).littleEndian
            var wanted: UInt64 = 0
            for index in 0..<length { wanted |= UInt64(unsafe text.utf8Start[index]) &<< UInt64(8 &* index) }
            guard word & ~(UInt64.max &<< UInt64(8 &* length)) == wanted else { return false }
        } else {
            guard count &- at >= length, equals(at..<at + length, text) else { return false }
        }
        at &+= length
        return true
    }
}
