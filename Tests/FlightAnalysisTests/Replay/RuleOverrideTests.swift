import FieldModel
import Testing

@testable import FlightAnalysis

@Suite struct RuleOverrideTests {
    @Test(
        "a setting is taken apart, or is none",
        arguments: [
            ("a.b=1.5", "a.b 1.5 -"), ("a=0@08:00", "a 0.0 08:00"), ("a=1@mark:x=y", "a 1.0 mark:x=y"), ("a", nil),
            ("a=", nil), ("=1", nil), ("a=x", nil), ("a=nan", nil), ("a=1=2", nil),
        ] as [(String, String?)])
    func parts(text: String, expected: String?) {
        #expect(RuleOverride.parts(text).map { "\($0.name) \($0.value) \($0.time ?? "-")" } == expected)
    }

    @Test("a rules file is read for its own core only")
    func file() throws {
        let text = #"{"core":"trail","rules":{"spacing.least":40}}"#
        let read = try RuleOverride.read(Array(text.utf8), path: "f", core: "trail")
        #expect(read == [RuleOverride("spacing.least", 40)])
        #expect(throws: AnalysisError.self) { try RuleOverride.read(Array(text.utf8), path: "f", core: "run") }
    }

    @Test(
        "a file that is no rules file says what was expected",
        arguments: ["{", "{}", #"{"rules":{"a":"far"}}"#, #"{"rules":{},"more":1}"#])
    func broken(text: String) {
        #expect(throws: AnalysisError.self) { try RuleOverride.read(Array(text.utf8), path: "f", core: "trail") }
    }
}
