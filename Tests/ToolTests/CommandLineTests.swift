import TestKit
import Testing

@Suite("The command line of every tool") struct CommandLineTests {
    static let tools = ["diagpack", "analyze", "fieldtest", "fieldsim"]
    static let publicTools = ["diagpack", "analyze"]

    @Test("help goes to standard output, names every option of the contract, and ends well", arguments: tools)
    func help(tool: String) throws {
        let result = try Tool.run(tool, ["--help"])
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.text.contains("Usage: \(tool)") && result.text.contains("--version"))
    }

    @Test("the version is one line", arguments: tools)
    func version(tool: String) throws {
        let result = try Tool.run(tool, ["--version"])
        #expect(result.status == 0)
        #expect(result.text.hasPrefix("\(tool) ") && result.text.split(separator: "\n").count == 1)
    }

    @Test("a wrong option is one error and one hint on standard error, and status 2", arguments: tools)
    func wrongOption(tool: String) throws {
        let result = try Tool.run(tool, ["--no-such-option"])
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").count == 2)
        #expect(result.errors.hasPrefix("\(tool): ") && result.errors.contains("hint: "))
    }

    @Test("a mistyped verb is answered with the one that was meant")
    func mistypedVerb() throws {
        let result = try Tool.run("analyze", ["gasp", "x"])
        #expect(result.status == 2)
        #expect(result.errors == "analyze: analyze has no verb 'gasp'\n  hint: did you mean gaps?\n")
    }

    @Test("without a verb the help goes to standard error, with status 2", arguments: publicTools)
    func noVerb(tool: String) throws {
        let result = try Tool.run(tool)
        #expect(result.status == 2)
        #expect(result.output.isEmpty && result.errors.contains("Verbs:"))
    }

    @Test("the man page passes mandoc without a warning", arguments: publicTools)
    func manPage(tool: String) throws {
        let page = try Tool.run(tool, ["--man", "2026-11-30"])
        let lint = try Tool.run("/usr/bin/mandoc", ["-T", "lint", "-W", "warning"], input: page.output)
        #expect(lint.text == "" && lint.status == 0)
    }

    @Test("bash completes verbs, options and their values", arguments: publicTools)
    func bash(tool: String) throws {
        let folder = TemporaryFolder()
        let script = try folder.write(try Tool.run(tool, ["completion", "bash"]).text, to: "completion")
        func completed(_ words: String, at index: Int) throws -> [Substring] {
            try Tool.run(
                "/bin/bash",
                [
                    "--norc", "-c",
                    "source \(script); COMP_WORDS=(\(words)); COMP_CWORD=\(index); _\(tool); echo ${COMPREPLY[@]}",
                ]
            ).text.split(whereSeparator: \.isWhitespace)
        }
        #expect(try completed("\(tool) compl", at: 1) == ["completion"])
        #expect(try completed("\(tool) completion --h", at: 2) == ["--help"])
        #expect(try completed("\(tool) completion f", at: 2) == ["fish"])
    }
}
