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
}

/// A file system in memory of a given size.
private final class SmallDisk {
    private let path: String

    init(at path: String, kibibytes: Int) throws {
        self.path = path
        try FileSystem.createFolder(path)
        try #require(Self.mount(path, "size=\(kibibytes)k"))
    }

    deinit { _ = try? Tool.run("/bin/umount", ["-l", path]) }  // the machine's own end removes it as well

    func grow(toKibibytes size: Int) throws { try #require(Self.mount(path, "remount,size=\(size)k")) }

    func freeBytes() throws -> Int {
        let attributes = try FileManager.default.attributesOfFileSystem(forPath: path)
        return (attributes[.systemFreeSize] as? NSNumber)?.intValue ?? -1
    }

    private static func mount(_ path: String, _ options: String) -> Bool {
        (try? Tool.run("/bin/mount", ["-t", "tmpfs", "-o", options, "none", path]))?.status == 0
    }

    static let isPossible: Bool = {
        let folder = TemporaryFolder()
        defer { _ = try? Tool.run("/bin/umount", [folder.path]) }
        return mount(folder.path, "size=64k")
    }()
}
