import SystemIO
import TestKit
import Testing

@Suite("analyze export") struct ExportTests {
    let folder = TemporaryFolder()

    private func log() throws -> String {
        try folder.write(
            """
            n,recv,t,lat,lon,hacc,speed,sacc,course,cacc
            1,1777881600000,1777881600000,50.0000000,10.0000000,8.00,1.40,0.30,0.0,5.0
            2,1777881610000,1777881610000,50.0001260,10.0000000,8.00,1.40,0.30,0.0,5.0

            """, to: "walk/samples/2026-05-04.csv")
        return folder.appending("walk")
    }

    @Test("writes the result to standard output and what it did to standard error") func standardOutput() throws {
        let result = try Tool.run("analyze", ["export", try log(), "--to", "csv", "-o", "-"])
        #expect(result.status == 0)
        #expect(result.text.hasPrefix("n,recv,t,lat,lon,hacc,speed,sacc,course,cacc,src,motion,app,run,"))
        #expect(result.errors == "standard output: 2 samples\n")
    }

    @Test(
        "B079: gives the same bytes under any locale", arguments: ["gpx", "geojson", "kml", "perfetto", "json", "mcap"])
    func locales(format: String) throws {
        let words = ["export", try log(), "--to", format, "-o", "-"]
        let plain = try Tool.run("analyze", words, environment: ["LC_ALL": "C"])
        #expect(plain.status == 0)
        for name in ["de_DE.UTF-8", "fr_FR.UTF-8", "ar_EG.UTF-8"] {
            #expect(try Tool.run("analyze", words, environment: ["LC_ALL": name]).output == plain.output)
        }
    }

    @Test("never overwrites unasked, whole or not at all", arguments: ["gpx", "sqlite"]) func overwriting(
        format: String
    ) throws {
        let path = try folder.write("precious", to: "out")
        let words = ["export", try log(), "--to", format, "-o", path]
        let refused = try Tool.run("analyze", words)
        #expect(refused.status == 1)
        #expect(
            refused.errors
                == "analyze: \(path) exists already\n  hint: give --force to replace it, or another name with -o\n")
        #expect(try folder.read("out") == Array("precious".utf8))
        #expect(try Tool.run("analyze", words + ["--force"]).status == 0)
        #expect(try folder.read("out") != Array("precious".utf8))
        #expect(try FileSystem.names(in: folder.path) == ["out", "walk"])
    }

    @Test(
        "says what is wrong with a zones file",
        arguments: [
            ("{", "is no JSON: expected a string at byte 1, found the end"),
            ("{\"zone\":[]}", "expected the key zones, found 'zone'"),
        ])
    func zones(content: String, message: String) throws {
        let path = try folder.write(content, to: "zones.json")
        let result = try Tool.run(
            "analyze", ["export", try log(), "--to", "gpx", "-o", folder.appending("x"), "--zones", path])
        #expect(result.status == 1)
        #expect(result.errors.contains(message))
        #expect(result.errors.contains("hint: a zones file looks like"))
        #expect(try FileSystem.names(in: folder.path) == ["walk", "zones.json"])
    }

    @Test("ends with 3 where the log is damaged, and says where") func damaged() throws {
        let path = try folder.write("{\"k\":\"hb\",\"t\":1}\n{\"k\":\n{\"k\":\"hb\",\"t\":2}\n", to: "bad.jsonl")
        let result = try Tool.run("analyze", ["export", path, "--to", "perfetto", "-o", "-"])
        #expect(result.status == 3)
        #expect(result.errors.contains("bad.jsonl is damaged: 1 lines and"))
    }

    @Test(
        "wants a format, an output, and a file for a database",
        arguments: [
            ["--to", "gpx"], ["-o", "x"], ["--to", "shapefile", "-o", "x"], ["--to", "sqlite", "-o", "-"],
            ["--to", "csv", "-o", "x", "--since", "teatime"],
        ])
    func usage(words: [String]) throws {
        #expect(try Tool.run("analyze", ["export", try log()] + words, folder: folder.path).status == 2)
    }

    @Test("B064: what is exported comes back in with every time and place", arguments: ["gpx", "kml", "geojson"])
    func roundTrip(format: String) throws {
        try folder.write(
            """
            n,recv,t,lat,lon,hacc,speed,sacc,course,cacc
            1,1777881600100,1777881600100,50.0000000,10.0000000,8.00,1.00,0.30,0.0,5.0
            2,1777881600350,1777881600350,50.0001800,10.0000000,8.00,1.00,0.30,0.0,5.0
            3,1777881600600,1777881600600,50.0003600,10.0000000,8.00,1.00,0.30,0.0,5.0
            4,1777881600850,1777881600850,50.0005400,10.0000000,8.00,1.00,0.30,0.0,5.0

            """, to: "fast/samples/2026-05-04.csv")
        let file = folder.appending("fast.\(format)")
        #expect(
            try Tool.run("analyze", ["export", folder.appending("fast"), "--to", format, "-o", file]).status == 0)
        #expect(
            try Tool.run("analyze", ["import", file, "--from", format, "-o", folder.appending("back")]).status == 0)
        let rows = String(decoding: try folder.read("back/samples/2026-05-04.csv"), as: UTF8.self).split(
            separator: "\n")
        #expect(
            rows.dropFirst().map { $0.split(separator: ",").prefix(5).joined(separator: ",") } == [
                "1,1777881600100,50.0000000,10.0000000,8.00", "2,1777881600350,50.0001800,10.0000000,8.00",
                "3,1777881600600,50.0003600,10.0000000,8.00", "4,1777881600850,50.0005400,10.0000000,8.00",
            ])
    }
}
