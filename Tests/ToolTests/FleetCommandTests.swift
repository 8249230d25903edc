import FieldModel
import LogFormat
import TestKit
import Testing

/// `analyze fleet` as a real process.
@Suite struct FleetCommandTests {
    private func log(_ folder: TemporaryFolder, _ name: String, device: String, build: String) throws -> String {
        let text = GapsCommandTests.log.replacing(
            "\"run\":\"A\"", with: "\"run\":\"A\",\"device\":\"\(device)\",\"os\":\"26.1\",\"build\":\"\(build)\"")
        return try folder.write(text, to: name)
    }

    @Test func `each input is a line, and one that cannot be read stops nothing`() throws {
        let folder = TemporaryFolder()
        let inputs = [
            try log(folder, "a.jsonl", device: "phone-a", build: "1"), folder.appending("nowhere"),
            try log(folder, "b.jsonl", device: "phone-b", build: "2"),
        ]
        let result = try Tool.run("analyze", ["fleet", "--format", "ndjson"] + inputs)
        #expect(result.status == 3)
        let lines = try result.text.split(separator: "\n").map { try JSON.parse(String($0)) }
        #expect(lines.map { $0["status"] } == ["whole", "unreadable", "whole"])
        #expect(lines.map { $0["input"] } == inputs.map { .string($0) })
        #expect(lines[1]["error"]?.string?.contains("nowhere") == true)
        #expect(lines[0]["gap_kinds"] == .object([.init("killed", 1), .init("suspended", 1)]))
        #expect(lines[0]["ends"]?["killed"] == 1)
        let groups = try #require(lines[2]["groups"]?.array)
        #expect(groups.map { $0["device"] } == ["phone-b"])
        #expect(groups.map { $0["build"] } == ["2"])
        #expect(groups.map { $0["alive_s"]?.double } == [180])
        #expect(groups.map { $0["gaps"] } == [2])
    }

    @Test func `the table has a row for each device, system, build and configuration`() throws {
        let folder = TemporaryFolder()
        let inputs = try ["a", "b", "c"].map {
            try log(folder, "\($0).jsonl", device: "phone", build: $0 == "c" ? "2" : "1")
        }
        let table = try JSON.parse(try Tool.run("analyze", ["fleet", "--format", "json"] + inputs).text)
        #expect(table["schema"] == "flightlog.fleet-table/1")
        #expect(table["inputs"]?["whole"] == 3)
        let rows = try #require(table["rows"]?.array)
        #expect(rows.map { $0["build"] } == ["1", "2"])
        #expect(rows.map { $0["bundles"] } == [2, 1])
        #expect(rows.map { $0["alive_s"]?.double } == [360, 180])
        #expect(rows.map { $0["gaps"] } == [4, 2])
    }

    @Test func `the moments of a launch before its settings are no condition of their own`() throws {
        let folder = TemporaryFolder()
        let input = try folder.write(
            """
            {"n":1,"t":1777881600000,"m":1000,"u":1000,"k":"launch","run":"A","period":60000}
            {"n":2,"t":1777881600100,"m":1100,"u":1100,"k":"tz","zone":"Etc/UTC","offset":0}
            {"n":3,"t":1777881600200,"m":1200,"u":1200,"k":"profile","accuracy":"best","filter":0,"receiver":true}
            {"n":4,"t":1777881660000,"m":61000,"u":61000,"k":"hb","app":"bg"}
            {"n":5,"t":1777881720000,"m":121000,"u":121000,"k":"hb","app":"bg"}

            """, to: "a.jsonl")
        let table = try JSON.parse(try Tool.run("analyze", ["fleet", "--format", "json", input]).text)
        #expect(table["rows"]?.array?.map { $0["config"] } == ["best, no filter"])
    }

    @Test func `the lines go into a file that appears whole, the table to standard output`() throws {
        let folder = TemporaryFolder()
        let input = try log(folder, "a.jsonl", device: "phone-a", build: "1")
        let result = try Tool.run("analyze", ["fleet", input, "-o", folder.appending("lines")])
        #expect(result.status == 0)
        #expect(result.text.hasPrefix("1 input read\n"))
        #expect(try String(decoding: folder.read("lines"), as: UTF8.self).hasSuffix("}\n"))
        let again = try Tool.run("analyze", ["fleet", input, "-o", folder.appending("lines")])
        #expect(again.status == 1)
        #expect(again.errors.contains("exists already"))
    }

    @Test func `where none can be read the command fails`() throws {
        #expect(try Tool.run("analyze", ["fleet", "/nowhere/a", "/nowhere/b"]).status == 1)
    }
}
