import FieldModel
import SystemIO
import Testing

@testable import FlightAnalysis

@Suite("Encoders: times, XML text, buffers")
struct EncodingTests {
    @Test("One writer of times keeps no trace of the day before")
    func times() {
        var bytes: [UInt8] = [], writer = TimeText()
        for millis: Int64 in [1_777_881_600_250, -1, 1_777_881_599_999, 0, 20_711_811_200_007] {
            writer.append(WallTime(millis), to: &bytes)
            bytes.append(UInt8(ascii: " "))
        }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "2026-05-04T08:00:00.250Z 1969-12-31T23:59:59.999Z 2026-05-04T07:59:59.999Z "
                + "1970-01-01T00:00:00.000Z 2626-05-02T00:53:20.007Z ")
    }

    @Test("The year 0 and the year 10000 are no times a reader's calendar has")
    func writableTimes() {
        #expect(!TimeText.isWritable(WallTime(rfc3339: "0000-05-04T08:00:10Z")!))
        #expect(TimeText.isWritable(WallTime(rfc3339: "0001-01-01T00:00:00Z")!))
        #expect(TimeText.isWritable(WallTime(rfc3339: "9999-12-31T23:59:59.999Z")!))
        #expect(!TimeText.isWritable(WallTime(253_402_300_800_000)))
    }

    @Test(
        "B085: XML text has no character that XML 1.0 forbids",
        arguments: [
            ("a\u{0}b\u{8}c\u{1F}d", "abcd"), ("<&>\"'", "&lt;&amp;&gt;&quot;'"), ("tab\tline\nend", "tab\tline\nend"),
            ("\r\n", "&#13;\n"), ("\u{FFFE}x\u{FFFF}", "x"), ("\u{7F}\u{80}\u{85}\u{9F}", "\u{85}"),
            ("</name><script>", "&lt;/name&gt;&lt;script&gt;"), ("شمال \u{202E}x 🚲", "شمال \u{202E}x 🚲"),
        ])
    func xmlText(text: String, expected: String) {
        var bytes: [UInt8] = []
        XMLText.append(text, to: &bytes)
        #expect(Array(expected.utf8) == bytes)
    }

    @Test("A buffer hands on whole pieces in order, and a failing sink stops the export")
    func buffer() throws {
        var pieces: [Int] = []
        try withoutActuallyEscaping({ (raw: UnsafeRawBufferPointer) throws(IOError) in pieces.append(raw.count) }) {
            var out = OutputBuffer($0)
            for _ in 0..<100_000 {
                out.write("0123456789")
                try out.drainIfFull()
            }
            try out.drain()
        }
        #expect(pieces.reduce(0, +) == 1_000_000)
        #expect(pieces.dropLast().allSatisfy { $0 == 65_540 })
        #expect(throws: IOError("write", "x", code: 28)) {
            var out = OutputBuffer { (_) throws(IOError) in throw IOError("write", "x", code: 28) }
            out.write("x")
            try out.drain()
        }
    }
}
