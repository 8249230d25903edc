import Foundation
import TestKit
import Testing

@Suite("Columns that a source does not give") struct AbsentColumnTests {
    @Test("are left out of the recorded log too, so that a replay decides as the phone did")
    func leftOut() throws {
        let folder = TemporaryFolder()
        // No accuracy of speed or course at all: a rule that asks for them does not apply.
        let rows = (0..<120).map { second in
            let t = 1_777_881_600_000 + second * 1000
            return "\(t),\(t),\(String(format: "%.7f", 50 + Double(second) * 0.00009)),10.0000000,8.00,10.00,0.0"
        }
        let source = try folder.write(
            "t,recv,lat,lon,hacc,speed,course\n" + rows.joined(separator: "\n") + "\n", to: "s.csv")
        let log = folder.appending("log")
        #expect(try Tool.run("fieldtest", ["play", "--log", log, "--signals", source, "--speed", "60"]).status == 0)

        let day = try #require(try FileManager.default.contentsOfDirectory(atPath: log + "/samples").first)
        let header = try String(contentsOfFile: log + "/samples/" + day, encoding: .utf8).prefix { $0 != "\n" }
        #expect(header == "n,m,recv,t,lat,lon,hacc,speed,course,src,motion,app,verdict,reason")
        let replay = try Tool.run("analyze", ["replay", log, "--core", "trail", "--fail-on", "changed"])
        #expect(replay.status == 0)
        #expect(replay.text.contains("all as before"))
    }
}
