import Foundation
import TestKit
import Testing

@testable import DiagBundle

/// Archives as nobody honest would write them.
enum RawTar {
    static func block(
        _ name: [UInt8], type: String = "0", size: Int64 = 0, link: String = "", prefix: [UInt8] = [],
        sizeField: [UInt8]? = nil
    ) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        header.replaceSubrange(0..<min(100, name.count), with: name.prefix(100))
        let digits = String(size, radix: 8)
        let octal = sizeField ?? Array((String(repeating: "0", count: 11 - digits.count) + digits).utf8)
        header.replaceSubrange(124..<124 + octal.count, with: octal)
        header[156] = type.utf8.first!
        header.replaceSubrange(157..<157 + link.utf8.count, with: link.utf8)
        header.replaceSubrange(257..<265, with: Array("ustar\u{0}00".utf8))
        header.replaceSubrange(345..<345 + prefix.count, with: prefix)
        return sealed(header)
    }

    /// Sets the checksum.
    static func sealed(_ block: [UInt8]) -> [UInt8] {
        var block = block
        block.replaceSubrange(148..<156, with: [UInt8](repeating: 32, count: 8))
        let sum = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
        block.replaceSubrange(148..<155, with: Array((String(repeating: "0", count: 6 - sum.count) + sum + "\0").utf8))
        return block
    }

    static func file(_ name: String, _ content: [UInt8] = [1, 2, 3]) -> [UInt8] {
        block(Array(name.utf8), size: Int64(content.count)) + content
            + [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
    }

    static func archive(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } + TarHeader.end }
}

@Suite struct TarTests {
    /// Paths and contents of an archive.
    static func read(_ bytes: [UInt8]) throws -> [String: [UInt8]] {
        let tar = TarReader(MemorySource(bytes))
        var found: [String: [UInt8]] = [:]
        var buffer = [UInt8](repeating: 0, count: 700)
        while let entry = try tar.next() {
            var content: [UInt8] = []
            while case let count = try buffer.write({ (b) throws(BundleError) in try tar.read(into: b) }), count > 0 {
                content += buffer[..<count]
            }
            found[entry.isFolder ? entry.path + "/" : entry.path] = content
        }
        return found
    }

    static let longFolder = String(repeating: "f", count: 90)
    static let names = [
        "a", "events/2026-11-30.jsonl", String(repeating: "n", count: 100), String(repeating: "n", count: 101),
        longFolder + "/" + longFolder + "/name", String(repeating: "n", count: 250), "caf\u{e9}/\u{65e5}\u{672c}.csv",
        String(repeating: "a/", count: 31) + "b",
    ]

    @Test("Names of every length come back, and tar reads them too", arguments: names)
    func everyName(name: String) throws {
        let content = Array("hello".utf8)
        let archive =
            TarHeader.file(name, size: 5, time: 0) + content
            + [UInt8](repeating: 0, count: TarHeader.padding(after: 5)) + TarHeader.end
        #expect(try Self.read(archive) == [name: content])
        let listed = try Tool.run("/bin/tar", ["-tf", "-", "--quoting-style=literal"], input: archive)
        #expect(listed.text == name + "\n", "\(listed.errors)")
    }

    @Test("What tar writes is read, in each of its formats", arguments: ["gnu", "pax", "ustar", "v7", "oldgnu"])
    func formats(format: String) throws {
        let folder = TemporaryFolder()
        try folder.write("one", to: "log/events/2026-11-30.jsonl")
        try folder.write("two", to: "log/" + String(repeating: "d", count: 60) + "/short")
        let archive = try Tool.run("/bin/tar", ["-cf", "-", "--format=\(format)", "-C", folder.path, "log"])
        let found = try Self.read(archive.output)
        #expect(found["log/events/2026-11-30.jsonl"] == Array("one".utf8))
        #expect(found["log/"] == [])
    }

    @Test("GNU's long names are read")
    func longNames() throws {
        let folder = TemporaryFolder()
        let name = String(repeating: "n", count: 200)
        try folder.write("one", to: name)
        let archive = try Tool.run("/bin/tar", ["-cf", "-", "--format=gnu", "-C", folder.path, name])
        #expect(try Self.read(archive.output) == [name: Array("one".utf8)])
    }

    @Test("A name of the root and a leading ./ are no names of their own")
    func dots() throws {
        let archive = RawTar.archive(RawTar.block(Array("./".utf8), type: "5"), RawTar.file("./a/./b"))
        #expect(try Self.read(archive) == ["/": [], "a/b": [1, 2, 3]])
    }

    static let refused: [(String, [UInt8], BundleError.Fault)] = [
        ("absolute", RawTar.file("/etc/passwd"), .refusedMember),
        ("parent", RawTar.file("../x"), .refusedMember),
        ("parent inside", RawTar.file("a/../../x"), .refusedMember),
        ("hidden parent", RawTar.file("a/.."), .refusedMember),
        ("empty", RawTar.file(""), .refusedMember),
        ("root as a file", RawTar.file("."), .refusedMember),
        ("control character", RawTar.file("a\u{1B}[2J"), .refusedMember),
        ("newline", RawTar.file("a\nb"), .refusedMember),
        ("reversed writing", RawTar.file("a\u{202E}gpj.exe"), .refusedMember),
        ("invalid UTF-8", RawTar.block([0x61, 0xFF, 0xFE], size: 0), .refusedMember),
        ("hard link", RawTar.block(Array("l".utf8), type: "1", link: "a"), .refusedMember),
        ("symbolic link", RawTar.block(Array("l".utf8), type: "2", link: "/etc/passwd"), .refusedMember),
        ("character device", RawTar.block(Array("d".utf8), type: "3"), .refusedMember),
        ("block device", RawTar.block(Array("d".utf8), type: "4"), .refusedMember),
        ("pipe", RawTar.block(Array("p".utf8), type: "6"), .refusedMember),
        ("sparse", RawTar.block(Array("s".utf8), type: "S"), .refusedMember),
        ("unknown type", RawTar.block(Array("u".utf8), type: "Z"), .refusedMember),
        ("folder with content", RawTar.block(Array("f/".utf8), type: "5", size: 512), .refusedMember),
        ("deep", RawTar.file(String(repeating: "a/", count: 40) + "b"), .refusedMember),
        ("long part", RawTar.block(Array("b".utf8), prefix: Array(repeating: 97, count: 155)), .refusedMember),
        ("size in letters", RawTar.block(Array("a".utf8), sizeField: Array("0000000zzzz".utf8)), .damaged),
        ("negative size", RawTar.block(Array("a".utf8), sizeField: [UInt8](repeating: 0xFF, count: 12)), .damaged),
        ("huge size", RawTar.block(Array("a".utf8), size: 0o77777777777), .cutOff),
        ("long name too long", RawTar.block(Array("L".utf8), type: "L", size: 1 << 30), .damaged),
        ("broken checksum", Array(RawTar.file("a").dropFirst()) + [0], .notABundle),
    ]

    @Test("Members that an honest bundle does not have are refused", arguments: refused.filter { $0.0 != "long part" })
    func refuses(what: String, bytes: [UInt8], fault: BundleError.Fault) throws {
        #expect { try Self.read(RawTar.archive(bytes)) } throws: { error in
            let error = error as! BundleError
            return error.fault == fault && error.description.unicodeScalars.allSatisfy { $0.value >= 32 }
        }
    }

    @Test(
        "pax headers that lie about themselves are refused",
        arguments: [
            "5 path=a\n", "99 path=a\n", "x path=a\n", "12 path=../x\n", "11 size=-5\n", "0 path=\n", "9 path=a",
        ])
    func paxLies(record: String) throws {
        let bytes = Array(record.utf8)
        let archive = RawTar.archive(
            RawTar.block(Array("x".utf8), type: "x", size: Int64(bytes.count)) + bytes
                + [UInt8](repeating: 0, count: 512 - bytes.count), RawTar.file("a"))
        #expect(throws: BundleError.self) { try Self.read(archive) }
    }

    @Test("An archive cut at any block is cut off, and behind its end only zeros may follow")
    func ends() throws {
        let archive = RawTar.archive(RawTar.file("a"), RawTar.file("b"))
        for cut in stride(from: 512, to: 4 * 512 + 1, by: 256) {
            #expect { try Self.read(Array(archive[..<cut])) } throws: { ($0 as! BundleError).fault == .cutOff }
        }
        #expect(try Self.read(archive + [UInt8](repeating: 0, count: 10_240)).count == 2)
        #expect { try Self.read(archive + [1]) } throws: { ($0 as! BundleError).fault == .trailingData }
    }
}
