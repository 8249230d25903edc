import FieldModel

/// The short text form of a record, for logs written by hand or by a few lines of code: a time (RFC 3339, or ms since
/// the epoch), a kind, then bare words and `key=value` pairs, one record a line:
///
///     2026-05-04T08:00:00Z hb bg car cb=58 a=12 r=46 age=1
///     1777881660000 crash sig=11
///
/// Bare words: `fg bg inactive terminating` are the app's state, `still walk run bike car unknown` the motion, `on off`
/// a switch. A value in double quotes is a JSON string.
enum ShortForm {
    /// Why a line is no record.
    struct Mistake: Error {
        /// Offset in the line.
        var offset: Int
        /// What was expected.
        var expected: Phrase
        /// Nil for the end of the line.
        var found: String?
    }

    private static let time = Phrase(
        "a time (RFC 3339, or ms since 1970)", "une heure (RFC 3339, ou ms depuis 1970)", "时间（RFC 3339 或 1970 年以来的毫秒数）")
    private static let kindWord = Phrase("a kind", "un genre", "类型")
    private static let closingQuote = Phrase("a closing quote", "un guillemet fermant", "结束引号")
    private static let key = Phrase("a key before =", "une clé avant =", "= 之前的键")
    private static let anyWord = Phrase(
        "key=value, an app state, a motion word, on or off",
        "clé=valeur, un état de l'application, un mot de mouvement, on ou off", "键=值、应用状态、运动词、on 或 off")

    static func record(_ line: Span<UInt8>) throws(Mistake) -> Record {
        var words = try words(line)[...]
        guard let first = words.popFirst() else {
            throw Mistake(offset: 0, expected: time, found: nil)
        }
        guard let time = wallTime(first.text) else {
            throw Mistake(offset: 0, expected: time, found: first.text)
        }
        guard let kind = words.popFirst() else {
            throw Mistake(offset: line.count, expected: kindWord, found: nil)
        }
        var fields: [Record.Field] = []
        for word in words { fields.append(try field(word, kind: kind.text)) }
        var stamp = Stamp(wallTime: time)
        fields.removeAll { field in
            switch (field.key, field.value.integer) {
            case ("n", let n?) where n >= 0: stamp.n = SequenceNumber(n)
            case ("m", let m?): stamp.bootTime = BootTime(m)
            case ("u", let u?): stamp.uptime = Uptime(u)
            default: return false
            }
            return true
        }
        return Record(stamp: stamp, kind: kind.text, fields: fields)
    }

    private struct Word {
        var offset: Int
        var text: String
    }

    /// Splits at spaces and tabs, not within double quotes.
    private static func words(_ line: Span<UInt8>) throws(Mistake) -> [Word] {
        var words: [Word] = []
        var start = 0
        var at = 0
        var quoted = false
        while at <= line.count {
            let byte = at < line.count ? line[at] : 0x20
            if byte == 0x5C, quoted {
                at += 2
                continue
            }
            if byte == 0x22 { quoted.toggle() }
            if at == line.count || !quoted && (byte == 0x20 || byte == 0x09) {
                let end = min(at, line.count)
                if end > start { words.append(Word(offset: start, text: line.text(start..<end))) }
                start = at + 1
            }
            at += 1
        }
        if quoted { throw Mistake(offset: line.count, expected: closingQuote, found: nil) }
        return words
    }

    private static func wallTime(_ text: String) -> WallTime? {
        Int64(text).map { WallTime($0) } ?? WallTime(rfc3339: text)
    }

    private static func field(_ word: Word, kind: String) throws(Mistake) -> Record.Field {
        if let equals = word.text.firstIndex(of: "=") {
            let key = String(word.text[..<equals]), text = String(word.text[word.text.index(after: equals)...])
            guard !key.isEmpty else { throw Mistake(offset: word.offset, expected: Self.key, found: word.text) }
            // What is no JSON is plain text: `last=bg`, `boot=3f2a`.
            let value = (try? JSON.parse(text)) ?? .string(text)
            return Record.Field(key, value)
        }
        if let state = AppState(rawValue: word.text) {
            return Record.Field(kind == RecordKind.app.rawValue ? "to" : "app", .string(state.rawValue))
        }
        if let motion = MotionKind(shortWord: word.text) {
            return Record.Field(kind == RecordKind.motion.rawValue ? "kind" : "motion", .string(motion.rawValue))
        }
        switch word.text {
        case "on", "off": return Record.Field("on", .bool(word.text == "on"))
        default:
            throw Mistake(
                offset: word.offset, expected: anyWord, found: word.text)
        }
    }
}

extension MotionKind {
    /// The motion behind a short word (`still walk run bike car unknown`) or its full name.
    public init?(shortWord word: String) {
        switch word {
        case "still": self = .stationary
        case "walk": self = .walking
        case "run": self = .running
        case "bike": self = .cycling
        case "car": self = .automotive
        default: self.init(rawValue: word)
        }
    }
}
