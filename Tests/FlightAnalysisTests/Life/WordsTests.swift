import FieldModel
import FlightAnalysis
import LogFormat
import TestKit
import Testing

/// Sentences made from codes, in every language.
@Suite struct WordsTests {
    static let phrases: [Phrase] =
        GapKind.known.compactMap(\.meaning) + GapKind.known.compactMap(\.advice)
        + EvidenceCode.known.compactMap(\.meaning)

    @Test(arguments: phrases)
    func `a code has a sentence of its own in every language`(phrase: Phrase) {
        let texts = Language.allCases.map { phrase[$0] }
        #expect(Set(texts).count == Language.allCases.count, "\(texts)")
        #expect(phrase.zh.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) })
    }

    @Test(arguments: ExitCause.allCases)
    func `every cause of an end has a meaning`(cause: ExitCause) {
        #expect(GapKind(rawValue: cause.rawValue).meaning != nil)
    }

    @Test(arguments: Language.allCases)
    func `every check says why it matters and what to do`(language: Language) throws {
        var log = LogText()
        log.launch(0)
        let folder = TemporaryFolder()
        try log.write(to: folder)
        let report = try CheckReport(of: LogSource.open(folder.path))
        let rows = try #require(report.value(in: language)["checks"]?.array)
        #expect(rows.count == report.results.count)
        #expect(rows.allSatisfy { $0["why"]?.string?.isEmpty == false && $0["do"]?.string?.isEmpty == false })
        #expect(Set(rows.map { $0["why"] }).count == rows.count)
    }

    static let counts: [(Int64, String, String, String)] = [
        (0, "0 gaps", "0 trou", "0 处"), (1, "1 gap", "1 trou", "1 处"), (2, "2 gaps", "2 trous", "2 处"),
    ]

    @Test(arguments: counts)
    func `a number takes the noun that goes with it`(count: Int64, en: String, fr: String, zh: String) {
        let phrase = Phrase("{count:gap|gaps}", "{count:trou|trous}", "{count} 处")
        let texts = Language.allCases.map { phrase.text([.init("count", .integer(count))], in: $0) }
        #expect(texts == [en, fr, zh])
    }
}
