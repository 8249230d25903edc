import Foundation
import TestKit
import Testing

@testable import DiagBundle

@Suite struct InspectionTests {
    static func inspect(_ bytes: [UInt8]) throws -> Inspection {
        let folder = TemporaryFolder()
        return try Inspection.of(folder.write(bytes, to: "b"))
    }

    static func packed(_ sealing: Sealing) throws -> [UInt8] {
        let packed = try PackedLog()
        try packed.folder.write(AgeFileTests.plain(200_000), to: "log/noise")
        try packed.pack(sealing)
        return try packed.bytes
    }

    @Test("An open bundle is known to be whole, or not to be: cut, changed, or with more behind it")
    func open() throws {
        let bytes = try Self.packed(.open)
        let found = try Self.inspect(bytes)
        #expect(
            found.format == .gzip && found.wholeness == .whole(isVerified: true) && found.size == Int64(bytes.count))
        var changed = bytes
        changed[bytes.count / 2] ^= 1
        for flawed in [Array(bytes.dropLast()), Array(bytes.prefix(20_000)), changed, bytes + [1]] {
            guard case .flawed = try Self.inspect(flawed).wholeness else {
                Issue.record("\(flawed.count) bytes are said to be whole")
                continue
            }
            #expect(try Self.inspect(flawed).size == Int64(flawed.count))
        }
    }

    @Test("An archive of others is whole to its end, compressed or not, and has nothing to compare it with")
    func foreign() throws {
        let archive = RawTar.archive(RawTar.file("a", [1, 2, 3]))
        let found = try Self.inspect(archive)
        #expect(found.format == .tar && found.wholeness == .whole(isVerified: false))
        #expect(found.payloadSize == Int64(archive.count))
        guard case .flawed = try Self.inspect(Array(archive.prefix(600))).wholeness else {
            Issue.record("a cut archive is said to be whole")
            return
        }
    }

    @Test("Of an encrypted bundle it is said that nobody can know, and a cut is told where it shows")
    func encrypted() throws {
        let bytes = try Self.packed(.to([Keys.recipient]))
        #expect(try Self.inspect(bytes).wholeness == .unknown)
        // The first chunk alone looks like a smaller whole file.
        let chunk = AgeHeader.size(recipients: 1) + ChunkCipher.nonceSize + ChunkCipher.sealedSize
        #expect(try Self.inspect(Array(bytes.prefix(chunk))).wholeness == .unknown)
        for count in [100, 168 + 5, chunk + 7] {
            guard case .flawed = try Self.inspect(Array(bytes.prefix(count))).wholeness else {
                Issue.record("cut to \(count) bytes, nothing is said")
                continue
            }
            #expect(try Self.inspect(Array(bytes.prefix(count))).size == Int64(count))
        }
    }
}
