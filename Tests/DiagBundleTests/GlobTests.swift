import Testing

@testable import DiagBundle

@Suite struct GlobTests {
    @Test(
        "Patterns fit what they say",
        arguments: [
            ("*.csv", "samples/a.csv", true), ("*.csv", "samples/a.jsonl", false), ("samples", "samples/a.csv", true),
            ("samples/", "samples/a.csv", true), ("samples/*", "samples/a.csv", true),
            ("events/*.jsonl", "events/2026-11-30.jsonl", true), ("events/*.jsonl", "p-1-x/events/a.jsonl", false),
            ("**/a.csv", "samples/a.csv", true), ("**/a.csv", "a.csv", true), ("**/events/*", "p-1/events/x", true),
            ("2026-11-3?.csv", "samples/2026-11-30.csv", true), ("2026-11-[0-2]*", "samples/2026-11-30.csv", false),
            ("2026-11-[0-3]*", "samples/2026-11-30.csv", true), ("a*b*c", "axxbyyc", true), ("a*b*c", "axxbyy", false),
            ("*", "a/b/c", true), ("", "a", false), ("a/*/c", "a/b/c", true), ("a/*/c", "a/b/x/c", false),
            ("a/**/c", "a/b/x/c", true),
        ])
    func fits(pattern: String, path: String, expected: Bool) {
        #expect(Glob(pattern).fits(path) == expected)
    }

    @Test("Many stars do not take for ever")
    func stars() {
        let pattern = String(repeating: "a*", count: 30) + "b"
        #expect(!Glob(pattern).fits(String(repeating: "a", count: 500)))
    }
}
