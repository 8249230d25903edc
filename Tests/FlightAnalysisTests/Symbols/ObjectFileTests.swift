@testable import FlightAnalysis
import Foundation
import SystemIO
import TestKit
import Testing

/// What the reader of programs makes of good, odd and hostile files.
@Suite struct ObjectFileTests {
    /// The bytes of numbers, little-endian.
    private static func bytes(_ words: UInt32...) -> [UInt8] {
        words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }
    private static func padded(_ text: String, to count: Int) -> [UInt8] {
        Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
    }

    /// A Mach-O file as <mach-o/loader.h> describes it: a UUID, __TEXT at 0x100000000, and the symbols `_main` at +0x1000,
    /// `$s4main3fooyyF` at +0x2000 and a debugger's own entry at +0x2004.
    private static let machO: [UInt8] = {
        let names = padded("\0_main\0_$s4main3fooyyF\0stab\0", to: 32)
        let uuid = bytes(0x1B, 24) + (1...16).map { UInt8($0) }
        let text = bytes(0x19, 72) + padded("__TEXT", to: 16) + bytes(0, 1, 0x4000, 0, 0, 0, 0x4000, 0, 5, 5, 0, 0)
        let commands = uuid + text + bytes(0x2, 24, 152, 3, 200, 32)
        let head = bytes(0xFEED_FACF, 0x0100_000C, 0, 2, 3, UInt32(commands.count), 0, 0)
        let symbols =
            bytes(1, 0x0000_010F, 0x1000, 1) + bytes(7, 0x0000_010F, 0x2000, 1) + bytes(23, 0x0000_0124, 0x2004, 1)
        return head + commands + symbols + names
    }()

    private struct NoObject: Error {}

    /// `#require` does not take what cannot be copied.
    private func object(at path: String) throws -> ObjectFile {
        guard let file = try ObjectFile(at: path) else { throw NoObject() }
        return file
    }

    @Test func `a Mach-O file has its UUID, its base and its functions`() throws {
        let folder = TemporaryFolder()
        let file = try object(at: try folder.write(Self.machO, to: "object"))
        #expect(file.buildID == "0102030405060708090a0b0c0d0e0f10")
        #expect(file.base == 0x1_0000_0000)
        let hasLines = file.hasLines
        #expect(!hasLines)
        let found = try file.functions(at: [0x1_0000_1004, 0x1_0000_2010, 0x1_0000_0FFF])
        #expect(found.map { $0?.name } == ["_main", "_$s4main3fooyyF", nil])
        #expect(found[1]?.address == 0x1_0000_2000)
    }

    @Test func `a program of this machine has a build id and functions that know their length`() throws {
        let path = Tool.path("analyze")
        let file = try object(at: path)
        #expect(file.buildID.count == 40)
        let hasLines = file.hasLines
        #expect(hasLines)
        // What the binutils say of one of the functions written in C.
        let table = try Tool.run("/usr/bin/env", ["nm", "--print-size", path]).text
        let line = try #require(table.split(separator: "\n").first { $0.hasSuffix(" T ct_snapshot_take") })
        let words = line.split(separator: " ")
        let start = try #require(UInt64(words[0], radix: 16)), length = try #require(UInt64(words[1], radix: 16))
        let found = try file.functions(at: [start, start + length - 1])
        #expect(found.map { $0?.name } == ["ct_snapshot_take", "ct_snapshot_take"])
        #expect(found[0]?.bytes == length)
    }

    @Test(arguments: ["", "no program", "\u{7F}ELF", "#!/bin/sh\n"])
    func `what is no program is none`(text: String) throws {
        let folder = TemporaryFolder()
        let path = try folder.write(Array(text.utf8), to: "object")
        #expect(throws: NoObject.self) { _ = try object(at: path) }
    }

    @Test func `a file that lies about itself has no functions, and never traps`() throws {
        let folder = TemporaryFolder()
        let program = try Array(Data(contentsOf: URL(fileURLWithPath: "/bin/true")))
        var random = SeededRandom(seed: 7)
        for round in 0..<600 {
            var bytes = round.isMultiple(of: 2) ? program : Self.machO
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                // The head and the tables are where a lie hurts.
                let far = Bool.random(using: &random) ? min(bytes.count, 1024) : bytes.count
                bytes[Int.random(in: 0..<far, using: &random)] = [0xFF, 0x7F, 0x80, 0].randomElement(using: &random)!
            }
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            guard let file = try ObjectFile(at: try folder.write(bytes, to: "object")) else { continue }
            _ = try file.functions(at: [0, 0x1000, 0x1_0000_1004, .max])
        }
    }

    @Test(arguments: [
        ("$s9fieldtest6MemoryO5store2atySu_tFZ", "static fieldtest.Memory.store(at: Swift.UInt) -> ()"),
        (
            "$s9fieldtest6Memory33_00112233445566778899AABBCCDDEEFFLLO5store2atySu_tFZ",
            "static fieldtest.Memory.store(at: Swift.UInt) -> ()"
        ),
        ("main", "main"), ("_ZN3foo3barEv", "_ZN3foo3barEv"), ("$snot a name", "$snot a name"), ("", ""),
    ])
    func `names are Swift's own, private ones without the hash of their file`(symbol: String, name: String) {
        #expect(FunctionName.readable(symbol) == name)
    }

    @Test func `what the programs for lines print is read alike`() {
        let llvm = "0x1a\n$s4main3fooyyF\n/src/a.swift:12\nmain\n/src/a b.swift:30\n\n0x20\n??\n??:0\n\n"
        let binutils =
            "0x000000000000001a\n$s4main3fooyyF\n/src/a.swift:12 (discriminator 3)\nmain\n/src/a b.swift:30\n"
            + "0x0000000000000020\n??\n??:?\n"
        let wanted: [[LineFinder.Call]] = [
            [
                .init(function: "main.foo() -> ()", file: "/src/a.swift", line: 12),
                .init(function: "main", file: "/src/a b.swift", line: 30),
            ], [],
        ]
        #expect(LineFinder.calls(in: llvm, count: 2) == wanted)
        #expect(LineFinder.calls(in: binutils, count: 2) == wanted)
        #expect(LineFinder.calls(in: "", count: 2) == [[], []])
    }
}
