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
