import SystemIO
import TestKit
import Testing

@Suite("fieldsim") struct FieldSimTests {
    let folder = TemporaryFolder()

    @Test("writes a log folder with the truth beside it, the same for the same seed") func sameSeed() throws {
        let first = try Tool.run("fieldsim", ["--seed", "7", "--hours", "0.5", "-o", folder.appending("a")])
        let second = try Tool.run("fieldsim", ["--seed=7", "--hours=0.5", "--output", folder.appending("b")])
        #expect([first.status, second.status] == [0, 0])
        #expect(first.output.isEmpty)
        let names = ["events/2026-05-04.jsonl", "samples/2026-05-04.csv", "truth.csv"]
        #expect(try names.map { try folder.read("a/\($0)") } == names.map { try folder.read("b/\($0)") })
    }

    @Test("begins on the day it is told, with the troubles it is told") func options() throws {
        let result = try Tool.run(
            "fieldsim",
            [
                "-o", folder.appending("a"), "--date", "2026-12-31", "--troubles", "tunnel,coarse", "--set",
                "rest.interval=60",
            ])
        #expect(result.status == 0)
        #expect(try FileSystem.names(in: folder.appending("a/samples")) == ["2026-12-31.csv", "2027-01-01.csv"])
        let rows = String(decoding: try folder.read("a/truth.csv"), as: UTF8.self).split(separator: "\n").dropFirst()
        let troubles = Set(rows.map { $0.split(separator: ",", omittingEmptySubsequences: false)[6] })
        #expect(troubles == ["", "tunnel", "coarse"])
    }

    @Test(
        "refuses what it does not understand, and leaves nothing",
        arguments: [
            ["--seed", "x"], ["--date", "2026-02-30"], ["--troubles", "rain"], ["--set", "rest.interval"],
            ["--set", "rain=1"], ["--set", "rest.interval=-1"], ["--set", "rest.interval=nan"], ["--hours", "25"],
            ["extra"],
        ])
    func refusals(words: [String]) throws {
        let result = try Tool.run("fieldsim", words + ["-o", folder.appending("a")])
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("fieldsim: "))
        #expect(try FileSystem.names(in: folder.path) == [])
    }

    @Test("does not overwrite a log unless it is forced to") func force() throws {
        try folder.write("old", to: "a/file")
        let refused = try Tool.run("fieldsim", ["-o", folder.appending("a")])
        #expect(refused.status == 1)
        #expect(try folder.read("a/file") == Array("old".utf8))
        #expect(try Tool.run("fieldsim", ["-o", folder.appending("a"), "--force", "--hours", "0.1"]).status == 0)
        #expect(try FileSystem.names(in: folder.appending("a")) == ["events", "samples", "truth.csv"])
    }

    @Test("lists its numbers with where they come from") func parameters() throws {
        let result = try Tool.run("fieldsim", ["--list-parameters"])
        #expect(result.status == 0)
        #expect(result.text.contains("outlier.error"))
        #expect(result.text.split(separator: "\n").count > 40)
    }
}
