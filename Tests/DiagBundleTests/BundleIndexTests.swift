import Foundation
import TestKit
import Testing

@testable import DiagBundle

@Suite struct BundleIndexTests {
    /// Members of text and noise, larger together than the distance of the places that are noted.
    static func log() throws -> PackedLog {
        let packed = try PackedLog()
        for index in 1...5 {
            try packed.folder.write(GzipTests.text(900_000 + index), to: "log/samples/2026-12-0\(index).csv")
            try packed.folder.write(AgeFileTests.plain(300_000, seed: UInt64(index)), to: "log/noise-\(index)")
        }
        return packed
    }

    static func content(_ index: BundleIndex, _ member: BundleMember, piece: Int = 100_000) throws -> [UInt8] {
        let reader = try index.open(member)
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: piece)
        while case let count = try buffer.write({ (buffer) throws(BundleError) in try reader.read(into: buffer) }),
            count > 0
        {
            content += buffer[..<count]
        }
        return content
    }

    /// Shell commands that make `b` of the folder `log`, in every shape that opens.
    static let shapes = [
        "tar c -C log . | age -r \(KeyTests.recipient) > b",
        "tar cz -C log . | age -r \(KeyTests.recipient) > b",
        "tar cz -C log . | age -a -r \(KeyTests.recipient) > b",
        "tar cz -C log . > b", "tar c -C log . > b",
        // Two gzip members in a row, the border in the middle of the archive.
        "tar c -C log . > t; (head -c 3000000 t | gzip; tail -c +3000001 t | gzip) | age -r \(KeyTests.recipient) > b; rm t",
    ]

    @Test("Every member is read again as it is, last one first, whoever made the bundle", arguments: shapes)
    func foreign(command: String) throws {
        let packed = try Self.log()
        #expect(try Tool.run("/bin/sh", ["-c", command], folder: packed.folder.path).status == 0)
        let index = try BundleIndex(path: packed.folder.appending("b"), keyring: Keys.ring())
        #expect(index.members.count == 13)
        for member in index.members.reversed() {
            #expect(try Self.content(index, member) == packed.folder.read("log/" + member.path), "\(member.path)")
        }
    }

    @Test("A bundle of our own is read again, several members at a time", arguments: [false, true])
    func own(armored: Bool) throws {
        let packed = try Self.log()
        try packed.pack(.to([Keys.recipient], armored: armored))
        let index = try BundleIndex(path: packed.bundle, keyring: Keys.ring())
        #expect(index.manifest?.files.count == 13 && index.members.count == 14)
        let readers = try index.members.map { ($0, try index.open($0)) }
        var contents: [String: [UInt8]] = [:]
        var buffer = [UInt8](repeating: 0, count: 70_000)
        // In turn, a piece of each: none disturbs another.
        for _ in 0..<20 {
            for (member, reader) in readers {
                let count = try buffer.write { (buffer) throws(BundleError) in try reader.read(into: buffer) }
                contents[member.path, default: []] += buffer[..<count]
            }
        }
        for member in index.members where member.path != Manifest.path {
            #expect(try contents[member.path] == packed.folder.read("log/" + member.path), "\(member.path)")
        }
    }

    @Test("Where a member only seems to begin afresh, it is read again all the same")
    func seemingFresh() throws {
        let folder = TemporaryFolder()
        // With its header one block of the compressor, which ends as one before a fresh beginning does.
        let first = GzipTests.text(DeflateBlock.capacity - 512)
        try folder.write(first, to: "log/a")
        // Refers to that block.
        try folder.write(Array(first.suffix(30_000)) + GzipTests.text(500_000), to: "log/b")
        let tar = try Tool.run("/bin/sh", ["-c", "tar c --format=ustar -C log a b > t"], folder: folder.path)
        #expect(tar.status == 0)
        let sink = MemorySink()
        let writer = try GzipWriter(to: sink, level: 6, threads: 2)
        try writer.write(folder.read("t"))
        try writer.finish()
        let points = InflationPoints()
        let reader = GzipReader(MemorySource(sink.bytes), points: points)
        try reader.discard(300_000)
        #expect(points.takeFresh(at: Int64(DeflateBlock.capacity)) != nil)
        try folder.write(sink.bytes, to: "bundle")
        let index = try BundleIndex(path: folder.appending("bundle"), keyring: Keys.ring())
        for member in index.members {
            #expect(try Self.content(index, member) == folder.read("log/" + member.path), "\(member.path)")
        }
    }

    @Test("A member of a bundle of our own is reached without what stands before it")
    func fresh() throws {
        let packed = try Self.log()
        try packed.pack(.open)
        let points = InflationPoints()
        let reader = BundleReader(
            try Container.opening(
                MemorySource(packed.bytes), keyring: Keys.ring(), limits: OpeningLimits(), points: points))
        var members = 0
        while try reader.nextMember() != nil {
            members += 1
            #expect(points.takeFresh(at: reader.memberPlace) != nil || members == 1)
        }
        #expect(members == 14)
        // Only the nearest places are still known.
        #expect(points.points.count <= 1)
    }

    @Test("A damaged bundle has no index, and a file changed behind its back is noticed")
    func damaged() throws {
        let packed = try Self.log()
        try packed.pack()
        var bytes = try packed.bytes
        let index = try BundleIndex(path: packed.bundle, keyring: Keys.ring())
        bytes[bytes.count / 2] ^= 1
        let file = try #require(FileHandle(forWritingAtPath: packed.bundle))
        try file.write(contentsOf: Data(bytes))
        #expect(throws: BundleError.self) { for member in index.members { _ = try Self.content(index, member) } }
        #expect(throws: BundleError.self) { try BundleIndex(path: packed.bundle, keyring: Keys.ring()) }
    }

    @Test("The places that are noted stay few, whatever the size, and still lead everywhere")
    func bounded() throws {
        let pool = GzipTests.text(1 << 20)
        let sink = MemorySink()
        let writer = try GzipWriter(to: sink, level: 1, threads: 2)
        for _ in 0..<300 { try writer.write(pool) }
        try writer.finish()
        let points = InflationPoints()
        let reader = GzipReader(MemorySource(sink.bytes), limits: InflationLimits(ratio: 1100), points: points)
        try reader.discard(.max)
        #expect((48...96).contains(points.points.count))
        let place = Int64(217 << 20 + 1234)
        let point = try #require(points.last(before: place))
        #expect(place - point.inflated <= 8 << 20)
        let rest = MemorySource(Array(sink.bytes[Int(point.deflated)...]))
        let resumed = RawInflater(rest, at: point, byte: sink.bytes[Int(point.deflated) - 1])
        try resumed.discard(place - point.inflated)
        var got = [UInt8](repeating: 0, count: 100_000)
        _ = try got.write { (got) throws(BundleError) in try resumed.readFully(into: got) }
        #expect(got.elementsEqual(pool[1234..<101_234]))
    }
}
