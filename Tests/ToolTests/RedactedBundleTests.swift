import Foundation
import LogFormat
import TestKit
import Testing

/// What is told of a bundle that the tester took positions out of, and of a key where a log was expected.
@Suite struct RedactedBundleTests {
    /// Life to second 300, a gap to second 1,000, and 1.1 km between the fixes around it.
    private static func desk() throws -> BundleToolTests.Desk {
        let desk = try BundleToolTests.Desk()
        let start = 1_796_000_000_000
        func event(_ n: Int, _ second: Int, _ rest: String) -> String {
            "{\"n\":\(n),\"t\":\(start + second * 1000),\"m\":\(second * 1000),\"u\":\(second * 1000),\(rest)}\n"
        }
        let beats = [(3, 60), (4, 120), (5, 180), (6, 240), (8, 300), (9, 1000), (11, 1060)].map { n, second in
            event(n, second, "\"k\":\"hb\",\"app\":\"bg\",\"due\":\(second == 1000 ? 360_000 : second * 1000)")
        }
        try desk.folder.write(
            event(1, 0, "\"k\":\"launch\",\"run\":\"R\",\"period\":60000") + beats.joined(),
            to: "log/events/2026-11-30.jsonl")
        let fixes = [(2, 20, 50.102), (7, 290, 50.1), (10, 1001, 50.11)]
        try desk.folder.write(
            "n,m,recv,t,lat,lon,hacc\n"
                + fixes.map { n, second, latitude in
                    let time = start + second * 1000
                    return "\(n),\(second * 1000),\(time),\(time),\(latitude),10.0,8\n"
                }.joined(), to: "log/samples/2026-11-30.csv")
        return desk
    }

    @Test func `no gap of it matters or does not, since the fixes that are left lie elsewhere`() throws {
        let desk = try Self.desk()
        try desk.folder.write(
            #"{"zones": [{"name": "home", "lat": 50.1, "lon": 10.0, "radius_m": 150}]}"#, to: "rules.json")
        #expect(try desk.pack("-o whole.age").status == 0)
        #expect(try desk.pack("-o less.age --redact rules.json").status == 0)
        let cases: [(String, Double?, Bool?)] = [("whole.age", 1112, true), ("less.age", nil, nil)]
        for (bundle, moved, matters) in cases {
            let listed = try desk.run("analyze", "gaps \(bundle) -i key.txt --format json")
            let value = try JSON.parse(Array(listed.text.utf8))
            let gap = try #require(value["gaps"]?.array?.first)
            #expect(gap["moved_m"]?.double.map { $0.rounded() } == moved)
            #expect(gap["matters"]?.bool == matters)
            #expect((value["moved_m"]?.double == nil) == (moved == nil))
        }
        let text = try desk.run("analyze", "gaps less.age -i key.txt").text
        #expect(text.contains("positions were taken out of this bundle, so no movement is told"))
    }

    @Test(arguments: [
        "gaps key.txt", "info key.txt", "import key.txt --from csv -o out", "gaps log -i KEY", "gaps KEY",
    ])
    func `a key that is given in place of something else is not repeated`(words: String) throws {
        let desk = try Self.desk()
        let lines = String(decoding: try desk.folder.read("key.txt"), as: UTF8.self).split(separator: "\n")
        let key = try #require(lines.first { $0.hasPrefix("AGE-SECRET-KEY-1") }).description
        // Nothing but the key, as a person copies it.
        try desk.folder.write(key + "\n", to: "key.txt")
        let result = try desk.run("analyze", words.replacing("KEY", with: key))
        #expect(!(result.text + result.errors).contains(key.dropFirst(15).prefix(12)), "\(result.errors)")
    }
}
