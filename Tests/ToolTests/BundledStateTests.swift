import Foundation
import TestKit
import Testing

@Suite("The state file in a bundle") struct BundledStateTests {
    @Test("holds no byte of the buffers, while the day files hold all that was in them")
    func buffers() throws {
        let folder = TemporaryFolder()
        let log = folder.appending("log")
        // Killed before its first flush: every record is in the buffers only.
        let stress = try Tool.start(
            "fieldtest",
            [
                "stress", "--log", log, "--writers", "1", "--seconds", "60",
                "--ack", folder.appending("ack"),
            ])
        while try acknowledged(in: folder) < 1000 { Thread.sleep(forTimeInterval: 0.01) }
        kill(stress.processIdentifier, SIGKILL)
        stress.waitUntilExit()

        let key = folder.appending("key.txt"), bundle = folder.appending("log.age"), desk = folder.appending("desk")
        let recipient = try Tool.run("diagpack", ["keygen", "-o", key]).errors
            .split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("age1") }
        #expect(
            try Tool.run("diagpack", ["pack", log, "-r", String(try #require(recipient)), "-o", bundle]).status == 0)
        #expect(try Tool.run("analyze", ["unpack", bundle, "-i", key, "-o", desk]).status == 0)

        let state = [UInt8](try Data(contentsOf: URL(fileURLWithPath: desk + "/state/current.state")))
        #expect(state.count > 16_384)
        #expect(state[16_384...].allSatisfy { $0 == 0 })
        let acknowledged = try acknowledged(in: folder)
        let events = try FileManager.default.contentsOfDirectory(atPath: desk + "/events")
            .map { try String(contentsOfFile: "\(desk)/events/\($0)", encoding: .utf8) }.joined()
        #expect(acknowledged > 0)
        #expect(UInt64(events.components(separatedBy: "\"k\":\"stress\"").count - 1) >= acknowledged)
        #expect(try Tool.run("analyze", ["gaps", desk]).status == 0)
    }

    /// The writer's counter; 0 before there is one.
    private func acknowledged(in folder: TemporaryFolder) throws -> UInt64 {
        guard let bytes = FileManager.default.contents(atPath: folder.appending("ack")), bytes.count >= 8 else {
            return 0
        }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }
}
