import FieldModel
import LogFormat
import Testing
import TestKit

@Suite("A line in the making")
struct LineBufferTests {
    private func text(_ fill: (inout LineBuffer) -> Void) -> String {
        var line = LineBuffer(capacity: 64)
        fill(&line)
        return String(decoding: line.array, as: UTF8.self)
    }

    @Test(
        "writes integers as the standard library does",
        arguments: [
            Int64.min, -10_000_000_000_000_000, -1, 0, 1, 9, 10, 99, 100, 12_345_678, 99_999_999, 100_000_000,
            1_795_000_000_123, 9_999_999_999_999_999, 10_000_000_000_000_000, 1_234_567_890_123_456_789, .max,
        ])
    func integers(_ value: Int64) {
        #expect(text { $0.append(value) } == String(value))
    }

    @Test("writes every number of digits, at both its ends")
    func everyLength() {
        let powers = (0..<20).map { (0..<$0).reduce(UInt64(1)) { power, _ in power * 10 } }
        let written = powers.flatMap { power in
            [power - 1, power, power &* 9].map { value in text { $0.append(value) } }
        }
        #expect(written == powers.flatMap { [$0 - 1, $0, $0 &* 9].map(String.init) })
    }

    @Test("writes every integer up to 20,000 as the standard library does")
    func smallIntegers() {
        #expect((0...20_000).filter { value in text { $0.append(UInt64(value)) } != String(value) } == [])
    }

    @Test("writes random integers as the standard library does", arguments: [1, 2, 3] as [UInt64])
    func randomIntegers(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let values = (0..<2000).map { UInt64.random(in: 0 ... .max, using: &random) >> UInt64($0 % 64) }
        #expect(values.map { value in text { $0.append(value) } } == values.map(String.init))
    }

    @Test(
        "writes doubles in the shortest form that reads back the same",
        arguments: [
            0, -0.0, 0.1, 1, -2, 0.57, -0.01, 99.99, 100.5, 9_999_999_999_999.99, 1e13, 0.005, -1234.5, 5e-324,
            1.7976931348623157e308, -2.2250738585072014e-308, 0.30000000000000004, 1e16,
            123.456,
        ])
    func doubles(_ value: Double) {
        let written = text { $0.append(shortest: value) }
        #expect(written == value.description)
        #expect(Double(written) == value)
    }

    @Test("writes null for what is no number", arguments: [Double.nan, .infinity, -.infinity])
    func noNumbers(_ value: Double) {
        #expect(text { $0.append(shortest: value) } == "null")
    }

    @Test("escapes what JSON cannot hold in a string, and nothing else")
    func strings() throws {
        let all = "\"\\\n\r\t\u{1}\u{1F}\u{7F} /Ünï💧"
        let written = text { $0.append(quoted: all) }
        #expect(try JSON.parse(written) == .string(all))
        #expect(written.hasPrefix(#""\"\\\n\r\t\u0001\u001f\u007f /Ünï"#))
    }

    @Test("grows beyond the memory it was lent")
    func growth() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { memory in
            var line = LineBuffer(in: memory)
            for value in 0..<1000 { line.append(Int64(value)) }
            #expect(String(decoding: line.array, as: UTF8.self) == (0..<1000).map(String.init).joined())
        }
    }
}

@Suite("An event's line")
struct EventLineWritingTests {
    @Test("carries the common keys first, in their order")
    func lead() {
        var line = LineBuffer()
        line.append(
            lead: Stamp(n: 7, wallTime: WallTime(-5), bootTime: BootTime(12), uptime: Uptime(9)), kind: "hb.off")
        line.appendEnd()
        #expect(
            String(decoding: line.array, as: UTF8.self) == "{\"n\":7,\"t\":-5,\"m\":12,\"u\":9,\"k\":\"hb.off\"}\n")
    }

    @Test("is read back as the same record")
    func roundTrip() throws {
        let record = Record(
            stamp: Stamp(n: 1, wallTime: WallTime(2), bootTime: BootTime(3), uptime: Uptime(4)), kind: "odd \"kind\"",
            fields: [
                .init("a", 1), .init("b", 0.5), .init("c", nil), .init("d \"e\"", [true, "x", ["y": -2]]),
            ])
        var line = LineBuffer()
        line.append(record)
        let value = try JSON.parse(line.array)
        #expect(value["k"]?.string == record.kind)
        #expect(value.fields?.dropFirst(5) == record.fields[...])
    }

    @Test("takes the fields in the order they are added, and leaves out those that are nil")
    func fields() {
        var fields = EventFields(on: LineBuffer(), keys: FixedKey.paper)
        fields.add("i", -3)
        fields.add("x", 0.25)
        fields.add("ok", true)
        fields.add("none", Int?.none)
        fields.add("s", "a\"b")
        fields.add("v", ["q": [1, nil]] as Value)
        fields.add("who", private: "")
        let line = fields.finish()
        #expect(
            String(decoding: line.array, as: UTF8.self)
                == ##","i":-3,"x":0.25,"ok":true,"s":"a\"b","v":{"q":[1,null]},"who":"#726fdb47dd0e0e31""##)
    }

    @Test(
        "hides a private value behind SipHash-2-4",
        arguments: [  // Appendix A of the paper, and its reference vectors: the message is 0, 1, 2 …
            (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (8, 0x93f5_f579_9a93_2462),
            (15, 0xa129_ca61_49be_45e5),
        ] as [(Int, UInt64)])
    func sipHash(length: Int, expected: UInt64) {
        let key = SipKey(0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)
        #expect(key.hash(String(decoding: (0..<length).map { UInt8($0) }, as: UTF8.self)) == expected)
    }

    @Test("writes a key of any length whole, before every sort of value")
    func keys() {
        var fields = EventFields(on: LineBuffer())
        fields.add("", 1)
        fields.add("k", 2)
        fields.add("sixsix", true)
        fields.add("seven77", -3)
        fields.add("elevenelev1", UInt64.max)
        fields.add("twelve_12345", 0.5)
        fields.add("thirteen_1234", -4)
        fields.add("thirteen_1235", false)
        fields.add("thirteen_1236", UInt64.max)
        fields.add("thirteen_1237", 0.25)
        fields.add("fourteen_Ünï", 5)
        let expected = """
            ,"":1,"k":2,"sixsix":true,"seven77":-3,"elevenelev1":18446744073709551615,"twelve_12345":0.5\
            ,"thirteen_1234":-4,"thirteen_1235":false,"thirteen_1236":18446744073709551615,"thirteen_1237":0.25\
            ,"fourteen_Ünï":5
            """
        #expect(String(decoding: fields.finish().array, as: UTF8.self) == expected)
    }

    @Test("leaves a private value out where there is no key")
    func noKey() {
        var fields = EventFields(on: LineBuffer())
        fields.add("who", private: "Anna")
        #expect(fields.finish().count == 0)
    }
}

private final class FixedKey: SipKeySource, Sendable {
    /// The one of the paper.
    static let paper = FixedKey()

    func key() -> SipKey? { SipKey(0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908) }
}
