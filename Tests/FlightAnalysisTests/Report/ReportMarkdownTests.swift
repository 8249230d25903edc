import FieldModel
import Foundation
import Testing

@testable import FlightAnalysis

@Suite struct ReportMarkdownTests {
    private func text(_ mark: String = "left the house") throws -> String {
        ReportMarkdown.text(try reportedWalk(mark: mark).report(), in: .en)
    }

    @Test func `it has findings, versions and how to reproduce`() throws {
        let text = try text()
        #expect(text.contains("| +1 min | 10 min | suspended | certain |"))
        #expect(text.contains("- Phone 9,1, 26.1"))
        #expect(text.contains("- Wanderer (117)"))
        #expect(text.contains("crash (signal 11)"))
        #expect(text.contains("```sh\nanalyze gaps LOG\n"))
    }

    @Test func `nothing private is in it: no place, no free text, no id, no date`() throws {
        let text = try text("SECRET-MARK")
        #expect(!text.contains("SECRET"))
        #expect(!text.contains("50.0") && !text.contains("10.0"))
        #expect(!text.contains(/20\d\d-\d\d-\d\d/))
        #expect(!text.contains(/\d\d:\d\d:\d\d/))
        #expect(!text.contains("walk\n") && !text.contains("7200"))
    }

    @Test func `a device's name makes no link, no mention and no tag`() throws {
        var log = LogText()
        log.launch(0, #""device":"[x](http://y) @all <b>|","os":"1","app":"`a`""#)
        log.beats(stride(from: 60, through: 300, by: 60))
        let text = ReportMarkdown.text(try log.report(), in: .en)
        #expect(text.contains(#"\[x\](http://y) \@all &lt;b>\|"#))
        #expect(text.contains(#"\`a\`"#))
    }
}
