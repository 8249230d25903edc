import CZlib
import Foundation
import TestKit
import Testing

@testable import DiagBundle

@Suite struct GzipTests {
    /// Text as a log has it, with noise in it: compresses by about four.
    static func text(_ count: Int, seed: UInt64 = 3) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        var bytes: [UInt8] = []
        while bytes.count < count {
            bytes += Array("17172\(random.next() % 1_000_000),51.5\(random.next() % 100_000),-0.1,5.0,accept,ok\n".utf8)
        }
        return Array(bytes.prefix(count))
    }

    static func zipped(_ bytes: [UInt8], level: Int = 4, threads: Int = 1, afreshAt: [Int] = []) throws -> [UInt8] {
        let sink = MemorySink()
        let gzip = try GzipWriter(to: sink, level: level, threads: threads)
        var start = 0
        for cut in afreshAt + [bytes.count] {
            try gzip.write(Array(bytes[start..<cut]))
            if cut < bytes.count { try gzip.startAfresh() }
            start = cut
        }
        try gzip.finish()
        return sink.bytes
    }

    static func unzipped(_ bytes: [UInt8], limits: InflationLimits = InflationLimits()) throws -> [UInt8] {
        try unzipped(MemorySource(bytes), limits: limits)
    }

    static func unzipped(_ source: any ByteSource, limits: InflationLimits = InflationLimits()) throws -> [UInt8] {
        let reader = GzipReader(source, limits: limits)
        var buffer = [UInt8](repeating: 0, count: 50_000)
        var all: [UInt8] = []
        while true {
            let count = try buffer.write { (buffer) throws(BundleError) in try reader.read(into: buffer) }
            if count == 0 { return all }
            all += buffer[..<count]
        }
    }

    static let block = DeflateBlock.capacity

    @Test(
        "What was compressed inflates again, around the borders of blocks",
        arguments: [0, 1, 511, block - 1, block, block + 1, 2 * block, 3 * block + 7], [1, 2, 4])
    func roundTrip(count: Int, threads: Int) throws {
        let bytes = Self.text(count)
        #expect(try Self.unzipped(Self.zipped(bytes, threads: threads)) == bytes)
    }

    @Test("The bytes do not depend on the number of threads", arguments: [1, 4, 6, 9])
    func threads(level: Int) throws {
        let bytes = Self.text(1_000_000)
        let one = try Self.zipped(bytes, level: level, threads: 1)
        #expect(try Self.zipped(bytes, level: level, threads: 2) == one)
        #expect(try Self.zipped(bytes, level: level, threads: 5) == one)
    }

    @Test("Noise that does not compress goes through as well", arguments: [1, 6, 9])
    func noise(level: Int) throws {
        let bytes = AgeFileTests.plain(400_000)
        #expect(try Self.unzipped(Self.zipped(bytes, level: level, threads: 2)) == bytes)
    }

    @Test("gzip itself reads it, and what gzip wrote is read here, members in a row too")
    func gzip() throws {
        let bytes = Self.text(500_000)
        let theirs = try Tool.run("/bin/gzip", ["-dc"], input: try Self.zipped(bytes, afreshAt: [1000, 200_000]))
        #expect(theirs.output == bytes)
        let member = try Tool.run("/bin/gzip", ["-c"], input: bytes).output
        #expect(try Self.unzipped(member + member) == bytes + bytes)
    }

    @Test("A stream cut at any byte is said to be cut off", arguments: 0..<60)
    func cuts(step: Int) throws {
        let whole = try Self.zipped(Self.text(5000))
        let cut = whole.count * step / 60
        #expect { try Self.unzipped(Array(whole[..<cut])) } throws: { ($0 as! BundleError).fault == .cutOff }
    }

    @Test("A wrong checksum or length, and bytes behind the end, are noticed", arguments: [1, 5, 0])
    func wrongEnd(fromEnd: Int) throws {
        var bytes = try Self.zipped(Self.text(5000))
        if fromEnd > 0 { bytes[bytes.count - fromEnd] ^= 1 } else { bytes.append(0) }
        let expected: BundleError.Fault = fromEnd > 0 ? .damaged : .trailingData
        #expect { try Self.unzipped(bytes) } throws: { ($0 as! BundleError).fault == expected }
    }

    @Test(
        "The checksum is zlib's, whatever the number of bytes and wherever they are cut",
        arguments: [0, 1, 15, 16, 63, 64, 65, 79, 80, 127, 128, 143, 1000, 4096], [0, 1, 64, 200])
    func checksum(count: Int, cut: Int) {
        let bytes = AgeFileTests.plain(count)
        var summary = DeflateSummary()
        for part in [bytes.prefix(cut), bytes.dropFirst(cut)] { Array(part).read { summary.append($0) } }
        #expect(summary.trailer == UInt64(crc32(0, bytes, UInt32(count))) | UInt64(count) << 32)
    }

    @Test("The checksum of a header is looked at")
    func headerChecksum() throws {
        let header: [UInt8] = [0x1F, 0x8B, 8, 2, 0, 0, 0, 0, 0, 3]
        let checksum = UInt16(truncatingIfNeeded: crc32(0, header, UInt32(header.count)))
        let body = try Array(Self.zipped(Self.text(5000)).dropFirst(header.count))
        func file(_ checksum: UInt16) -> [UInt8] {
            header + withUnsafeBytes(of: checksum.littleEndian) { Array($0) } + body
        }
        #expect(try Self.unzipped(file(checksum)) == Self.text(5000))
        #expect { try Self.unzipped(file(checksum ^ 1)) } throws: { ($0 as! BundleError).fault == .damaged }
    }

    /// Hands out a byte at a time, as the slowest of pipes.
    private final class Trickle: ByteSource {
        let path = "trickle"
        private let source: MemorySource
        init(_ bytes: [UInt8]) { source = MemorySource(bytes) }
        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(1)))
        }
    }

    @Test("Header and trailer may come in pieces of any size, and the first of two members is checked like the last")
    func pieces() throws {
        let bytes = Self.text(70_000)
        var two = try Self.zipped(bytes) + Self.zipped(Self.text(300))
        #expect(try Self.unzipped(Trickle(two)) == bytes + Self.text(300))
        two[try Self.zipped(bytes).count - 6] ^= 1
        #expect { try Self.unzipped(Trickle(two)) } throws: { ($0 as! BundleError).fault == .damaged }
        #expect { try Self.unzipped(two) } throws: { ($0 as! BundleError).fault == .damaged }
    }

    @Test("A bomb is stopped by its ratio, and by the bytes in all")
    func bomb() throws {
        let bomb = try Self.zipped([UInt8](repeating: 0, count: 100 << 20), level: 9, threads: 2)
        #expect { try Self.unzipped(bomb) } throws: { ($0 as! BundleError).fault == .limit }
        let small = try Self.zipped([UInt8](repeating: 0, count: 1 << 20))
        #expect { try Self.unzipped(small, limits: InflationLimits(bytes: 1000)) } throws: {
            ($0 as! BundleError).fault == .limit
        }
    }

    @Test("A fresh start refers to nothing before it")
    func freshStart() throws {
        let first = AgeFileTests.plain(70_000, seed: 1)
        let header = TarHeader.file("samples/a.csv", size: 5, time: 0)
        let bytes = first + header + Array("hello".utf8)
        let zipped = try Self.zipped(bytes, afreshAt: [first.count])
        let source = BufferedSource(MemorySource(Array(zipped.dropFirst(100))), capacity: FreshStart.window)
        #expect(try FreshStart.find(in: source))
        let inflater = RawInflater(source)
        var found = [UInt8](repeating: 0, count: 600)
        let count = try found.write { (found) throws(BundleError) in try inflater.readFully(into: found) }
        #expect(Array(found[..<count]) == header + Array("hello".utf8))
    }
}
