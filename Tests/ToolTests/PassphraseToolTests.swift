import Foundation
import TestKit
import Testing

/// Files that Debian's `age` has sealed with a passphrase, which it and `analyze` ask for at a terminal.
@Suite struct PassphraseToolTests {
    static let age = "/usr/bin/age"
    static let passphrase = "correct horse battery staple"

    /// Seals `content` as a person does: by answering twice at a terminal.
    static func seal(_ content: [UInt8], as name: String, in folder: TemporaryFolder, _ more: [String] = []) throws {
        try folder.write(content, to: "plain")
        let age = try TerminalTool(age, ["-p"] + more + ["-o", name, "plain"], folder: folder.path)
        #expect(age.wait(for: "Enter passphrase"))
        age.type(passphrase + "\n")
        #expect(age.wait(for: "Confirm passphrase"))
        age.type(passphrase + "\n")
        #expect(age.end().status == 0, "\(age.shown)")
    }

    /// Runs analyze at a terminal and answers its question.
    static func answer(_ keys: String, to words: String, in folder: TemporaryFolder) throws -> TerminalTool {
        let tool = try TerminalTool("analyze", words.split(separator: " ").map(String.init), folder: folder.path)
        #expect(tool.wait(for: "Passphrase for "), "\(tool.shown)")
        tool.type(keys)
        return tool
    }

    @Test("A file of age -p opens with what is typed, unseen, and from a passphrase file; with another one it does not")
    func file() throws {
        let folder = TemporaryFolder()
        let content = Array("what the app wrote down\n".utf8)
        try Self.seal(content, as: "sealed.age", in: folder)
        let right = try Self.answer(Self.passphrase + "\n", to: "decrypt sealed.age -o out", in: folder)
        #expect(right.end().status == 0, "\(right.shown)")
        #expect(try folder.read("out") == content)
        #expect(right.shown == "Passphrase for sealed.age: \r\n" && right.isEchoing)
        let wrong = try Self.answer("wrong\n", to: "decrypt sealed.age -o none", in: folder)
        #expect(wrong.end().status == 1 && wrong.shown.contains("the passphrase is another one"))
        try folder.write(Self.passphrase + "\n", to: "passphrase.txt")
        let unasked = try Tool.run(
            "analyze", ["decrypt", "sealed.age", "--passphrase-file", "passphrase.txt", "-o", "again"],
            folder: folder.path)
        #expect(try unasked.status == 0 && unasked.errors == "" && folder.read("again") == content)
        #expect(!FileManager.default.fileExists(atPath: folder.appending("none")))
    }

    @Test("An identity file that age -p protects opens a bundle, armored or not", arguments: [[], ["-a"]])
    func identity(form: [String]) throws {
        let desk = try BundleToolTests.Desk()
        #expect(try desk.pack().status == 0)
        try Self.seal(try desk.folder.read("key.txt"), as: "key.age", in: desk.folder, form)
        let tool = try Self.answer(Self.passphrase + "\n", to: "unpack b.age -i key.age -o out", in: desk.folder)
        #expect(tool.end().status == 0, "\(tool.shown)")
        let difference = try Tool.run("/usr/bin/diff", ["-r", "log", "out"], folder: desk.folder.path)
        #expect(difference.text == "Only in out: manifest.json\n")
    }

    @Test(
        "Ctrl-C or Ctrl-\\ at the question ends the tool by the signal and gives the terminal its echo back",
        arguments: ["decrypt sealed.age -o out", "gaps sealed.age -i sealed.age"],
        [("\u{3}", SIGINT), ("\u{1C}", SIGQUIT)])
    func interrupted(words: String, key: (typed: String, signal: Int32)) throws {
        let folder = TemporaryFolder()
        let zeros = String(repeating: "A", count: 43)
        try folder.write(
            "age-encryption.org/v1\n-> scrypt \(zeros.prefix(22)) 10\n\(zeros)\n--- \(zeros)\n"
                + String(repeating: "x", count: 40), to: "sealed.age")
        let tool = try Self.answer("half of it", to: words, in: folder)
        #expect(!tool.isEchoing)
        tool.type(key.typed)
        #expect(tool.end().signal == key.signal, "\(tool.shown)")
        #expect(tool.isEchoing && !tool.shown.contains("half"))
    }

    @Test("Ctrl-Z at the question gives the shell its echo back, and the question comes again with fg")
    func suspended() throws {
        let folder = TemporaryFolder()
        let content = Array("what the app wrote down\n".utf8)
        try Self.seal(content, as: "sealed.age", in: folder)
        // A shell that leaves the terminal as it finds it.
        let shell = try TerminalTool("/bin/sh", ["-i"], folder: folder.path)
        shell.type("\(Tool.path("analyze")) decrypt sealed.age -o out\n")
        #expect(shell.wait(for: "Passphrase for "))
        #expect(!shell.isEchoing)
        shell.type("half of it\u{1A}")
        #expect(shell.wait(for: "Stopped"), "\(shell.shown)")
        #expect(shell.isEchoing && !shell.shown.contains("half"))
        shell.type("fg; echo through $?\n")
        #expect(shell.wait(for: "Passphrase for ", times: 2), "\(shell.shown)")
        #expect(!shell.isEchoing)
        shell.type(Self.passphrase + "\n")
        #expect(shell.wait(for: "through 0"), "\(shell.shown)")
        #expect(try folder.read("out") == content)
        shell.type("exit\n")
        #expect(shell.end().status == 0)
    }
}
