import CCrashTap
import FieldModel
import FlightLog
import Foundation
import LogFormat
import SystemIO
import TestKit
import Testing

/// More than one process at a log.
@Suite struct ProcessTests {
    @Test func `a second process gets a folder of its own and says that the first is running`() throws {
        let log = RecordedLog()
        let first = try Background("fieldtest", ["stress", "--log", log.path, "--writers", "1", "--ack", log.ackPath])
        first.wait { StressOutcome.counters(log.ackPath, 1)[0] > 0 }
        #expect(try log.reopen().status == 0)
        first.kill()
        let own = try #require(try FileSystem.names(in: log.path).first { $0.hasPrefix("p-") })
        let names = try FileSystem.names(in: log.path + "/\(own)/events")
        let text = String(decoding: try FileSystem.contents(of: log.path + "/\(own)/events/" + names[0]), as: UTF8.self)
        #expect(text.contains(#""cause":"still-running""#))
        try log.reopen()
        #expect(try StressOutcome(of: log, writers: 1, samples: false).lost == 0)
    }

    @Test func `of several processes launched at once exactly one becomes the writer`() throws {
        let log = RecordedLog()
        let all = try (0..<4).map { index in
            try Background(
                "fieldtest",
                ["stress", "--log", log.path, "--writers", "1", "--seconds", "1.5", "--ack", log.ackPath + "\(index)"])
        }
        #expect(all.map { $0.waitForEnd() } == [0, 0, 0, 0])
        #expect(try FileSystem.names(in: log.path).filter { $0.hasPrefix("p-") }.count == 3)
        #expect(try log.event(.launch).count == 1)
    }

    @Test func `a forked child never writes into its parent's log, not even by crashing`() async throws {
        let log = RecordedLog()
        await #expect(processExitsWith: .success) { [path = log.path as String] in
            typealias Fork = @convention(c) () -> Int32
            let fork = unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)
            let recorder = try Recorder(openingLogAt: path)
            recorder.mark("parent before")
            let child = fork()
            if child == 0 {
                for index in 0..<100 { precondition(recorder.mark("child \(index)").n == 0) }
                raise(SIGSEGV)
            }
            var status: Int32 = 0
            waitpid(child, &status, 0)
            precondition(status & 0x7F == SIGSEGV)
            recorder.mark("parent after")
            recorder.close()
        }
        #expect(try log.event(.mark).map { $0["text"] } == ["parent before", "parent after"])
        #expect(try log.event(.crash).isEmpty)
    }

    @Test func `a descriptor of the log does not survive exec`() throws {
        let log = RecordedLog()
        let recorder = try log.open()
        defer { recorder.close() }
        let listing = try Tool.run("/bin/ls", ["-l", "/proc/self/fd"])
        #expect(!listing.text.contains(log.path))
    }
}
