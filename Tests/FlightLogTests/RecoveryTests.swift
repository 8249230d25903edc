import CCrashTap
import FieldModel
import FlightLog
import Foundation
import LogFormat
import SystemIO
import TestKit
import Testing

/// What the next launch makes of a log whose process ended, or whose machine did.
@Suite struct RecoveryTests {
    /// A log whose process died with everything since the first flush in the ring only.
    private func deadLog(marks: Int = 40, ringBytes: Int = 16_384) throws -> RecordedLog {
        let log = RecordedLog()
        let recorder = try log.open(ringBytes: ringBytes)
        recorder.mark("in the file")
        recorder.flush()
        for index in 0..<marks {
            recorder.record(.mark) { $0.add("text", "in the ring \(index)") }
            recorder.record(RecordedLog.fix(at: recorder.now, longitude: Int32(index)), ruling: nil)
        }
        // Died: the folder as a kill would leave it, with a process of another number as its writer.
        let dead = RecordedLog()
        try FileManager.default.copyItem(atPath: log.path, toPath: dead.path)
        recorder.close()
        try dead.changeState { state in withUnsafeMutableBytes(of: &state) { StateImage.set($0, "pid", 0) } }
        return dead
    }

    @Test func `what was only in the ring is in the files after the next launch`() throws {
        let log = try deadLog()
        #expect(try log.event(.mark).count == 1)
        let recorder = try log.open()
        recorder.close()
        #expect(try log.event(.mark).count == 41)
        #expect(try log.samples().map(\.fix.longitude) == (0..<40).map(Int32.init))
        #expect(recorder.previousExit.cause == .killed)
        #expect(try log.event(.prevExit).last?["recovered"]?["records"] == 80)
    }

    @Test func `recovering again gives the same bytes`() throws {
        let log = try deadLog()
        let second = RecordedLog()
        try FileManager.default.copyItem(atPath: log.path, toPath: second.path)
        try log.open().close()
        try second.open().close()
        // The same log recovered, died before it was anything more, and recovered again.
        let old = try FileSystem.contents(of: log.path + "/state/next.state")
        try old.withUnsafeBytes { _ in try log.folder.write(old, to: "log/state/current.state") }
        try log.open().close()
        let marks = { (log: RecordedLog) in
            try log.bytes("events").split(separator: 10).filter { $0.contains("\"k\":\"mark\"".utf8) }
        }
        #expect(try marks(log) == marks(second))
        #expect(try log.bytes("samples") == second.bytes("samples"))
    }

    @Test(arguments: ["events", "samples"])
    func `files removed since the run ended get what was pending`(stream: String) throws {
        let log = try deadLog()
        try FileSystem.removeTree(log.path + "/" + stream)
        try log.open().close()
        #expect(try log.event(.mark).count >= 40)
        #expect(try log.samples().count == 40)
    }

    @Test func `a file cut to any length gets every pending line once, and no hole`() throws {
        let original = try deadLog(marks: 6)
        let name = try original.files("events")[0]
        let whole = try FileSystem.contents(of: original.path + "/events/" + name)
        for length in stride(from: 0, to: whole.count, by: Long.isOn ? 1 : 37) {
            let log = RecordedLog()
            try FileManager.default.copyItem(atPath: original.path, toPath: log.path)
            try log.folder.write(Array(whole[..<length]), to: "log/events/" + name)
            try log.open().close()
            let texts = try log.event(.mark).compactMap { $0["text"]?.string }.filter { $0.hasPrefix("in the ring") }
            #expect(texts == (0..<6).map { "in the ring \($0)" }, "cut at \(length)")
            #expect(try log.bytes("events").count(of: 0) == 0, "cut at \(length)")
        }
    }

    @Test func `a torn end is set aside and stays as evidence`() throws {
        let log = try deadLog()
        let name = try log.files("events")[0]
        let file = log.path + "/events/" + name
        let whole = try FileSystem.contents(of: file)
        try FileSystem.remove(log.path + "/state/current.state")
        try log.folder.write(
            whole + Array("{\"n\":99,\"t\":1,\"m\":1,\"u\":1,\"k\":\"crash\",\"si".utf8), to: "log/events/" + name)
        let recorder = try log.open()
        recorder.close()
        #expect(recorder.previousExit.cause == .stateLost)
        #expect(recorder.previousExit.crashed)
        let torn = try FileSystem.contents(of: "\(file).\(whole.count).torn")
        #expect(String(decoding: torn, as: UTF8.self).hasSuffix("\"si"))
        _ = try log.events()
    }

    @Test(arguments: [0, 1, 4095, 16_383, 20_000])
    func `a state file of any wrong length is a lost state, never a kill`(length: Int) throws {
        let log = try deadLog()
        #expect(truncate(log.path + "/state/current.state", off_t(length)) == 0)
        let recorder = try log.open()
        recorder.close()
        #expect(recorder.previousExit.cause == .stateLost)
        let numbers = try log.events().map(\.stamp.n)
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    }

    @Test func `an old state without its files is no first launch, and a folder with neither is`() throws {
        let log = try deadLog()
        try FileSystem.remove(log.path + "/state/current.state")
        let recorder = try log.open()
        recorder.close()
        #expect(recorder.previousExit.cause == .stateLost)
    }

    @Test(arguments: 1...(Long.isOn ? 3000 : 150) as ClosedRange<UInt64>)
    func `a flipped bit or a wild store in the header neither traps, nor invents, nor leaves a hole`(seed: UInt64)
        throws
    {
        var random = SeededRandom(seed: seed)
        let log = try Self.shared.get().copy()
        try log.changeState { state in
            withUnsafeMutableBytes(of: &state) { raw in
                if seed % 2 == 0 {
                    raw[Int.random(in: 0..<8192, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                } else {
                    let word = Int.random(in: 0..<1024, using: &random) * 8
                    raw.storeBytes(
                        of: UInt64.random(in: 0 ... .max, using: &random) >> UInt64(seed % 64), toByteOffset: word,
                        as: UInt64.self)
                }
            }
        }
        // A log of nonsense may name any process as its writer, also this one.
        try? log.open().close()
        let marks = try log.event(.mark).compactMap { $0["text"]?.string }
        #expect(Set(marks).isSubset(of: ["in the file"] + (0..<40).map { "in the ring \($0)" }))
        #expect(Set(marks).count == marks.count)
        #expect(try log.bytes("events").count(of: 0) == 0)
        #expect(try log.bytes("samples").count(of: 0) == 0)
    }

    private static let shared = Result { try RecoveryTests().deadLog() }
}

/// Words of a state file by their names, for tests that change them.
enum StateImage {
    static func offset(_ bytes: UnsafeRawBufferPointer, _ name: String) -> Int {
        let offset = Int(ct_state_offset(bytes.baseAddress, name))
        precondition(offset > 0 || name == "magic", "the state has no \(name)")
        return offset
    }

    static func set(_ bytes: UnsafeMutableRawBufferPointer, _ name: String, _ value: UInt64) {
        bytes.storeBytes(of: value, toByteOffset: offset(UnsafeRawBufferPointer(bytes), name), as: UInt64.self)
    }

    static func get(_ bytes: UnsafeRawBufferPointer, _ name: String) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: offset(bytes, name), as: UInt64.self)
    }
}

extension RecordedLog {
    func copy() throws -> RecordedLog {
        let log = RecordedLog()
        try FileManager.default.copyItem(atPath: path, toPath: log.path)
        return log
    }

    /// Changes the header of the state file.
    func changeState(_ change: (inout ct_state) throws -> Void) throws {
        var bytes = try FileSystem.contents(of: path + "/state/current.state")
        try bytes.withUnsafeMutableBytes { try change(&$0.baseAddress!.assumingMemoryBound(to: ct_state.self).pointee) }
        try folder.write(bytes, to: "log/state/current.state")
    }
}

extension Sequence<UInt8> {
    func contains(_ text: some Collection<UInt8>) -> Bool {
        let bytes = Array(self)
        return bytes.indices.contains { bytes[$0...].starts(with: text) }
    }
}
