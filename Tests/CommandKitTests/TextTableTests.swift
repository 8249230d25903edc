import Testing

@testable import CommandKit

@Suite struct TextTableTests {
    @Test("numbers stand to the right, words to the left, and no line ends in blanks")
    func alignment() {
        var table = TextTable([("kind", .left), ("s", .right), ("note", .left)])
        table.add(["crash", "7.0", ""])
        table.add(["suspended", "1920.0", "matters"])
        #expect(table.text(indent: 1) == " kind            s  note\n crash         7.0\n suspended  1920.0  matters\n")
    }

    static let sizes: [(bytes: Int64, text: String)] = [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (91_700_000, "91.7 MB"), (999_949, "999.9 kB"),
        (999_950, "1.0 MB"), (2_500_000_000_000, "2.5 TB"),
    ]

    @Test("sizes are written in decimal units", arguments: sizes)
    func writing(bytes: Int64, text: String) { #expect(ByteCount.text(bytes) == text) }

    static let written: [(text: String, bytes: Int64?)] = [
        ("4096", 4096), ("64k", 64_000), ("64KiB", 65_536), ("1.5 MB", 1_500_000), ("10 GB", 10_000_000_000),
        ("", nil), ("10 parsecs", nil), ("-1", nil), ("99999999999G", nil),
    ]

    @Test("sizes are read with decimal and binary units", arguments: written)
    func reading(text: String, bytes: Int64?) { #expect(ByteCount.parse(text) == bytes) }
}
