import Testing

@testable import CommandKit

@Suite struct ParserTests {
    static let command = Command(
        "tool gaps", summary: "Say something", arguments: [Argument("INPUT", .optional, help: "a log")],
        flags: [
            Flag("identity", short: "i", value: .file(name: "FILE"), repeatable: true, help: "a key"),
            Flag("format", value: .choice(["text", "json"]), help: "how"),
            Flag("force", short: "f", help: "replace"), Flag("all", short: "a", help: "everything"),
            Flag("since", value: .text(name: "TIME"), help: "from when on"),
        ]
    ) { _ in .done }

    static let lines: [(words: [String], arguments: [String], flag: String, values: [String])] = [
        (["--format=json", "LOG"], ["LOG"], "format", ["json"]),
        (["LOG", "--format", "json"], ["LOG"], "format", ["json"]),
        (["-i", "a", "LOG", "-ib"], ["LOG"], "identity", ["a", "b"]), (["-fa", "-"], ["-"], "all", [""]),
        (["-faikey"], [], "identity", ["key"]), (["--", "--format"], ["--format"], "format", []),
        (["--since", "-15m"], [], "since", ["-15m"]), (["--since="], [], "since", [""]),
        (["--since=a=b"], [], "since", ["a=b"]),
    ]

    @Test("options stand anywhere and in every spelling", arguments: lines)
    func sorted(words: [String], arguments: [String], flag: String, values: [String]) throws {
        let call = try Parser.parse(words, for: Self.command)
        #expect(call.arguments == arguments)
        #expect(call.all(flag) == values)
    }

    static let mistakes: [(words: [String], message: String, hint: String?)] = [
        (["--formt", "x"], "tool gaps has no option --formt", "did you mean --format?"),
        (["-x"], "tool gaps has no option -x", "tool gaps --help lists them"),
        (["--format", "jsn"], "--format takes one of text, json, not 'jsn'", "did you mean json?"),
        (["--force=1"], "--force takes no value, but was given '1'", nil),
        (["--since"], "--since needs a value: TIME", nil),
        (["--since", "a", "--since", "b"], "--since stands there twice", "give it once"),
        (["a", "b"], "'b' is one argument too many", "usage: tool gaps [options] [INPUT]"),
    ]

    @Test("a mistake gives one error and its hint", arguments: mistakes)
    func refused(words: [String], message: String, hint: String?) throws {
        let complaint = try #require(throws: Complaint.self) { try Parser.parse(words, for: Self.command) }
        #expect(complaint.message == message)
        #expect(complaint.hint == hint)
        #expect(complaint.status == .usage)
    }

    @Test("a missing argument is named with what it is for")
    func missing() throws {
        let command = Command("tool", summary: "", arguments: [Argument("INPUT", help: "a log")]) { _ in .done }
        let complaint = try #require(throws: Complaint.self) { try Parser.parse([], for: command) }
        #expect(complaint.message == "INPUT is missing: a log")
        #expect(try Parser.parse(["--help"], for: command).isOn("help"))
    }

    static let numbers: [(text: String, isRight: Bool)] = [
        ("1", true), ("9", true), ("0", false), ("10", false), ("1.5", false), ("", false), ("٣", false), ("1 ", false),
    ]

    @Test("a whole number must lie in its range", arguments: numbers)
    func integers(text: String, isRight: Bool) throws {
        let command = Command("t", summary: "", flags: [Flag("level", value: .text(name: "N"), help: "")]) { _ in .done
        }
        let call = try Parser.parse(["--level", text], for: command)
        let number = try? call.integer("level", in: 1...9)  // the refusal itself is tested above
        #expect((number != nil) == isRight)
    }
}
