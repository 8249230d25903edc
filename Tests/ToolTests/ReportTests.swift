import SystemIO
import TestKit
import Testing

@Suite("analyze report") struct ReportTests {
    let folder = TemporaryFolder()

    private func log() throws -> String {
        try folder.write(
            """
            {"n":1,"t":1777881600000,"m":1000,"u":1000,"k":"launch","run":"a","period":60000}
            {"n":2,"t":1777881601000,"m":2000,"u":2000,"k":"track","on":true}
            {"n":3,"t":1777881602000,"m":3000,"u":3000,"k":"track","on":false}
            {"n":4,"t":1777881659000,"m":60000,"u":60000,"k":"track","on":true}
            {"n":5,"t":1777881660000,"m":61000,"u":61000,"k":"hb","app":"bg"}
            {"n":6,"t":1777882260000,"m":661000,"u":661000,"k":"hb","app":"bg"}

            """, to: "it's a log/events/2026-05-04.jsonl")
        return folder.appending("it's a log")
    }

    @Test("writes a page whose commands a shell reads back") func page() throws {
        let result = try Tool.run("analyze", ["report", try log(), "-o", folder.appending("page.html")])
        #expect(result.status == 0)
        let text = String(decoding: try folder.read("page.html"), as: UTF8.self)
        #expect(text.hasPrefix("<!DOCTYPE html>"))
        #expect(text.contains(#"analyze gaps '"# + folder.path + #"/it'\''s a log'"#))
    }

    @Test(
        "a part of the log is a page of that part, and its commands name the part as it was named",
        arguments: [
            (["--since", "08:02"], 1), (["--session", "last", "--tz", "Europe/Paris"], 1), (["--session", "1"], 0),
            (["--since", "10:00", "--tz", "Europe/Paris"], 1), (["--until", "08:00:30"], 0),
        ]) func part(words: [String], gaps: Int) throws
    {
        let path = folder.appending("part.html")
        let result = try Tool.run("analyze", ["report", try log(), "-o", path] + words)
        #expect(result.status == 0)
        let text = String(decoding: try folder.read("part.html"), as: UTF8.self)
        #expect(text.contains("it'\\''s a log' \(words.joined(separator: " "))"))
        let listing = try Tool.run("analyze", ["gaps", try log(), "--format", "ndjson"] + words)
        #expect(listing.text.split(separator: "\n").filter { $0.contains(#""suspended""#) }.count == gaps)
        #expect(text.components(separatedBy: #"id="gap-"#).count - 1 == gaps)
    }

    @Test("--markdown goes to standard output") func markdown() throws {
        let result = try Tool.run("analyze", ["report", try log(), "--markdown"])
        #expect(result.status == 0)
        #expect(result.text.contains("| +1 min | 10 min | suspended |"))
    }

    @Test("--compare shows the other log beside it") func compare() throws {
        let path = folder.appending("both.html")
        let result = try Tool.run("analyze", ["report", try log(), "--compare", try log(), "-o", path])
        #expect(result.status == 0)
        #expect(String(decoding: try folder.read("both.html"), as: UTF8.self).contains("id=\"compare\""))
    }

    @Test("is the same under any locale") func locales() throws {
        let words = ["report", try log(), "-o", "-"]
        let plain = try Tool.run("analyze", words, environment: ["LC_ALL": "C"])
        #expect(plain.status == 0)
        for name in ["de_DE.UTF-8", "ar_EG.UTF-8"] {
            #expect(try Tool.run("analyze", words, environment: ["LC_ALL": name]).output == plain.output)
        }
    }

    @Test("never overwrites unasked, nor what it reads") func overwriting() throws {
        let path = try folder.write("precious", to: "page.html")
        #expect(try Tool.run("analyze", ["report", try log(), "-o", path]).status == 1)
        #expect(try folder.read("page.html") == Array("precious".utf8))
        #expect(try Tool.run("analyze", ["report", try log(), "-o", path, "--force"]).status == 0)
        #expect(try Tool.run("analyze", ["report", try log(), "-o", try log(), "--force"]).status == 2)
    }

    @Test("ends with 3 where the log is damaged, and the page says so") func damaged() throws {
        let path = try folder.write(
            "{\"k\":\"hb\",\"t\":1777881600000}\n{\"k\":\n{\"k\":\"hb\",\"t\":1777881660000}\n", to: "bad.jsonl")
        let result = try Tool.run("analyze", ["report", path, "-o", folder.appending("bad.html")])
        #expect(result.status == 3)
        #expect(String(decoding: try folder.read("bad.html"), as: UTF8.self).contains("class=\"banner damage\""))
    }

    @Test(
        "wants an output, a time, and a page to compare in",
        arguments: [
            [], ["-o", "x", "--since", "teatime"], ["--markdown", "--compare", "y"], ["-o", "x", "--lang", "de"],
        ]) func wrongUsage(words: [String]) throws
    {
        let result = try Tool.run("analyze", ["report", try log()] + words)
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("analyze: "))
    }
}
