import Testing

@testable import CommandKit

@Suite struct HelpTests {
    static let program: Command = Command(
        "tool", summary: "Do things",
        verbs: [
            Command(
                "gaps", summary: "list the gaps", details: ["A gap is a stretch without a sign of life."],
                arguments: [Argument("INPUT", .many, help: "a log")],
                flags: [Flag("format", short: "f", value: .choice(["text", "json"]), help: "how it's written")]
            ) { _ in .done },
            Completion.verb { program },
        ])

    @Test("the help of a verb shows every argument and option of its table")
    func help() throws {
        let text = Help.text(of: try #require(Self.program.verb(named: "gaps")), program: "tool", width: 60)
        #expect(
            text == """
                List the gaps.

                Usage: gaps [options] INPUT…

                A gap is a stretch without a sign of life.

                Arguments:
                  INPUT  a log

                Options:
                  -f, --format text|json  how it's written
                  -h, --help              show this help and end

                """)
    }

    @Test("no line of the help is wider than the terminal")
    func width() {
        #expect(
            Help.text(of: Self.program, program: "tool", width: 40).split(separator: "\n").allSatisfy { $0.count <= 40 }
        )
    }

    @Test("every shell's completions name every verb and every long option", arguments: Completion.shells)
    func completions(shell: String) {
        let script = Completion.script(for: shell, of: Self.program)
        #expect(["gaps", "completion", "format", "help"].allSatisfy { script.contains($0) })
    }
}
