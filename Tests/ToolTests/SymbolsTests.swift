import FieldModel
import Foundation
import LogFormat
import TestKit
import Testing

/// `analyze exits --symbols` on processes that really crashed, in a function and on a line known from the source.
@Suite struct SymbolsTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    private static let source = "Samples/FieldTest/Fault.swift"

    /// The line of the source on which a null pointer is written through.
    private static func faultingLine() throws -> Int64 {
        let text = try String(contentsOfFile: "\(root)/\(source)", encoding: .utf8)
        let lines = text.components(separatedBy: "\n")
        return Int64(try #require(lines.firstIndex { $0.contains(".pointee = 1") })) + 1
    }

    /// A program that crashes, and the log of its crash.
    private struct Crashed {
        let folder = TemporaryFolder()
        let program: String
        var log: String { folder.appending("log") }
        var symbols: String { folder.appending("symbols") }

        /// - Parameter stripping: run a copy without any symbol.
        init(stripping: Bool = false) throws {
            try FileManager.default.createDirectory(
                atPath: folder.appending("symbols"), withIntermediateDirectories: true)
            if stripping {
                program = folder.appending("fieldtest")
                try Self.tool("strip", ["--strip-all", "-o", program, Tool.path("fieldtest")])
            } else {
                program = Tool.path("fieldtest")
            }
            let run = try Tool.run(
                program, ["stress", "--log", folder.appending("log"), "--writers", "0", "--fault", "null"])
            #expect(run.signal == SIGSEGV)
        }

        static func tool(_ name: String, _ arguments: [String]) throws {
            let result = try Tool.run("/usr/bin/env", [name] + arguments)
            try #require(result.status == 0, "\(name): \(result.errors)")
        }

        func copy(_ name: String, as other: String) throws {
            let place = symbols + "/" + other
            try FileManager.default.createDirectory(
                atPath: URL(fileURLWithPath: place).deletingLastPathComponent().path, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: name, toPath: place)
        }

        func exits(_ arguments: [String] = [], path: String? = nil) throws -> (result: Tool.Result, json: Value) {
            let result = try Tool.run(
                "analyze", ["exits", log, "--symbols", symbols, "--format", "json"] + arguments,
                environment: path.map { ["PATH": $0] } ?? [:])
            return (result, try JSON.parse(result.text))
        }

        func frames(path: String? = nil) throws -> [Value] {
            try #require(try exits(path: path).json["exits"]?.array?.first?["frames"]?.array)
        }
    }

    private func expectTheFault(_ frames: [Value]) throws {
        let first = try #require(frames.first)
        #expect(first["function"]?.string?.contains("Memory.store(at: Swift.UInt)") ?? false)
        #expect(first["image"] == "fieldtest")
        #expect(first["file"]?.string?.hasSuffix("/" + Self.source) ?? false)
        #expect(first["line"]?.integer == (try Self.faultingLine()))
        #expect(frames.contains { $0["function"]?.string?.contains("fieldtest.Fault.commit()") ?? false })
        #expect(frames.contains { $0["function"]?.string?.contains("fieldtest.FieldTest.main()") ?? false })
    }

    @Test func `a crash is told by function, file and line, in Swift's own names`() throws {
        let crashed = try Crashed()
        try crashed.copy(crashed.program, as: "any/name/at.all")
        try expectTheFault(try crashed.frames())
        let text = try Tool.run("analyze", ["exits", crashed.log, "--symbols", crashed.symbols]).text
        #expect(text.contains(" fieldtest static fieldtest.Memory.store(at: Swift.UInt) -> () + "))
        #expect(text.contains("/\(Self.source):\(try Self.faultingLine())\n"))
    }

    @Test func `a single file will do for a folder`() throws {
        let crashed = try Crashed()
        let result = try Tool.run("analyze", ["exits", crashed.log, "--symbols", crashed.program])
        #expect(result.text.contains("Memory.store(at: Swift.UInt)"))
    }

    @Test func `a stripped program is told by its separate debug file in the layout of debuggers`() throws {
        let crashed = try Crashed(stripping: true)
        try crashed.copy(crashed.program, as: "bin/fieldtest")
        #expect(try crashed.frames().first?["function"] == .null)
        let id = try #require(try crashed.frames().first?["build_id"]?.string)
        let debug = crashed.folder.appending("debug")
        try Crashed.tool("objcopy", ["--only-keep-debug", Tool.path("fieldtest"), debug])
        try crashed.copy(debug, as: ".build-id/\(id.prefix(2))/\(id.dropFirst(2)).debug")
        try expectTheFault(try crashed.frames())
    }

    @Test func `another build is refused by its id, and named`() throws {
        let crashed = try Crashed()
        try crashed.copy(Tool.path("fieldsim"), as: "fieldtest")
        let (result, json) = try crashed.exits()
        #expect(result.status == 1)
        let missing = try #require(json["symbols"]?["missing"]?.array?.first { $0["image"] == "fieldtest" })
        let wanted = try #require(missing["build_id"]?.string)
        let found = try #require(missing["refused"]?.array?.first?["build_id"]?.string)
        #expect(wanted != found && wanted.count == 40 && found.count == 40)
        #expect(
            result.errors.contains(
                "analyze: refused \(crashed.symbols)/fieldtest: it is another build, \(found); the one that crashed is "
                    + wanted))
        let frames = try #require(json["exits"]?.array?.first?["frames"]?.array)
        #expect(frames.allSatisfy { $0["function"] == .null && $0["line"] == .null })
    }

    @Test func `without a program for lines the functions are there, and what is missing is said`() throws {
        let crashed = try Crashed()
        try crashed.copy(crashed.program, as: "fieldtest")
        let (result, json) = try crashed.exits(path: crashed.symbols)
        #expect(result.status == 0)
        #expect(result.errors.contains("no lines: PATH has neither llvm-symbolizer nor addr2line; install"))
        let first = try #require(json["exits"]?.array?.first?["frames"]?.array?.first)
        #expect(first["function"]?.string?.contains("Memory.store(at: Swift.UInt)") ?? false)
        #expect(first["line"] == .null)
    }

    @Test(arguments: ["addr2line", "llvm-symbolizer"])
    func `whichever program finds the lines, they are the same`(program: String) throws {
        let crashed = try Crashed()
        try crashed.copy(crashed.program, as: "fieldtest")
        let tools = crashed.folder.appending("tools")
        try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
        let found = try Tool.run(
            "/usr/bin/env",
            [
                "sh", "-c",
                "command -v \(program) || ls \"$(dirname \"$(readlink -f \"$(command -v swift)\")\")/\(program)\"",
            ])
        try #require(found.status == 0, "\(program) is not installed")
        try FileManager.default.createSymbolicLink(
            atPath: tools + "/" + program,
            withDestinationPath: found.text.trimmingCharacters(in: .whitespacesAndNewlines))
        try expectTheFault(try crashed.frames(path: tools))
    }

    @Test func `a folder that is not there is a mistake, and nothing is told`() throws {
        let crashed = try Crashed()
        let result = try Tool.run("analyze", ["exits", crashed.log, "--symbols", "/nonexistent"])
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("analyze: there is nothing at /nonexistent\n"))
    }

    @Test func `without --symbols a frame is its place in the image`() throws {
        let crashed = try Crashed()
        let text = try Tool.run("analyze", ["exits", crashed.log]).text
        #expect(text.contains(" fieldtest + 0x"))
        #expect(!text.contains("Memory"))
    }
}
