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
    static func deadLog(marks: Int = 40, ringBytes: Int = 16_384) throws -> RecordedLog {
        let log = RecordedLog()
        let recorder = try log.open(ringBytes: ringBytes)
        recorder.mark("in the file")
        recorder.flush()
        for index in 0..<marks {
            recorder.record(.mark) { $0.add("text", "in the ring \(index)") }
            recorder.record(RecordedLog.fix(at: recorder.now, longitude: Int32(index)), ruling: nil)
        }
        let dead = try log.died()
        recorder.close()
        return dead
    }

    @Test func `what was only in the ring is in the files after the next launch`() throws {
        let log = try Self.deadLog()
        #expect(try log.event(.mark).count == 1)
        let recorder = try log.open()
        recorder.close()
        #expect(try log.event(.mark).count == 41)
        #expect(try log.samples().map(\.fix.longitude) == (0..<40).map(Int32.init))
        #expect(recorder.previousExit.cause == .killed)
        #expect(try log.event(.prevExit).last?["recovered"]?["records"] == 80)
    }

    @Test func `recovering again gives the same bytes`() throws {
        let log = try Self.deadLog()
        let second = try log.copy()
        try log.open().close()
        try second.open().close()
        // The same log recovered, died before it was anything more, and recovered again.
        try log.restoreOldState()
        try log.open().close()
        let marks = { (log: RecordedLog) in
            try log.bytes("events").split(separator: 10).filter { $0.contains("\"k\":\"mark\"".utf8) }
        }
        #expect(try marks(log) == marks(second))
        #expect(try log.bytes("samples") == second.bytes("samples"))
    }

    @Test(arguments: ["events", "samples"])
    func `files removed since the run ended get what was pending`(stream: String) throws {
        let log = try Self.deadLog()
        try FileSystem.removeTree(log.path + "/" + stream)
        try log.open().close()
        #expect(try log.event(.mark).count >= 40)
        #expect(try log.samples().count == 40)
    }

    @Test func `a file cut to any length gets every pending line once, and no hole`() throws {
        let original = try Self.deadLog(marks: 6)
        let name = try original.files("events")[0]
        let whole = try FileSystem.contents(of: original.path + "/events/" + name)
        for length in stride(from: 0, to: whole.count, by: Long.isOn ? 1 : 37) {
            let log = try original.copy()
            try log.folder.write(Array(whole[..<length]), to: "log/events/" + name)
            try log.open().close()
            let texts = try log.event(.mark).compactMap { $0["text"]?.string }.filter { $0.hasPrefix("in the ring") }
            #expect(texts == (0..<6).map { "in the ring \($0)" }, "cut at \(length)")
            #expect(try log.bytes("events").count(of: 0) == 0, "cut at \(length)")
        }
    }

    @Test func `a torn end is set aside and stays as evidence`() throws {
        let log = try Self.deadLog()
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

    /// Field fault B089: the log ends in bytes of zero, or in half a line, after an unclean stop.
    @Test(arguments: [[UInt8](repeating: 0, count: 4096), Array("{\"n\":99,\"t\":17".utf8)])
    func `B089: what a new run writes is never joined to the zeros or the half line at the end of a file`(end: [UInt8])
        throws
    {
        let log = RecordedLog()
        let clock = ManualClock.atNoon()
        let lines = "{\"n\":1,\"t\":1,\"m\":1,\"u\":1,\"k\":\"x\"}\n{\"n\":2,\"t\":2,\"m\":2,\"u\":2,\"k\":\"x\"}\n"
        try log.folder.write(Array(lines.utf8) + end, to: "log/events/2026-11-30.jsonl")
        try log.open(clock: .manual(clock)).close()
        #expect(try log.events().map(\.kind) == ["x", "x", "launch", "prev-exit", "tz", "exit"])
        let torn = "\(log.path)/events/2026-11-30.jsonl.\(lines.utf8.count).torn"
        #expect(try FileSystem.contents(of: torn) == end)
    }

    @Test(arguments: [0, 1, 4095, 16_383, 20_000])
    func `a state file of any wrong length is a lost state, never a kill`(length: Int) throws {
        let log = try Self.deadLog()
        #expect(truncate(log.path + "/state/current.state", off_t(length)) == 0)
        let recorder = try log.open()
        recorder.close()
        #expect(recorder.previousExit.cause == .stateLost)
        let numbers = try log.events().map(\.stamp.n)
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    }

    @Test func `an old state without its files is no first launch, and a folder with neither is`() throws {
        let log = try Self.deadLog()
        try FileSystem.remove(log.path + "/state/current.state")
        let recorder = try log.open()
        recorder.close()
        #expect(recorder.previousExit.cause == .stateLost)
    }
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
    /// The log as a kill at this moment would leave it, with a process of another number as its writer.
    func died() throws -> RecordedLog {
        let dead = try copy()
        try dead.changeState { state in withUnsafeMutableBytes(of: &state) { StateImage.set($0, "pid", 0) } }
        return dead
    }

    /// Puts back the state that the last launch found, which is its spare now: as if it had died before its commit.
    func restoreOldState() throws {
        try folder.write(FileSystem.contents(of: path + "/state/next.state"), to: "log/state/current.state")
    }

    /// The log as it is now, also of a recorder that goes on writing: the state comes first, so that what moves to a file
    /// meanwhile is in both, and a temporary file that is gone before its turn is left out.
    func copy() throws -> RecordedLog {
        let log = RecordedLog()
        var names = try FileManager.default.subpathsOfDirectory(atPath: path)
        _ = names.partition { !$0.hasPrefix("state/") }
        for name in names where try FileSystem.entry(at: path + "/" + name)?.kind == .file {
            let bytes: [UInt8]
            do throws(IOError) {
                bytes = try FileSystem.contents(of: path + "/" + name, limit: 1 << 30)
            } catch {
                guard error.code == ENOENT else { throw error }
                continue
            }
            try log.folder.write(bytes, to: "log/" + name)
        }
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
