import Foundation
import TestKit
import Testing

@Suite("fieldtest stress") struct StressTests {
    let folder = TemporaryFolder()

    private func counters() -> [UInt64] {
        let bytes = FileManager.default.contents(atPath: folder.appending("ack")) ?? Data()
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }
    }

    private func stress(_ words: [String], log: String) throws -> Process {
        try Tool.start("fieldtest", ["stress", "--log", log, "--ack", folder.appending("ack")] + words)
    }

    private func events(in log: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: log + "/events")
            .flatMap { try String(contentsOfFile: "\(log)/events/\($0)", encoding: .utf8).split(separator: "\n") }
            .map(String.init)
    }

    @Test("killed again and again with the same counters, it writes no record twice and loses none")
    func sameCounters() throws {
        let log = folder.appending("log")
        for _ in 0..<4 {
            let before = counters().reduce(0, +)
            let process = try stress(["--writers", "3", "--seconds", "60"], log: log)
            while counters().reduce(0, +) < before + 2000 { Thread.sleep(forTimeInterval: 0.005) }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        #expect(try Tool.run("fieldtest", ["stress", "--log", log, "--writers", "0", "--seconds", "0"]).status == 0)
        let written = try events(in: log).filter { $0.contains("\"k\":\"stress\"") }
            .map { String($0[$0.range(of: "\"w\":")!.lowerBound...]) }
        #expect(Set(written).count == written.count)
        let expected = counters().enumerated().flatMap { writer, count in
            (1...count).map { "\"w\":\(writer),\"i\":\($0)}" }
        }
        #expect(Set(expected).subtracting(written) == [])
    }

    @Test("a counter that no log can reach is refused")
    func garbage() throws {
        try folder.write([UInt8](repeating: 0xFF, count: 16), to: "ack")
        let result = try Tool.run(
            "fieldtest",
            [
                "stress", "--log", folder.appending("log"), "--writers", "2", "--ack", folder.appending("ack"),
                "--seconds", "1",
            ])
        #expect(result.status == 1 && result.errors.contains("counter 0"), "\(result.errors)")
    }

    @Test(
        "on a volume without room for the state file, what is acknowledged is in the log", .enabled(if: getuid() == 0))
    func noRoomForTheState() throws {
        let volume = folder.appending("volume")
        try FileManager.default.createDirectory(atPath: volume, withIntermediateDirectories: true)
        #expect(try Tool.run("/bin/mount", ["-t", "tmpfs", "-o", "size=300k", "none", volume]).status == 0)
        defer { _ = try? Tool.run("/bin/umount", [volume]) }  // the test's own folder goes with it
        let process = try stress(["--writers", "1", "--seconds", "0.5"], log: volume + "/log")
        process.waitUntilExit()
        let written = try events(in: volume + "/log").filter { $0.contains("\"k\":\"stress\"") && $0.hasSuffix("}") }
        #expect(counters()[0] > 100)
        #expect(UInt64(written.count) >= counters()[0])
    }
}
