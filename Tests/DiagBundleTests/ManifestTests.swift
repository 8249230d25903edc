import FieldModel
import Testing

@testable import DiagBundle

@Suite struct ManifestTests {
    @Test("A manifest comes back as it was written")
    func roundTrip() throws {
        var manifest = Manifest(created: WallTime(1_796_000_000_000), tool: "diagpack", toolVersion: "1")
        manifest.expires = manifest.created + 86_400_000
        manifest.runs = [
            .init(run: "R", first: WallTime(1), last: WallTime(2), launch: [.init("os", "x"), .init("tz", 3600)])
        ]
        manifest.files = [
            .init(
                path: "events/a.jsonl", bytes: 3, sha256: String(repeating: "a", count: 64), records: 2,
                first: WallTime(1000), last: WallTime(2000)),
            .init(path: "settings.json", bytes: 0, sha256: String(repeating: "0", count: 64)),
        ]
        manifest.omissions = [.init(path: "b", bytes: 9, records: 4, first: WallTime(5000), why: "max-size")]
        manifest.redactions = [.init(path: "c", rule: "zone:home", count: 7)]
        manifest.failures = [.init(path: "d", message: "no")]
        manifest.databases = [.init(path: "track.sqlite", integrityCheck: ["ok"])]
        #expect(try Manifest(parsing: manifest.json, path: "") == manifest)
    }

    @Test(
        "What is no manifest is refused, and a newer one by its number",
        arguments: [
            ("", BundleError.Fault.damaged), ("[]", .damaged), ("{}", .damaged), ("{\"format\":2}", .newerVersion),
            ("{\"format\":1,\"files\":[{\"path\":\"a\"}]}", .damaged), ("{\"format\":\"1\"}", .damaged),
            (
                "{\"format\":1,\"files\":[{\"path\":\"a\",\"bytes\":-1,\"sha256\":\"\(String(repeating: "a", count: 64))\"}]}",
                .damaged
            ),
        ])
    func refused(text: String, fault: BundleError.Fault) {
        #expect { try Manifest(parsing: Array(text.utf8), path: "x") } throws: { ($0 as! BundleError).fault == fault }
    }
}
