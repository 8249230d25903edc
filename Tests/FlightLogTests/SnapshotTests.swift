import CCrashTap
import FieldModel
import FlightLog
import Foundation
import LogFormat
import SystemIO
import TestKit
import Testing

/// A log read from outside while it is written.
@Suite struct SnapshotTests {
    /// The end of the events as a snapshot has them: at most 200 KiB of the file, then the piece.
    private func tail(_ log: RecordedLog) throws -> [UInt8] {
        var error: Int32 = 0
        var why: UnsafePointer<CChar>?
        let snapshot = try #require(ct_snapshot_take(log.path + "/state/current.state", &error, &why))
        defer { ct_snapshot_free(snapshot) }
        #expect(ct_snapshot_alive(snapshot))
        let pieces = (0..<ct_snapshot_pieces(snapshot)).map { ct_snapshot_piece(snapshot, $0) }
        let piece = try #require(pieces.last { $0.stream == CT_EVENTS })
        let day = CivilDate(daysSinceEpoch: piece.day)
        let file = try Descriptor(open: log.path + "/events/\(day).jsonl", flags: O_RDONLY)
        let from = max(0, piece.offset - 200_000)
        var bytes = [UInt8](repeating: 0, count: Int(piece.offset - from))
        let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: from) }
        #expect(count == bytes.count)
        return bytes + UnsafeBufferPointer(start: piece.bytes, count: piece.count)
    }

    @Test func `a snapshot of a log under full load has every acknowledged record, and whole lines only`() throws {
        let log = RecordedLog()
        let writer = try Background(
            "fieldtest", ["stress", "--log", log.path, "--writers", "2", "--ack", log.ackPath, "--ring", "16384"])
        defer { writer.kill() }
        writer.wait { StressOutcome.counters(log.ackPath, 2).allSatisfy { $0 > 100 } }
        for _ in 0..<(Long.isOn ? 2000 : 30) {
            let acknowledged = StressOutcome.counters(log.ackPath, 2)
            let lines = try tail(log).split(separator: 10, omittingEmptySubsequences: false).dropFirst()
            #expect(lines.last?.isEmpty == true)
            let records = try lines.dropLast().map { try JSON.parse(Array($0)) }
            let numbers = records.compactMap { $0["n"]?.integer }
            #expect(numbers.count == lines.count - 1)
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
            for writer in 0..<2 {
                let seen = records.filter { $0["w"]?.integer == Int64(writer) }.compactMap { $0["i"]?.integer }
                #expect((seen.last ?? .max) >= Int64(acknowledged[writer]))
                #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 + 1 == $1 })
            }
        }
    }

    @Test func `a snapshot of a crashed log ends in the crash, also where the handler could not write it`() throws {
        let log = RecordedLog()
        _ = try Tool.run("fieldtest", ["stress", "--writers", "0", "--fault", "null", "--log", log.path])
        try log.changeState { state in state.crash.markBytes = 0 }
        var error: Int32 = 0
        var why: UnsafePointer<CChar>?
        let snapshot = try #require(ct_snapshot_take(log.path + "/state/current.state", &error, &why))
        defer { ct_snapshot_free(snapshot) }
        #expect(!ct_snapshot_alive(snapshot))
        let piece = ct_snapshot_piece(snapshot, 0)
        let text = String(decoding: UnsafeBufferPointer(start: piece.bytes, count: piece.count), as: UTF8.self)
        let last = try JSON.parse(String(text.split(separator: "\n").last!))
        #expect(last["k"] == "crash")
        #expect(last["sig"] == 11)
    }

    @Test(arguments: [("", CT_SNAPSHOT_NONE), ("x", CT_SNAPSHOT_DAMAGED)])
    func `no state and a damaged one are told apart`(content: String, expected: ct_snapshot_error) throws {
        let folder = TemporaryFolder()
        if !content.isEmpty { try folder.write(content, to: "current.state") }
        var error: Int32 = 0
        var why: UnsafePointer<CChar>?
        #expect(ct_snapshot_take(folder.appending("current.state"), &error, &why) == nil)
        #expect(UInt32(error) == expected.rawValue)
    }

    @Test func `the state describes itself: every field is found by its name in a layout of another order`() throws {
        var ours = ct_state()
        ct_state_describe(&ours)
        ours.identity.capacity = 16_384
        ours.identity.fileBytes = UInt64(CT_HEADER_BYTES) + 32_768
        ours.life.nextN = 4711
        // The same header with the number moved into spare room, and the description saying so.
        var other = withUnsafeBytes(of: &ours) { Array($0) } + [UInt8](repeating: 0, count: 32_768)
        let offset = other.withUnsafeBytes { StateImage.offset($0, "nextN") }
        let moved = 12_000
        let text = "nextN u64 \(offset) 1\n", newText = "nextN u64 \(moved) 1\n"
        let at = other.indices.first { other[$0...].starts(with: text.utf8) }!
        other.replaceSubrange(at..<(at + text.utf8.count), with: newText.utf8)
        let shift = newText.utf8.count - text.utf8.count
        other.withUnsafeMutableBytes { raw in
            raw.storeBytes(of: UInt64(815), toByteOffset: moved, as: UInt64.self)
            let length = raw.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
            raw.storeBytes(of: length + UInt32(shift), toByteOffset: 12, as: UInt32.self)
        }
        var read = ct_state()
        var why: UnsafePointer<CChar>?
        #expect(other.withUnsafeBytes { ct_state_read($0.baseAddress, $0.count, &read, &why) })
        #expect(read.life.nextN == 815)
        #expect(read.identity.capacity == 16_384)
    }
}
