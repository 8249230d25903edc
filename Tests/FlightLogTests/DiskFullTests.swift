import FieldModel
import FlightLog
import Foundation
import LogFormat
import SystemIO
import TestKit
import Testing

/// A real file system without room. Needs the right to mount one; elsewhere these tests are left out.
@Suite(.enabled(if: SmallDisk.isPossible)) struct DiskFullTests {
    private let arguments = ["--writers", "2", "--ring", "65536"]

    private func stress(_ log: RecordedLog, _ more: [String]) throws -> Tool.Result {
        try Tool.run("fieldtest", ["stress", "--log", log.path, "--ack", log.ackPath] + arguments + more)
    }

    @Test func `a log that fills the disk loses nothing acknowledged, through launches, a crash and a kill`() throws {
        let log = RecordedLog()
        let disk = try SmallDisk(at: log.path, kibibytes: 700)
        #expect(try stress(log, ["--seconds", "0.3"]).status == 0)
        #expect(try disk.freeBytes() == 0)
        #expect(try log.reopen().status == 0)
        #expect(try stress(log, ["--fault", "null", "--after", "20"]).signal == SIGSEGV)
        let killed = try Background("fieldtest", ["stress", "--log", log.path, "--ack", log.ackPath] + arguments)
        usleep(50_000)
        killed.kill()
        try disk.grow(toKibibytes: 4000)
        #expect(try log.reopen().status == 0)
        let outcome = try StressOutcome(of: log, writers: 2, samples: false)
        #expect(outcome.acknowledged > 1000)
        #expect(outcome.lost == 0)
        #expect(outcome.invented == 0)
        #expect(try log.event(.prevExit).compactMap { $0["cause"]?.string }.contains("crash"))
        #expect(try log.event(.crash).count == 1)
        #expect(try log.event(.lost).contains { ($0["records"]?.integer ?? 0) > 0 && $0["why"] == "full" })
    }

    @Test func `room that comes back while the process runs is used, and the loss is said`() throws {
        let log = RecordedLog()
        let disk = try SmallDisk(at: log.path, kibibytes: 200)
        let recorder = try log.open(ringBytes: 16_384)
        var kept: [String] = []
        for index in 0..<3000 where recorder.mark("m\(index)").n != 0 { kept.append("m\(index)") }
        #expect(kept.count < 3000)
        try disk.grow(toKibibytes: 4000)
        recorder.flush()
        #expect(recorder.mark("room again").n != 0)
        recorder.close()
        #expect(try log.event(.mark).compactMap { $0["text"]?.string } == kept + ["room again"])
        #expect(try log.event(.lost).first?["records"]?.integer == Int64(3000 - kept.count))
    }

    @Test func `a first launch without room for the state writes everything through`() throws {
        let log = RecordedLog()
        let disk = try SmallDisk(at: log.path, kibibytes: 200)
        let recorder = try log.open()
        #expect(recorder.isDegraded)
        recorder.mark("written through")
        #expect(try log.event(.mark).count == 1)
        #expect(try log.event(.launch).first?["degraded"] == true)
        try disk.grow(toKibibytes: 4000)
        recorder.close()
        let next = try log.open()
        next.close()
        #expect(!next.isDegraded)
        #expect(next.previousExit.cause == .stateLost)
    }

    /// Field fault B100: the folder cannot be had when the process starts (a locked phone; here a file system that may only
    /// be read), and later can.
    @Test func `B100: records of a start without a folder are kept in memory, and written once when it can be had`()
        throws
    {
        let log = RecordedLog()
        let disk = try SmallDisk(at: log.path, kibibytes: 4000)
        // In a process of its own: what it had open would keep the file system writable.
        #expect(try log.reopen().status == 0)
        try disk.setReadOnly(true)
        let recorder = try log.open()
        #expect(recorder.isDegraded)
        #expect(recorder.failure?.description.contains("Read-only file system") == true)
        for index in 0..<300 { #expect(recorder.mark("blind \(index)").n == 0) }
        #expect(!recorder.flush())
        try disk.setReadOnly(false)
        #expect(recorder.flush())
        usleep(1_100_000)  // after a write that failed the next is tried a second later
        #expect(recorder.mark("seen").n != 0)
        recorder.close()
        let texts = try log.allEvents().filter { $0.knownKind == .mark }.compactMap { $0["text"]?.string }
        #expect(texts == (0..<300).map { "blind \($0)" } + ["seen"])
        let next = try log.open()
        next.close()
        #expect(next.previousExit.cause == .exit)
        #expect(!next.isDegraded)
    }

    /// Field fault B097: a full disk and the old files. B098: what the first beat after it says.
    @Test func `B097, B098: a full disk leaves old files alone, and beat and lost record say what is missing`() throws {
        let log = RecordedLog()
        let disk = try SmallDisk(at: log.path, kibibytes: 1024)
        let old = "{\"n\":1,\"t\":1,\"m\":1,\"u\":1,\"k\":\"x\"}\n"
        try log.folder.write(old, to: "log/events/2026-11-29.jsonl")
        let clock = ManualClock.atNoon()
        let recorder = try log.open(clock: .manual(clock)) { $0.heartbeatPeriod = 60_000 }
        try disk.fill()
        var kept = 0
        for index in 0..<6000 where recorder.mark("m\(index)").n != 0 { kept += 1 }
        #expect(kept < 6000)
        clock.advance(61_000)
        recorder.beatIfDue()
        try disk.empty()
        recorder.flush()
        recorder.close()
        #expect(try FileSystem.contents(of: log.path + "/events/2026-11-29.jsonl") == Array(old.utf8))
        #expect(try log.event(.heartbeat).first?["lost"]?.integer == Int64(6000 - kept))
        #expect(try log.event(.lost).map { $0["records"]?.integer } == [Int64(6000 - kept)])
    }
}
