import Testing

@testable import CommandKit

@Suite struct TerminalTextTests {
    static let texts: [(String, String)] = [
        ("plain, café, 步行", "plain, café, 步行"), ("a\u{1B}[31mb", "a\\u001b[31mb"), ("a\tb\nc", "a\\u0009b\\u000ac"),
        ("\u{7F}\u{9B}2J", "\\u007f\\u009b2J"), ("abc\u{202E}def", "abc\\u202edef"), ("a\u{2028}b", "a\\u2028b"),
    ]

    @Test(arguments: texts)
    func `a control character is made visible`(text: String, visible: String) {
        #expect(Terminal.visible(text) == visible)
    }

    @Test func `a page keeps its lines`() {
        #expect(Terminal.visible("a\nb\u{07}\n", keeping: ["\n"]) == "a\nb\\u0007\n")
    }

    static let widths: [(String, Int)] = [("gaps", 4), ("中断", 4), ("café", 4), ("e\u{301}", 1), ("，", 2), ("", 0)]

    @Test(arguments: widths)
    func `a wide character takes two columns`(text: String, columns: Int) {
        #expect(Terminal.columns(of: text) == columns)
    }

    @Test func `columns of wide characters stand in line, and a cell stays in its row`() {
        var table = TextTable([("时间", .left), ("n", .right)])
        table.add(["a\nb", "1"])
        #expect(table.text() == "时间      n\na\\u000ab  1\n")
    }
}
