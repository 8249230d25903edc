import FieldModel
import FlightLog
import Foundation
import LogFormat
import SystemIO
import TestKit
import Testing

@Suite struct SettingsFileTests {
    private func settings(_ log: RecordedLog) throws -> Value {
        try JSON.parse(FileSystem.contents(of: log.path + "/settings.json"))
    }

    private static let authorization = Authorization(location: .always, precise: true, motion: .authorized)

    @Test func `permissions, settings, capabilities and the device stand in it, with the record that said so`() throws {
        let log = RecordedLog()
        let recorder = try log.open()
        let allowed = recorder.record(.authorizationChanged(Self.authorization))
        let set = recorder.record(settings: [.init("pauses", false), .init("session", true)])
        let capable = recorder.record(.capability) { line in
            line.add("name", "motion")
            line.add("state", "authorized")
            line.add("path", "system-stream")
        }
        recorder.flush()
        let file = try settings(log)
        #expect(file["auth"]?["location"] == "always")
        #expect(file["auth"]?["n"]?.integer == Int64(allowed.n))
        #expect(file["auth"]?["t"]?.integer == allowed.wallTime.rawValue)
        #expect(file["settings"]?["pauses"] == false)
        #expect(file["settings"]?["session"] == true)
        #expect(file["settings"]?["n"]?.integer == Int64(set.n))
        #expect(file["capabilities"]?["motion"]?["path"] == "system-stream")
        #expect(file["capabilities"]?["motion"]?["n"]?.integer == Int64(capable.n))
        #expect(file["device"]?["app"] == "tests")
        #expect(file["device"]?["run"]?.string == recorder.run)
        #expect(file["format"] == 1)
        recorder.close()
        #expect(try log.event(.capability).first?["state"] == "authorized")
    }

    @Test func `a change leaves the rest as it was, and a new run keeps what the one before knew`() throws {
        let log = RecordedLog()
        let first = try log.open()
        first.record(settings: [.init("pauses", true), .init("slc", true)])
        first.record(settings: [.init("pauses", false)])
        first.close()
        let second = try log.open { $0.build = "2" }
        second.close()
        let file = try settings(log)
        #expect(file["settings"]?["pauses"] == false)
        #expect(file["settings"]?["slc"] == true)
        #expect(file["device"]?["build"] == "2")
    }

    @Test func `no place gets into it, and no text of a user`() throws {
        let log = RecordedLog()
        let recorder = try log.open()
        recorder.record(settings: [
            .init("home", .number(50.1)), .init("home_e7", .integer(501_234_567)), .init("at", [.number(1)]),
            .init("note", .string(String(repeating: "x", count: 65))), .init("every", .integer(60)),
            .init("where", .string("52.5200,13.4050")), .init("who", .string("home of Anna")), .init("n", .integer(7)),
            .init("Anna's home", true), .init("52.52", true),
        ])
        recorder.close()
        #expect(try settings(log)["settings"]?.fields?.map(\.key) == ["every", "n", "t"])
    }

    @Test func `what is said anew stands alone, and what lasts is bounded`() throws {
        let log = RecordedLog()
        try log.folder.write("half", to: "log/settings.json.77.part")
        let recorder = try log.open()
        recorder.record(.authorizationChanged(Self.authorization))
        recorder.record(.authorizationChanged(Authorization(location: .denied)))
        for index in 0..<200 { recorder.record(settings: [.init("s\(index)", true)]) }
        recorder.close()
        let file = try settings(log)
        #expect(file["auth"]?.fields?.map(\.key) == ["location", "n", "t"])
        #expect(file["settings"]?.fields?.count == 64)
        #expect(file["settings"]?["s199"] == true)
        #expect(try FileSystem.names(in: log.path).filter { $0.hasSuffix(".part") } == [])
    }

    @Test func `a value too deep to be read back is recorded all the same`() throws {
        let log = RecordedLog()
        let recorder = try log.open()
        let deep = (0..<128).reduce(Value.integer(1)) { inner, _ in .array([inner]) }
        recorder.record(.capability) { line in
            line.add(.init("name", "motion"))
            line.add(.init("deep", deep))
        }
        recorder.close()
        let text = String(decoding: try log.bytes("events"), as: UTF8.self)
        #expect(text.contains(#""name":"motion","deep":[[["#))
    }

    /// A log that found `text` for its settings, and has the new ones all the same.
    private func reopened(over text: String) throws -> RecordedLog {
        let log = RecordedLog()
        try log.folder.write(text, to: "log/settings.json")
        let recorder = try log.open()
        recorder.record(.authorizationChanged(Self.authorization))
        recorder.close()
        let file = try settings(log)
        #expect(file["auth"]?["location"] == "always")
        #expect(file["device"]?["app"] == "tests")
        return log
    }

    @Test(arguments: ["", "{\"format\":1,\"auth\":{\"loc", "[]"])
    func `one that was cut or is something else is made anew, and stays beside the new one`(text: String) throws {
        let log = try reopened(over: text)
        #expect(try FileSystem.contents(of: log.path + "/settings.json.torn") == Array(text.utf8))
    }

    @Test(arguments: ["{\"auth\":7}", "{}"])
    func `an object goes on as far as it fits, and nothing is set aside`(text: String) throws {
        let log = try reopened(over: text)
        #expect(try !FileSystem.names(in: log.path).contains("settings.json.torn"))
    }

    @Test func `it is whole at every moment`() throws {
        let log = RecordedLog()
        let recorder = try log.open()
        recorder.flush()
        Thread.detachNewThread {
            for index in 0..<2000 {
                recorder.record(settings: [.init("index", .integer(Int64(index)))])
                recorder.flush()
            }
        }
        for _ in 0..<300 { #expect(try settings(log)["format"] == 1) }
        recorder.close()
    }
}

/// A medium that does not confirm what was flushed.
@Suite(.enabled(if: FaultKit.isPossible)) struct UnsyncedTests {
    @Test func `a failed fsync is said, with the stream, the time in doubt and the error`() throws {
        let log = RecordedLog()
        let fault = FaultKit.Fault(call: "fsync", kind: "\(EIO)", name: "EIO", nth: 1, isLasting: true)
        let words = ["--writers", "1", "--count", "400", "--ring", "16384", "--sync", "--ack", log.ackPath]
        #expect(try FaultKit.stress(log, words, fault).status == 0)
        let said = try log.event(.unsynced)
        #expect(said.contains { $0["stream"] == "events" })
        #expect(said.allSatisfy { $0["error"]?.integer == Int64(EIO) })
        #expect(said.allSatisfy { ($0["from"]?.integer ?? .max) <= ($0["to"]?.integer ?? 0) })
        #expect(try log.event(.lost).isEmpty)
    }

    @Test func `a medium that confirms is not mentioned`() throws {
        let log = RecordedLog()
        let fault = FaultKit.Fault(call: "fsync", kind: "\(EIO)", name: "EIO", nth: 100_000)
        let words = ["--writers", "1", "--count", "400", "--sync", "--ack", log.ackPath]
        #expect(try FaultKit.stress(log, words, fault).status == 0)
        #expect(try log.event(.unsynced).isEmpty)
    }
}
