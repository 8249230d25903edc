import Foundation
import TestKit
import Testing

@Suite("What a command writes is kept away from what it reads") struct SeparationTests {
    let folder = TemporaryFolder()

    init() throws {
        try folder.write(
            "{\"n\":1,\"t\":1777881600000,\"m\":1,\"u\":1,\"k\":\"mark\",\"text\":\"a\"}\n",
            to: "log/events/2026-05-04.jsonl")
        try folder.write("n,t,lat,lon,hacc\n2,1777881601000,50,10,8\n", to: "log/samples/2026-05-04.csv")
        try folder.write("[]", to: "source.json")
        try folder.write("letters", to: "home/letter.txt")
        let packed = try Tool.run(
            "diagpack", ["pack", "log", "--no-encrypt", "-o", "in/day.tar.gz"], folder: folder.path)
        #expect(packed.status == 1)  // there is no folder `in`
        try folder.write("", to: "in/key.txt")
        _ = try Tool.run("diagpack", ["pack", "log", "--no-encrypt", "-o", "in/day.tar.gz"], folder: folder.path)
    }

    private var tree: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
                .map { "\($0) \(try FileManager.default.attributesOfItem(atPath: folder.appending($0))[.size] ?? 0)" }
        }
    }

    static let commands = [
        "diagpack pack log --no-encrypt -o log/events/2026-05-04.jsonl --force",
        "analyze unpack in/day.tar.gz -o in --force", "analyze unpack in/day.tar.gz -o in/day.tar.gz --force",
        "analyze unpack in/day.tar.gz -o . --force", "analyze decrypt in/day.tar.gz -o in/day.tar.gz --force",
        "analyze replay log --decisions log/events/2026-05-04.jsonl --force",
        "analyze export log --to csv -o log/samples/2026-05-04.csv --force",
        "analyze import --from e-mission source.json -o source.json --force",
    ]

    @Test("even with --force, and nothing changes", arguments: commands)
    func refused(command: String) throws {
        let before = try tree
        var words = command.split(separator: " ").map(String.init)
        let result = try Tool.run(words.removeFirst(), words, folder: folder.path)
        #expect(result.status == 2, "\(result.errors)")
        #expect(try tree == before)
    }

    @Test("a folder that holds anything but a log is not replaced")
    func foreignFolder() throws {
        let result = try Tool.run("analyze", ["unpack", "in/day.tar.gz", "-o", "home", "--force"], folder: folder.path)
        #expect(result.status == 1)
        #expect(result.errors.contains("holds other things than a log"))
        #expect(try folder.read("home/letter.txt") == Array("letters".utf8))
    }

    @Test("a log folder is, where --force is given")
    func logFolder() throws {
        let result = try Tool.run("analyze", ["unpack", "in/day.tar.gz", "-o", "log", "--force"], folder: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.appending("log/manifest.json")))
    }
}
