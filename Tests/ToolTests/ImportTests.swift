import SystemIO
import TestKit
import Testing

@Suite("analyze import") struct ImportTests {
    let folder = TemporaryFolder()

    static let night = """
        [{"metadata": {"key": "background/location", "write_ts": 1564378145.856477, "platform": "ios"},
          "data": {"ts": 1564378136.576662, "latitude": 50.1, "longitude": 10.2, "accuracy": 20, "sensed_speed": -1}},
         {"metadata": {"key": "stats/server", "write_ts": 1}, "data": {}}]
        """
    static let motion = """
        [{"metadata": {"key": "background/motion_activity", "write_ts": 1564378140, "platform": "ios"},
          "data": {"ts": 1564378139, "stationary": true, "confidence": "high"}}]
        """

    @Test("makes one log of several files, and says what it made of them") func severalFiles() throws {
        let files = [try folder.write(Self.night, to: "l.json"), try folder.write(Self.motion, to: "m.json")]
        let result = try Tool.run(
            "analyze", ["import"] + files + ["--from", "e-mission", "-o", folder.appending("log")])
        #expect(result.status == 0)
        #expect(result.output.isEmpty)
        #expect(
            result.errors == """
                \(folder.appending("log")): 1 fixes, 1 events
                  received from 2019-07-29T05:29:00.000Z to 2019-07-29T05:29:05.856Z
                  not given by the source: alt, vacc, sacc, course, cacc
                  left out: 1 x stats/server

                """)
        #expect(
            String(decoding: try folder.read("log/samples/2019-07-29.csv"), as: UTF8.self)
                == "n,recv,t,lat,lon,hacc,speed\n2,1564378145856,1564378136577,50.1000000,10.2000000,20.00,-1.00\n")
        #expect(
            String(decoding: try folder.read("log/events/2019-07-29.jsonl"), as: UTF8.self)
                == #"{"n":1,"t":1564378140000,"k":"motion","kind":"stationary","conf":"high","at":1564378139000}"#
                + "\n")
    }

    @Test("ends with 3 where an entry could not be used, and keeps the others") func damaged() throws {
        let file = try folder.write(Self.night.dropLast() + ", 7]", to: "l.json")
        let result = try Tool.run("analyze", ["import", file, "--from", "e-mission", "-o", folder.appending("log")])
        #expect(result.status == 3)
        #expect(result.errors.contains("damaged: 1 x entry without key or time"))
        #expect(try FileSystem.names(in: folder.appending("log")) == ["samples"])
    }

    @Test(
        "says what is wrong with a file, and leaves nothing",
        arguments: [
            ("{\"a\": 1}", "expected a list of entries"), ("[1, ]", "is no JSON: expected a value at byte 4"),
            ("[]", "nothing in"),
        ])
    func refusals(content: String, message: String) throws {
        let file = try folder.write(content, to: "l.json")
        let result = try Tool.run("analyze", ["import", file, "--from", "e-mission", "-o", folder.appending("log")])
        #expect(result.status == 1)
        #expect(result.errors.contains(message))
        #expect(result.errors.contains("hint: "))
        #expect(try FileSystem.names(in: folder.path) == ["l.json"])
    }

    @Test(
        "wants a format, an output and a file",
        arguments: [["--from", "e-mission"], ["-o", "x", "f"], ["--from", "x"]])
    func usage(words: [String]) throws {
        #expect(try Tool.run("analyze", ["import"] + words, folder: folder.path).status == 2)
    }
}
