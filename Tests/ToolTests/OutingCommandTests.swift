import FieldModel
import Foundation
import LogFormat
import TestKit
import Testing

/// `analyze power` and `replay` of the further cores as real processes.
@Suite struct OutingCommandTests {
    /// A walk: 240 min of battery readings at 8 %/h, a pause, and a wake 160 m away.
    static let log: String = {
        var n = 0
        func line(_ m: Int, _ rest: String) -> String {
            n += 1
            return "{\"n\":\(n),\"t\":\(1_777_881_600_000 + m * 1000),\"m\":\(1_000_000 + m * 1000),\(rest)}\n"
        }
        var text = line(0, #""k":"launch","run":"A","reason":"user""#)
        for minute in 0...240 {
            let level = (80.35 - 8 * Double(minute) / 60).rounded(.up) / 100
            text += line(minute * 60, #""k":"battery","level":\#(level),"plugged":false"#)
        }
        text += line(14_500, #""k":"wake","by":"significant-change""#)
        return text
    }()

    static let samples = """
        n,m,recv,t,lat,lon,hacc,speed,sacc,course,cacc
        1000,15300000,1777895900000,1777895900000,50.0000000,10.0000000,8.00,1.00,0.30,0.0,5.0
        1001,15510000,1777896110000,1777896110000,50.0014389,10.0000000,8.00,1.00,0.30,0.0,5.0

        """

    /// The log as a folder: a fix before the wake, one after it.
    private func folder() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        let lines = Self.log.split(separator: "\n").map(String.init)
        let wake = lines.last!.replacingOccurrences(of: "\"n\":243", with: "\"n\":1000")
        try folder.write(
            (lines.dropLast() + [wake]).map { $0 + "\n" }.joined(), to: "events/2026-05-04.jsonl")
        try folder.write(
            Self.samples.replacingOccurrences(of: "\n1000,", with: "\n999,"), to: "samples/2026-05-04.csv")
        return folder
    }

    private func json(_ arguments: [String]) throws -> Value {
        try JSON.parse(try Tool.run("analyze", arguments + ["--format", "json"]).text)
    }

    @Test func `power without a control leg has no verdict on the app, in every language`() throws {
        let folder = try folder()
        let value = try json(["power", folder.path, "--battery-wh", "7.82", "--health", "100%"])
        let gates = try #require(value["gates"]?.array)
        #expect(gates.map { $0["verdict"] } == ["passes", "none"])
        #expect(gates[1]["reason"] == "needs-control-leg")
        let rate = (value["percent_per_hour"]?.array ?? []).compactMap(\.double)
        try #require(rate.count == 2)
        #expect(rate[0] <= 8 && 8 <= rate[1])
        let texts = try ["en", "fr", "zh"].map { try Tool.run("analyze", ["power", folder.path, "--lang", $0]).text }
        #expect(texts[0].contains("no verdict: needs a control leg"))
        #expect(texts[1].contains("pas de verdict : il faut un trajet témoin"))
        #expect(texts[2].contains("无结论：需要对照路程"))
    }

    @Test func `power over a control leg judges what the app adds`() throws {
        let folder = try folder()
        let battery = ["--battery-wh", "7.82", "--health", "1"]
        let value = try json(["power", folder.path, "--control", folder.path] + battery)
        #expect(value["gates"]?.array?.map { $0["verdict"] } == ["passes", "passes"])
        let wrong = try Tool.run("analyze", ["power", folder.path, "--battery-wh", "7.82"])
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("--health"))
    }

    @Test(arguments: ["phases", "run", "visits"]) func `a core that did not write the log replays it`(_ core: String)
        throws
    {
        let folder = try folder()
        let value = try json(["replay", folder.path, "--core", core])
        #expect(value["core"] == .string(core))
        #expect(value["fixes"] == 2)
        #expect(value["changed"] == 0)
        #expect(value["totals"]?.fields?.isEmpty == false)
    }

    @Test func `core walk needs a pack, and says what is wrong with one`() throws {
        let folder = try folder()
        let without = try Tool.run("analyze", ["replay", folder.path, "--core", "walk"])
        #expect(without.status == 2)
        #expect(without.errors.contains("--pack"))
        try folder.write("{\"towns\":[{\"lat\":1}]}", to: "bad.json")
        let bad = try Tool.run(
            "analyze", ["replay", folder.path, "--core", "walk", "--pack", folder.appending("bad.json")])
        #expect(bad.status == 1)
        #expect(bad.errors.contains("towns[0]"))
        try folder.write(
            """
            {"towns":[{"id":"a","lat":50,"lon":10,"radius_m":500,"streets":[{"line":[[50,10],[50.003,10]]}]}]}
            """, to: "pack.json")
        let value = try json(["replay", folder.path, "--core", "walk", "--pack", folder.appending("pack.json")])
        #expect(value["totals"]?["dots"] == 17)
        #expect(value["totals"]?["collected"] == 0)
    }

    @Test func `an explanation is spoken in the language asked for`() throws {
        let folder = try folder()
        let arguments = ["replay", folder.path, "--core", "phases", "--explain", "999", "--lang"]
        #expect(try Tool.run("analyze", arguments + ["fr"]).text.contains("position reçue : précision 8.0 m"))
        #expect(try Tool.run("analyze", arguments + ["zh"]).text.contains("收到定位"))
    }
}
