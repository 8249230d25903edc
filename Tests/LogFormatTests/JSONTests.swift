import FieldModel
import LogFormat
import TestKit
import Testing

@Suite struct JSONTests {
    static let texts: [(String, Value)] = [
        ("null", .null), (" true ", true), ("false", false), ("0", 0), ("-0", .number(-0.0)), ("-17", -17),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .number(9223372036854775808)), ("1.0", 1.0), ("0.1", 0.1), ("1e3", 1000.0),
        ("1E-7", 1e-7), ("-2.5e+2", -250.0), ("5e-324", .number(5e-324)),
        ("1.7976931348623157e308", .number(1.7976931348623157e308)), ("0.000000000000000000000000000001", 1e-30),
        ("123456789012345678901234567890", 123456789012345678901234567890.0), ("1e-400", .number(0)),
        (#""""#, ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u4e2d""#, "Aé中"),
        (#""\ud83d\ude00""#, "😀"), ("\"😀é\"", "😀é"), ("[]", []), ("{}", [:]), (" [ 1 , [ 2 ] ] ", [1, [2]]),
        (#"{"a":1,"b":{"c":null},"a":2}"#, ["a": 1, "b": ["c": nil], "a": 2]),
    ]

    @Test(arguments: texts)
    func `a text gives its value`(text: String, value: Value) throws {
        #expect(try JSON.parse(text) == value)
    }

    @Test(arguments: [
        ("", 0, JSONError.Problem.value), ("tru", 0, .literal), ("nul!", 0, .literal), ("nan", 0, .literal),
        ("inf", 0, .literal), ("[1,]", 3, .value), ("[1 2]", 3, .commaOrEnd), ("{\"a\" 1}", 5, .colon),
        ("{1:2}", 1, .string), ("01", 1, .commaOrEnd), ("1.", 2, .digit), ("-", 1, .digit), ("1e", 2, .digit),
        ("1e999", 0, .finiteNumber), ("-1e999", 0, .finiteNumber), ("\"a", 2, .closingQuote),
        ("\"\\x\"", 2, .escape), ("\"\\u12g4\"", 5, .hexDigit), ("\"\n\"", 1, .noControlCharacter), ("1 2", 2, .end),
        (#""\ud800""#, 1, .validText), (#""\udc00\ud800""#, 1, .validText), (".5", 0, .value), ("+1", 0, .value),
    ])
    func `a mistake is named with its byte`(text: String, offset: Int, problem: JSONError.Problem) {
        let error = #expect(throws: JSONError.self) { try JSON.parse(text) }
        #expect(error?.offset == offset)
        #expect(error?.problem == problem)
    }

    @Test func `128 levels are read and 129 are refused`() throws {
        #expect(throws: Never.self) { try JSON.parse(deep(128)) }
        #expect(throws: JSONError(.lessDepth, at: 128, found: UInt8(ascii: "["))) { try JSON.parse(deep(129)) }
        #expect(throws: JSONError.self) { try JSON.parse(String(repeating: "[", count: 1_000_000)) }
    }

    private func deep(_ levels: Int) -> String {
        String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }

    @Test(
        arguments: [[0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xE2, 0x82]] as [[UInt8]])
    func `invalid UTF-8 is refused, or repaired and counted`(sequence: [UInt8]) throws {
        let text = Array("[\"ok\",\"a".utf8) + sequence + Array("\"]".utf8)
        #expect(throws: JSONError(.validText, at: 8, found: sequence[0])) { try JSON.parse(text) }
        var repairs = 0
        let repaired = try JSON.parse(text.span, repairs: &repairs)
        #expect(repairs == 1)
        #expect(repaired.array?.last?.string?.hasPrefix("a\u{FFFD}") == true)
    }

    @Test func `half of a surrogate pair is repaired and counted`() throws {
        var repairs = 0
        let text = Array(#"["\ud800x","\udead"]"#.utf8)
        #expect(try JSON.parse(text.span, repairs: &repairs) == ["\u{FFFD}x", "\u{FFFD}"])
        #expect(repairs == 2)
    }

    static let values: [(Value, String)] = [
        (.number(.nan), "null"), (.number(-.infinity), "null"), (1.5, "1.5"), (1e-7, "1e-07"), (100, "100"),
        ("a\"\\\n\u{0}\u{7F}é", #""a\"\\\n\u0000\u007fé""#), (["k": [1, "x"], "n": nil], #"{"k":[1,"x"],"n":null}"#),
    ]

    @Test(arguments: values)
    func `a value is written on one line`(value: Value, text: String) {
        #expect(JSON.text(value) == text)
    }

    @Test func `the indented form reads back the same`() throws {
        let value: Value = ["a": [1, [], [:], ["b": "c"]], "d": nil]
        #expect(try JSON.parse(JSON.indented(value)) == value)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `random values come back as they were written`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let values = (0..<200).map { _ in randomValue(&random, depth: 0) }
        #expect(try values.map { try JSON.parse(JSON.text($0)) } == values, "seed \(seed)")
    }

    private func randomValue(_ random: inout SeededRandom, depth: Int) -> Value {
        switch Int.random(in: 0..<(depth > 3 ? 5 : 7), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .integer(Int64(bitPattern: random.next() >> UInt64.random(in: 0..<64, using: &random)))
        case 3:
            let number = Double(bitPattern: random.next())
            return .number(number.isFinite ? number : 0.25)
        case 4:
            return .string(
                String(
                    (0..<Int.random(in: 0..<9, using: &random)).map { _ in
                        "aé\"\\\n\u{1}😀z".randomElement(using: &random)!
                    }))
        case 5: return .array((0..<3).map { _ in randomValue(&random, depth: depth + 1) })
        default: return .object((0..<3).map { Record.Field("k\($0)", randomValue(&random, depth: depth + 1)) })
        }
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `any bytes end in a value or an error`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let alphabet = Array("{}[]:,\"\\u0123456789eE+-.truefalsnl \n\u{0}é".utf8) + [0xFF, 0xC0, 0x80]
        let results = (0..<500).map { _ in
            Result { try JSON.parse((0..<40).map { _ in alphabet.randomElement(using: &random)! }) }
        }
        #expect(results.count == 500)
    }
}
