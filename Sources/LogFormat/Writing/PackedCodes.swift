import FieldModel

/// The codes of an enumeration as machine words, made once from their texts: a text of a few letters costs more to take apart
/// than to write.
struct PackedCodes<Code: CaseIterable & RawRepresentable<String>>: Sendable {
    private let words: [(first: UInt64, second: UInt64, third: UInt64, count: Int)]

    /// The longest code that fits.
    private static var longest: Int { 24 }

    init() {
        precondition(MemoryLayout<Code>.size == 1, "an enumeration without payloads is its ordinal in one byte")
        words = Code.allCases.map { code in
            let bytes = Array(code.rawValue.utf8)
            precondition(bytes.count <= Self.longest, "the code \(code.rawValue) is longer than three words")
            func word(_ range: Range<Int>) -> UInt64 {
                range.reversed().reduce(0) { $0 << 8 | UInt64($1 < bytes.count ? bytes[$1] : 0) }
            }
            return (word(0..<8), word(8..<16), word(16..<24), bytes.count)
        }
    }

    /// Room that any code takes.
    static var room: Int { 32 }

    @inline(__always)
    func put(_ code: Code, on cursor: inout LineCursor) {
        // Cases are numbered in the order of their declaration, which is that of `allCases`; a test holds both together.
        let word = words[Int(unsafe unsafeBitCast(code, to: UInt8.self))]
        cursor.put(words: (word.first, word.second, word.third), count: word.count)
    }
}
