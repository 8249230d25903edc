import SystemIO
import Testing

@testable import FlightAnalysis

@Suite("MCAP container")
struct MCAPWriterTests {
    /// The worked example of the format notes: a schema, a channel, two messages 5 s apart.
    private static func example(chunkSize: Int = 1 << 20, messages: Int = 2) throws -> [UInt8] {
        try collected { out in
            var writer = MCAPWriter(
                schemas: [.init(name: "flightlog.Heartbeat", text: #"{"type":"object"}"#)],
                channels: [.init(topic: "/heartbeat", schema: 0)], chunkSize: chunkSize)
            writer.begin(library: "flightlog-test", to: &out)
            for number in 0..<messages {
                let time = UInt64(1_700_000_000 + 5 * number) * 1_000_000_000
                try writer.message(
                    channel: 0, sequence: UInt32(number + 1), logTime: time, publishTime: time, to: &out
                ) { $0 += "{\"n\":\(number + 1)}".utf8 }
            }
            writer.end(to: &out)
        }
    }

    private static func number(_ bytes: [UInt8], at: Int, width: Int) -> UInt64 {
        bytes[at..<at + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Code and total length of each record from `at` on.
    private static func records(_ bytes: [UInt8]) -> [String] {
        var at = 8, found: [String] = []
        while at < bytes.count - 8 {
            let length = Int(number(bytes, at: at + 1, width: 8)) + 9
            found.append("\(at) \(bytes[at]) \(length)")
            at += length
        }
        return found
    }

    @Test("The worked example comes out byte for byte: every record at its place, every checksum right")
    func example() throws {
        let bytes = try Self.example()
        #expect(bytes.count == 729)
        #expect(
            Self.records(bytes) == [
                "8 1 31", "39 6 233", "272 7 47", "319 15 13", "332 3 69", "401 4 39", "440 11 65", "505 8 83",
                "588 14 26", "614 14 26", "640 14 26", "666 14 26", "692 2 29",
            ])
        // Checksums of the chunk's records, of all bytes before DataEnd, and of the summary with its offsets: together
        // they cover every byte but the chunk's own times.
        #expect(Self.number(bytes, at: 72, width: 4) == 0x8449_F90F)
        #expect(Self.number(bytes, at: 328, width: 4) == 0x69B4_D769)
        #expect(Self.number(bytes, at: 717, width: 4) == 0x8228_BE21)
        #expect(bytes.suffix(8) == [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A])
    }

    @Test("A full chunk is closed: every chunk has one index for its channel, definitions stand in the first one only")
    func chunks() throws {
        let bytes = try Self.example(chunkSize: 100, messages: 7)
        let codes = Self.records(bytes).compactMap { Int($0.split(separator: " ")[1]) }
        #expect(codes == [1, 6, 7, 6, 7, 6, 7, 15, 3, 4, 11, 8, 8, 8, 14, 14, 14, 14, 2])
    }

    @Test("A file without messages is whole")
    func empty() throws {
        let codes = Self.records(try Self.example(messages: 0)).compactMap { Int($0.split(separator: " ")[1]) }
        #expect(codes == [1, 6, 15, 3, 4, 11, 8, 14, 14, 14, 14, 2])
    }
}
