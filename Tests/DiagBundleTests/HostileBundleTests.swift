import Foundation
import SystemIO
import TestKit
import Testing

@testable import DiagBundle

/// What a hostile file may try on the developer's machine. Nothing is ever written outside the folder, and nothing
/// half-written stays.
@Suite struct HostileBundleTests {
    static func manifest(_ files: String) -> [UInt8] {
        RawTar.file("manifest.json", Array("{\"format\":1,\"files\":[\(files)]}".utf8))
    }

    static let archives: [(String, [UInt8], BundleError.Fault)] = [
        ("traversal", RawTar.archive(RawTar.file("../outside")), .refusedMember),
        (
            "traversal behind a good file", RawTar.archive(RawTar.file("good"), RawTar.file("a/../../outside")),
            .refusedMember
        ),
        ("absolute", RawTar.archive(RawTar.file("/tmp/flightlog-hostile")), .refusedMember),
        (
            "link, then a file through it",
            RawTar.archive(RawTar.block(Array("l".utf8), type: "2", link: ".."), RawTar.file("l/outside")),
            .refusedMember
        ),
        ("twice the same", RawTar.archive(RawTar.file("a"), RawTar.file("a")), .refusedMember),
        ("twice but for case", RawTar.archive(RawTar.file("a/B"), RawTar.file("A/b")), .refusedMember),
        ("twice but for a long s", RawTar.archive(RawTar.file("case"), RawTar.file("ca\u{17f}e")), .refusedMember),
        ("twice but for composition", RawTar.archive(RawTar.file("\u{e9}"), RawTar.file("e\u{301}")), .refusedMember),
        ("twice but for ./", RawTar.archive(RawTar.file("a"), RawTar.file("./a")), .refusedMember),
        (
            "a file, then a folder", RawTar.archive(RawTar.file("a"), RawTar.block(Array("a/".utf8), type: "5")),
            .refusedMember
        ),
        ("a file, then one inside it", RawTar.archive(RawTar.file("a"), RawTar.file("a/b")), .refusedMember),
        ("a folder, then a file", RawTar.archive(RawTar.file("a/b"), RawTar.file("a")), .refusedMember),
        ("a pipe", RawTar.archive(RawTar.block(Array("p".utf8), type: "6")), .refusedMember),
        ("a file the manifest lacks", RawTar.archive(manifest(""), RawTar.file("a")), .manifestMismatch),
        (
            "a file the manifest has alone",
            RawTar.archive(
                manifest("{\"path\":\"a\",\"bytes\":0,\"sha256\":\"\(String(repeating: "0", count: 64))\"}")),
            .manifestMismatch
        ),
        ("no archive", Array("hello, this is no archive at all".utf8), .notABundle),
        ("nothing", [], .notABundle),
    ]

    @Test("Unpacking refuses it, and writes nothing anywhere", arguments: archives)
    func refuses(what: String, archive: [UInt8], expected: BundleError.Fault) throws {
        let folder = TemporaryFolder()
        try folder.write(try bundle(archive), to: "hostile.age")
        #expect {
            try Unpacker().unpack(folder.appending("hostile.age"), keyring: Keys.ring(), to: folder.appending("in/out"))
        } throws: { ($0 as! BundleError).fault == expected }
        #expect(tree(folder.path).filter { $0 != "in" } == ["hostile.age"])
        #expect(!FileManager.default.fileExists(atPath: "/tmp/flightlog-hostile"))
    }

    @Test("More members than the limit are given up")
    func manyMembers() throws {
        let block = RawTar.block(Array("f/".utf8), type: "5")
        let sink = MemorySink()
        let gzip = try GzipWriter(to: AgeWriter(to: sink, recipients: [Keys.recipient]), level: 1)
        let batch = Array([[UInt8]](repeating: block, count: 1000).joined())
        for _ in 0..<101 { try gzip.write(batch) }
        try gzip.finish()
        let fault = fault(of: sink.bytes, keyring: try Keys.ring())
        #expect(fault?.fault == .limit)
    }

    @Test("A member that claims more than the limit is refused by its header")
    func largeMember() throws {
        var limits = OpeningLimits()
        limits.memberBytes = 1000
        let bytes = try bundle(RawTar.archive(RawTar.block(Array("a".utf8), size: 1001)))
        #expect(fault(of: bytes, keyring: try Keys.ring(), limits: limits)?.fault == .limit)
    }

    @Test("An existing folder is not touched, unless it may be replaced")
    func existing() throws {
        let packed = try PackedLog()
        try packed.pack()
        try packed.folder.write("mine", to: "out/mine")
        let out = packed.folder.appending("out")
        #expect { try Unpacker().unpack(packed.bundle, keyring: Keys.ring(), to: out) } throws: {
            ($0 as! BundleError).fault == .refusedRequest
        }
        #expect(tree(out) == ["mine"])
        var replacing = Unpacker()
        replacing.replaces = true
        _ = try replacing.unpack(packed.bundle, keyring: Keys.ring(), to: out)
        #expect(!tree(out).contains("mine"))
    }

    @Test("Random changes of a bundle's inside never trap", arguments: 0..<40)
    func noise(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var archive = RawTar.archive(
            Self.manifest(""), RawTar.file("a/b"), RawTar.block(Array("x".utf8), type: "x", size: 10))
        for _ in 0..<20 {
            archive[Int.random(in: 0..<archive.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        // Checksums made right again, so that the reader looks further than those.
        for start in stride(from: 0, to: archive.count - 511, by: 512) {
            archive.replaceSubrange(start..<start + 512, with: RawTar.sealed(Array(archive[start..<start + 512])))
        }
        #expect(throws: BundleError.self) {
            throw fault(of: try bundle(archive), keyring: try Keys.ring()) ?? BundleError(.damaged, "opened")
        }
    }
}
