import Foundation
import SystemIO
import TestKit
import Testing

@testable import DiagBundle

/// Bundles that were cut off or changed: never opened, always said to be what they are, and salvaged to the last
/// authentic byte.
@Suite struct BundleDamageTests {
    @Test("A small bundle cut at every byte is said to be cut off, and never opens")
    func cuts() throws {
        let packed = try PackedLog(events: 20, samples: 20)
        try packed.pack()
        let whole = try packed.bytes
        let keyring = try Keys.ring()
        let faults = whole.indices.map { fault(of: Array(whole[..<$0]), keyring: keyring)?.fault }
        #expect(faults.allSatisfy { $0 == .cutOff }, "\(faults.enumerated().filter { $0.element != .cutOff })")
    }

    @Test("A small bundle with one bit changed, at every place, never opens, and is not said to be cut off")
    func flips() throws {
        let packed = try PackedLog(events: 20, samples: 20)
        try packed.pack()
        let whole = try packed.bytes
        let keyring = try Keys.ring()
        // One bit of each byte; all eight in the long form.
        let turns: Range<Int> = Long.isOn ? 0..<8 : 0..<1
        for turn in turns { try flip(whole, turn, keyring) }
    }

    private func flip(_ whole: [UInt8], _ turn: Int, _ keyring: borrowing Keyring) throws {
        var faults: [BundleError.Fault?] = []
        for place in whole.indices {
            var changed = whole
            changed[place] ^= 1 << UInt8((place + turn) % 8)
            faults.append(fault(of: changed, keyring: keyring)?.fault)
        }
        #expect(!faults.contains(nil))
        let payload = AgeHeader.size(recipients: 1)
        #expect(
            faults[payload...].allSatisfy { $0 == .damaged }, "\(faults.enumerated().filter { $0.element != .damaged })"
        )
        #expect(
            faults[22..<payload].allSatisfy {
                [.malformedHeader, .noMatch, .headerAuthentication, .cutOff].contains($0)
            })
    }

    /// Large enough for several chunks: logs and noise that does not compress.
    static func large() throws -> PackedLog {
        let packed = try PackedLog()
        for index in 1...6 {
            try packed.folder.write(AgeFileTests.plain(100_000, seed: UInt64(index)), to: "log/noise-\(index).bin")
        }
        try packed.pack()
        return packed
    }

    @Test func `B112 wrong key, cut off, changed and no bundle are four faults`() throws {
        let packed = try Self.large()
        let whole = try packed.bytes
        var changed = whole
        changed[whole.count / 2] ^= 1
        let other = Identity.generate()
        var wrong = Keyring()
        wrong.add(other)
        let keyring = try Keys.ring()
        #expect(fault(of: whole, keyring: wrong)?.fault == .noMatch)
        #expect(fault(of: Array(whole.dropLast(100)), keyring: keyring)?.fault == .cutOff)
        #expect(fault(of: changed, keyring: keyring)?.fault == .damaged)
        #expect(fault(of: [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], keyring: keyring)?.fault == .notABundle)
        #expect(fault(of: changed, keyring: keyring)?.description.contains("in member noise-") == true)
        #expect(fault(of: changed, keyring: keyring)?.description.contains("of 10 members before it are good") == true)
        let newer = try bundle(RawTar.archive(RawTar.file("manifest.json", Array("{\"format\":99}".utf8))))
        #expect(fault(of: newer, keyring: keyring)?.fault == .newerVersion)
    }

    @Test("A damaged bundle leaves no folder", arguments: [100, 5000, 200_000])
    func leavesNothing(fromEnd: Int) throws {
        let packed = try Self.large()
        var changed = try packed.bytes
        changed[changed.count - fromEnd] ^= 4
        try packed.folder.write(changed, to: "changed.age")
        #expect(throws: BundleError.self) {
            try Unpacker().unpack(
                packed.folder.appending("changed.age"), keyring: Keys.ring(), to: packed.folder.appending("out"))
        }
        #expect(!tree(packed.folder.path).contains { $0.hasPrefix("out") })
    }

    static func salvage(_ packed: PackedLog, _ bytes: [UInt8]) throws -> Salvager.Report {
        try packed.folder.write(bytes, to: "damaged.age")
        try? FileManager.default.removeItem(atPath: packed.folder.appending("out"))
        return try Salvager().salvage(
            packed.folder.appending("damaged.age"), keyring: Keys.ring(), to: packed.folder.appending("out"))
    }

    @Test("A damaged chunk costs the members it touches, and nothing else", arguments: 0..<10)
    func salvageDamage(chunk: Int) throws {
        let packed = try Self.large()
        var bytes = try packed.bytes
        let place = AgeHeader.size(recipients: 1) + 16 + chunk * ChunkCipher.sealedSize + 5
        try #require(place < bytes.count)
        bytes[place] ^= 1
        let report = try Self.salvage(packed, bytes)
        #expect(!report.isWhole)
        #expect(report.lostBytes == Int64(min(ChunkCipher.sealedSize, bytes.count - place + 5)))
        // Every file that was written whole is the original, byte for byte.
        for path in report.whole {
            #expect(try packed.folder.read("out/" + path) == packed.folder.read("log/" + path))
        }
        // A chunk of 64 KiB touches at most two of the files of 100 kB; the first one holds the small files and the manifest.
        #expect(report.whole.count >= (chunk == 0 ? 5 : 7))
        #expect(report.whole.count + report.partial.count + report.missing.count == 9 || report.manifest == nil)
        for part in report.partial {
            let kept = try packed.folder.read("out/" + part.path + (part.path.hasSuffix(".bin") ? ".partial" : ""))
            #expect(try kept == Array(packed.folder.read("log/" + part.path).prefix(kept.count)))
            #expect(Int64(kept.count) == part.bytes)
        }
    }

    @Test("A bundle cut anywhere gives what is authentic before the cut", arguments: 2...12)
    func salvageCut(step: Int) throws {
        let packed = try Self.large()
        let bytes = try packed.bytes
        let cut = bytes.count * step / 13
        let report = try Self.salvage(packed, Array(bytes[..<cut]))
        #expect(!report.isWhole && !report.isEndSeen)
        let chunks = (cut - AgeHeader.size(recipients: 1) - 16) / ChunkCipher.sealedSize
        // All whole chunks are authentic; the small members and the first noise lie in the first two.
        #expect(report.whole.count >= (chunks >= 2 ? 3 : 0))
        for path in report.whole {
            #expect(try packed.folder.read("out/" + path) == packed.folder.read("log/" + path))
        }
        #expect(report.whole.count + report.partial.count + report.missing.count == 9)
    }

    @Test("A whole bundle is salvaged whole")
    func salvageWhole() throws {
        let packed = try Self.large()
        let report = try Self.salvage(packed, packed.bytes)
        #expect(report.isWhole && report.whole.count == 9 && report.lostBytes == 0)
    }

    @Test("A log file that is cut keeps its whole lines")
    func salvageLines() throws {
        let packed = try PackedLog()
        try packed.folder.write(GzipTests.text(600_000), to: "log/samples/2026-12-01.csv")
        try packed.pack()
        let bytes = try packed.bytes
        let report = try Self.salvage(packed, Array(bytes[..<(bytes.count - 1000)]))
        #expect(report.partial.map(\.path) == ["samples/2026-12-01.csv"])
        let kept = try packed.folder.read("out/samples/2026-12-01.csv")
        #expect(kept.last == 0x0A && kept == Array(GzipTests.text(600_000).prefix(kept.count)))
    }

    @Test("A bundle made with tar and age is salvaged up to the damage")
    func salvageForeign() throws {
        let packed = try Self.large()
        let script = "tar cz log | age -r \(KeyTests.recipient)"
        let bytes = try Tool.run("/bin/sh", ["-c", script], folder: packed.folder.path).output
        let report = try Self.salvage(packed, Array(bytes.dropLast(200_000)))
        #expect(!report.isWhole && report.manifest == nil)
        for path in report.whole { #expect(try packed.folder.read("out/" + path) == packed.folder.read(path)) }
    }

    @Test("Nothing comes of a bundle without the right key, or without a whole chunk")
    func salvageNothing() throws {
        let packed = try PackedLog()
        try packed.pack()
        var bytes = try packed.bytes
        bytes[bytes.count - 1] ^= 1
        #expect { try Self.salvage(packed, bytes) } throws: { ($0 as! BundleError).fault == .damaged }
        #expect(!tree(packed.folder.path).contains { $0.hasPrefix("out") })
    }

    @Test("A file that the manifest contradicts, or does not know, is not written")
    func contradicted() throws {
        let packed = try PackedLog()
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let manifest = """
            {"format":1,"files":[{"path":"a","bytes":3,"sha256":"\(String(repeating: "0", count: 64))"},
            {"path":"c","bytes":3,"sha256":"\(abc)"}]}
            """
        let bytes = try bundle(
            RawTar.archive(
                RawTar.file("manifest.json", Array(manifest.utf8)), RawTar.file("a"), RawTar.file("b"),
                RawTar.file("c", Array("abc".utf8))))
        let report = try Self.salvage(packed, bytes)
        #expect(report.contradicted == ["a", "b"] && report.whole == ["c"] && !report.isWhole)
        #expect(tree(packed.folder.appending("out")) == ["c", "manifest.json"])
        #expect(fault(of: bytes, keyring: try Keys.ring())?.fault == .manifestMismatch)
    }

    @Test("The beginning of a file takes no name that a whole one has")
    func partialName() throws {
        let packed = try PackedLog()
        let noise = AgeFileTests.plain(200_000)
        let bytes = try bundle(RawTar.archive(RawTar.file("a.partial", [1, 2, 3]), RawTar.file("a", noise)))
        let report = try Self.salvage(packed, Array(bytes.dropLast(70_000)))
        #expect(report.whole == ["a.partial"] && report.partial.map(\.path) == ["a"])
        #expect(try packed.folder.read("out/a.partial") == [1, 2, 3])
        let part = try packed.folder.read("out/a.partial-2")
        #expect(part == Array(noise.prefix(part.count)) && Int64(part.count) == report.partial.first?.bytes)
    }
}
