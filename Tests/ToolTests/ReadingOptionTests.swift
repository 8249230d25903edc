import FieldModel
import Foundation
import LogFormat
import TestKit
import Testing

/// The options that every reading verb has: part, language, zone; and text that cannot harm a terminal.
@Suite struct ReadingOptionTests {
    /// Two sessions: 08:00 to 08:05 and 08:10 to 08:15, a mark with an escape in it.
    static let log: [UInt8] = {
        var lines = [
            #"{"n":1,"t":1777881600000,"m":1000000,"u":1,"k":"launch","run":"A","period":60000,"reason":"user"}"#
        ]
        func line(_ second: Int64, _ rest: String) {
            lines.append(
                #"{"n":\#(lines.count + 1),"t":\#(1_777_881_600_000 + second * 1000),"m":\#(1_000_000 + second * 1000),"#
                    + #""u":1,\#(rest)}"#)
        }
        for second in stride(from: Int64(60), through: 240, by: 60) { line(second, #""k":"hb","app":"bg","cb":1"#) }
        line(250, #""k":"mark","text":"a\u001b[2Jb""#)
        line(300, #""k":"track","on":false"#)
        line(600, #""k":"track","on":true"#)
        for second in stride(from: Int64(660), through: 900, by: 60) { line(second, #""k":"hb","app":"bg","cb":1"#) }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }()

    static let verbs = ["info", "gaps", "exits", "timeline", "wakes", "check", "power"]

    private func json(_ arguments: [String]) throws -> Value {
        try JSON.parse(try Tool.run("analyze", arguments + ["--format", "json"], input: Self.log).text)
    }

    @Test(arguments: verbs, ["en", "fr", "zh"])
    func `every verb speaks every language, in all four formats`(verb: String, language: String) throws {
        let options = ["--lang", language, "--session", "2", "--tz", "Europe/Paris", "--since", "mark:a\u{1B}[2Jb"]
        for format in ["text", "json", "ndjson", "csv"] {
            let result = try Tool.run("analyze", [verb, "-", "--format", format] + options, input: Self.log)
            #expect(result.status == 0, "\(result.errors)")
            #expect(!result.text.contains("\u{1B}"))
        }
    }

    @Test(arguments: [("fr", "trou"), ("zh", "中断"), ("en", "gap")])
    func `sentences change with the language, codes and numbers do not`(language: String, word: String) throws {
        let text = try Tool.run("analyze", ["gaps", "-", "--lang", language], input: Self.log).text
        #expect(text.contains(word))
        #expect(text.contains("off"))
        #expect(try json(["gaps", "-", "--lang", language]) == json(["gaps", "-"]))
    }

    @Test func `a session is what lies from tracking on to off`() throws {
        let info = try json(["info", "-", "--session", "1"])
        #expect(info["first"] == "2026-05-04T08:00:00.000Z")
        #expect(info["last"] == "2026-05-04T08:05:00.000Z")
        #expect(info["events"] == 7)
        #expect(try json(["info", "-", "--session", "last"])["events"] == 6)
        #expect(try json(["info", "-"])["sessions"]?.array?.count == 2)
        let none = try Tool.run("analyze", ["info", "-", "--session", "3"], input: Self.log)
        #expect(none.status == 2)
        #expect(none.errors.contains("2 sessions"))
    }

    @Test func `times of the text are the reader's, and it says whose`() throws {
        let text = try Tool.run("analyze", ["gaps", "-", "--tz", "Asia/Tokyo"], input: Self.log).text
        #expect(text.contains("2026-05-04 17:00:00 to 17:15:00 Asia/Tokyo"))
        #expect(
            try json(["info", "-", "--tz", "Asia/Tokyo", "--since", "17:10"])["first"] == "2026-05-04T08:10:00.000Z")
    }

    @Test(arguments: verbs)
    func `a text in the log cannot command the terminal`(verb: String) throws {
        let result = try Tool.run("analyze", [verb, "-"], input: Self.log)
        #expect(!result.text.contains("\u{1B}"))
        #expect(verb != "info" || result.text.contains("\\u001b[2J"))
    }

    @Test func `a path in a message is made visible`() throws {
        let result = try Tool.run("analyze", ["info", "/nowhere\u{1B}[31m"])
        #expect(result.status == 1)
        #expect(result.errors.contains("/nowhere\\u001b[31m"))
        #expect(!result.errors.contains("\u{1B}"))
    }

    static let empty: [(String, [String])] = [
        ("analyze", ["info", ""]), ("analyze", ["unpack", "x", "-o", ""]), ("diagpack", ["pack", "", "-o", "x"]),
        ("fieldtest", ["stress", "--log", ""]),
    ]

    @Test(arguments: empty)
    func `an empty path is a mistake, not the current folder`(tool: String, arguments: [String]) throws {
        let result = try Tool.run(tool, arguments)
        #expect(result.status == 2)
        #expect(result.errors.contains("empty"))
    }

    @Test func `follow draws again while the log grows, and ends when it is interrupted`() throws {
        let folder = TemporaryFolder()
        let log = folder.appending("log"), drawn = folder.appending("drawn")
        let writer = try RunningTool(
            "fieldtest",
            ["stress", "--log", log, "--writers", "1", "--ack", folder.appending("ack"), "--seconds", "120"])
        // Held still while somebody looks: a stopped process is there all the same.
        let written: () -> Int64 = {
            let text = (try? Tool.run("analyze", ["info", log, "--format", "json"]).text) ?? ""
            return (try? JSON.parse(text))?["events"]?.integer ?? 0
        }
        #expect(writer.wait { written() > 0 })
        writer.send(SIGSTOP)
        let before = written()
        // Whoever runs the tests may ignore the signal, and that is inherited.
        let follower = try RunningTool(
            "/usr/bin/env",
            ["--default-signal=INT", Tool.path("analyze"), "timeline", log, "--follow", "--width", "40"], output: drawn)
        let drawings = {
            ((try? folder.read("drawn")).map { String(decoding: $0, as: UTF8.self) } ?? "")
                .components(separatedBy: " UTC, ").count - 1
        }
        #expect(follower.wait { drawings() == 1 })
        writer.send(SIGCONT)
        #expect(writer.wait { written() > before })
        writer.send(SIGSTOP)
        #expect(follower.wait { drawings() > 1 })
        follower.send(SIGINT)
        #expect(follower.end().signal == SIGINT)
        writer.send(SIGKILL)
        _ = writer.end()
        let last = try Tool.run("analyze", ["timeline", log, "--follow", "--width", "40"])
        #expect(last.status == 0)
        #expect(last.text.components(separatedBy: " UTC, ").count == 2)
    }

    @Test(arguments: [20, 80, 400])
    func `lanes fit the width that is asked for`(width: Int) throws {
        let text = try Tool.run("analyze", ["timeline", "-", "--width", "\(width)"], input: Self.log).text
        let life = try #require(text.split(separator: "\n").first { $0.hasPrefix("life") })
        #expect(life.count == 10 + width)
        #expect(text.contains("# alive"))
    }

    /// 20,000,000 rows in the long form.
    static let rows = Long.isOn ? 20_000_000 : 60_000

    @Test func `B087 a long table is read in bounded memory, with the totals of its slices`() throws {
        let folder = TemporaryFolder()
        let header = "t,lat,lon,hacc\n"
        let slice = Self.rows / 20
        try folder.write(header, to: "whole.csv")
        let whole = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.appending("whole.csv")))
        try whole.seekToEnd()
        var sum = 0.0
        var samples: Int64 = 0
        for index in 0..<20 {
            let rows = (index * slice..<(index + 1) * slice).map { "\(1_777_881_600_000 + $0 * 1000),50,10,8\n" }
                .joined()
            try whole.write(contentsOf: Data(rows.utf8))
            let part = try JSON.parse(
                try Tool.run("analyze", ["info", "-", "--format", "json"], input: Array((header + rows).utf8)).text)
            sum += part["active_s"]?.double ?? 0
            samples += part["samples"]?.integer ?? 0
        }
        let command = "ulimit -v 600000; \(Tool.path("analyze")) info \(folder.appending("whole.csv")) --format json"
        let all = try JSON.parse(try Tool.run("/bin/sh", ["-c", command]).text)
        #expect(all["samples"]?.integer == samples)
        // Between two slices lies a second that belongs to neither.
        #expect(all["active_s"]?.double == sum + 19)
        #expect(all["span_s"]?.double == Double(Self.rows - 1))
    }
}
