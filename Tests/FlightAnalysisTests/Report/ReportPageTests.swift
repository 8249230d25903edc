import DecisionCore
import FieldModel
import Foundation
import LogFormat
import TestKit
import Testing

@testable import FlightAnalysis

@Suite struct ReportPageTests {
    @Test func `the payload has as many gaps as the listing, with their kinds, lengths and whether they matter`() throws
    {
        let (_, data) = try reportedWalk().page()
        let gaps = try #require(data["gaps"]?.array)
        #expect(gaps.map { $0.array?[2] } == ["suspended", "crash"])
        #expect(gaps.map { $0.array?[3].integer } == [6000, 550])
        #expect(gaps.map { $0.array?[5].integer } == [1, -1])
    }

    @Test func `measurements are broken at each gap, and the track has no line over one`() throws {
        let (_, data) = try reportedWalk().page()
        #expect(data["measures"]?["lines"]?.array?.count == 2)
        #expect(data["track"]?["lines"]?.array?.count == 2)
        let connectors = try #require(data["track"]?["connectors"]?.array)
        #expect(connectors.map { $0.array?[6].string } == ["suspended"])
        #expect(connectors.map { $0.array?[7].bool } == [true])
    }

    @Test func `what was dropped is there by its reason`() throws {
        let (_, data) = try reportedWalk().page()
        #expect(data["track"]?["dropped"]?.fields?.map(\.key) == ["rejected"])
    }

    @Test func `a card for each gap and each end, and the crash above everything`() throws {
        let (text, _) = try reportedWalk().page()
        #expect(text.contains("id=\"gap-1\"") && text.contains("id=\"gap-2\"") && !text.contains("id=\"gap-3\""))
        #expect(text.contains("class=\"banner crash\""))
        #expect(text.contains("signal 11"))
        #expect(!text.contains("class=\"banner damage\""))
    }

    @Test func `permissions stand with what they were before`() throws {
        let (text, _) = try reportedWalk().page()
        #expect(text.contains("<td><bdi>always</bdi></td><td><bdi>whenInUse</bdi></td>"))
    }

    @Test func `the policy of the page allows its own script and style and nothing else`() throws {
        let (text, _) = try reportedWalk().page()
        let policy = try #require(text.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)?.1)
        #expect(
            policy.contains(
                /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; base-uri 'none'; form-action 'none'$/
            ))
        #expect(text.matches(of: /<script/).count == 2)
        #expect(
            !text.contains("http://")
                || text.matches(of: /http:\/\/www.w3.org\/2000\/svg/).count == text.matches(of: /http:\/\//).count)
        #expect(!text.contains("https://"))
    }

    static let hostile = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\u{202E}\u{2066}\u{1F}&\"'"

    @Test func `no text of a log becomes markup`() throws {
        let (text, data) = try reportedWalk(mark: Self.hostile).page(ExportChoice(name: Self.hostile))
        #expect(text.matches(of: /<script/).count == 2)
        #expect(!text.contains("<img"))
        #expect(text.contains("<bdi>&lt;/script&gt;&lt;script&gt;"))
        #expect(data["marks"]?.array?.first?.array?[1].string == Self.hostile)
    }

    @Test func `a text of a million characters is shown by its beginning`() throws {
        let (text, _) = try reportedWalk(mark: String(repeating: "x", count: 1_000_000)).page()
        #expect(text.utf8.count < 200_000)
        #expect(text.contains(String(repeating: "x", count: 300) + "…"))
    }

    @Test func `a part of a log is what the page tells of`() throws {
        let window = TimeWindow(since: WallTime(origin + 700_000), until: WallTime(origin + 790_000))
        let (_, data) = try reportedWalk().page(ExportChoice(window: window, name: "part"))
        #expect(data["from"]?.integer == origin + 700_000)
        #expect(data["to"]?.integer == origin + 790_000)
        #expect(data["gaps"]?.array?.count == 1)
        // The first fix of the part came at second 721, 21 s after its beginning.
        #expect(data["track"]?["t"]?.array?.first?.integer == 210)
    }

    @Test func `zones hide what lies in them`() throws {
        let zones = PrivacyZones([.init(name: "home", latitude: 500_000_000, longitude: 100_000_000, radius: 200_000)])
        let (text, data) = try reportedWalk().page(ExportChoice(zones: zones, name: "walk"))
        // Of the way only what lies 900 m on is left.
        #expect(data["track"]?["t"]?.array?.first?.integer == 7_210)
        #expect(data["track"]?["dropped"]?.fields?.isEmpty == true)
        #expect(!text.contains("\"lat\":50,"))
    }

    @Test(arguments: [(Language.fr, "Pourquoi s&#39;est-il"), (.zh, "为什么停了"), (.en, "Why did it stop?")])
    func `sentences come in three languages`(language: Language, heading: String) throws {
        let (text, _) = try reportedWalk().page(in: language)
        #expect(text.contains(heading.replacingOccurrences(of: "&#39;", with: "'")))
        #expect(text.contains("<html lang=\"\(language.rawValue)\">"))
    }

    @Test func `an empty log makes a page that says so`() throws {
        let folder = TemporaryFolder()
        try folder.write("", to: "events/2026-05-04.jsonl")
        let report = try LogReport(of: LogSource.open(folder.path), ExportChoice(name: "empty"))
        let text = String(decoding: ReportPage.document(report, input: "empty", in: .en), as: UTF8.self)
        #expect(text.contains("No record could be read."))
    }
}
