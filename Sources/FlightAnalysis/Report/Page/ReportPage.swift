import DiagBundle
import FieldModel
import LogFormat

/// The report as one HTML page: it loads nothing, and its own policy forbids it to. What is text stands in it as text;
/// the scripts draw the pictures from the payload. No text of a log is ever taken for markup.
public struct ReportPage {
    let report: LogReport
    let language: Language
    /// The log as a command line names it.
    let input: String
    let comparison: ReportComparison?
    var page = PageText()

    /// `input` is the log with its keys and the part of it, as a command line names them; `other` a report to compare with.
    public init(_ report: LogReport, input: String, in language: Language, comparedWith other: LogReport? = nil) {
        self.report = report
        self.input = input
        self.language = language
        comparison = other.map { ReportComparison(report, with: $0) }
    }

    /// The bytes of the document.
    public static func document(
        _ report: LogReport, input: String, in language: Language, comparedWith other: LogReport? = nil
    ) -> [UInt8] {
        var page = ReportPage(report, input: input, in: language, comparedWith: other)
        page.write()
        return page.page.bytes
    }

    // MARK: Frame

    private static let style = PackageResources.page_css + PackageResources.pictures_css
    /// In the order in which each needs those before it; one function around all of them keeps their names apart from
    /// the page's.
    private static let script =
        Array("(() => {\n\"use strict\";\n".utf8) + PackageResources.format_js + PackageResources.series_js
        + PackageResources.view_js + PackageResources.lanes_js + PackageResources.gaps_js
        + PackageResources.readout_js + PackageResources.gestures_js + PackageResources.track_js
        + PackageResources.start_js + Array("})();\n".utf8)

    private mutating func write() {
        let script = Self.script, style = Self.style
        page.markup("<!DOCTYPE html>\n<html")
        page.attribute("lang", language.rawValue)
        page.markup("><head><meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\"")
        page.attribute(
            "content",
            "default-src 'none'; script-src 'sha256-\(ContentDigest.base64(of: script))'; style-src "
                + "'sha256-\(ContentDigest.base64(of: style))'; base-uri 'none'; form-action 'none'")
        page.markup(">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        page.markup(
            "<meta name=\"color-scheme\" content=\"light dark\"><meta name=\"referrer\" content=\"no-referrer\">\n")
        page.element("title", PageText.clipped(report.choice.name))
        page.markup("<style>")
        page.raw(style)
        page.markup("</style></head>\n<body>\n")
        header()
        page.markup("<main>\n")
        body()
        page.markup("</main>\n<footer>")
        page.element("p", ReportWords.offline[language])
        page.markup("</footer>\n<script type=\"application/json\" id=\"data\">")
        page.raw(ReportPayload.text(report, in: language))
        page.markup("</script>\n<script>")
        page.raw(script)
        page.markup("</script>\n</body></html>\n")
    }

    private mutating func body() {
        banners()
        guard report.span != nil else { return page.element("p", class: "banner", ReportWords.empty[language]) }
        headline()
        timeline()
        track()
        gapCards()
        exitCards()
        findings()
        decisions()
        battery()
        settings()
        if let comparison { compare(comparison) }
        reproduce()
    }

    // MARK: Parts that the sections share

    /// A section with its heading; its contents follow, then `</section>`.
    mutating func begin(_ id: String, _ title: String) {
        page.markup("<section")
        page.attribute("id", id)
        page.attribute("aria-labelledby", id + "-title")
        page.markup("><h2")
        page.attribute("id", id + "-title")
        page.markup(">")
        page.text(title)
        page.markup("</h2>\n")
    }

    mutating func end() { page.markup("</section>\n") }

    mutating func table(_ caption: Phrase, _ head: [Phrase], _ rows: [[PageTable.Cell]], verb: String) {
        let command = "analyze \(verb) \(input)"
        PageTable(caption: caption[language], head: head.map { $0[language] }, rows: rows).write(to: &page) {
            ReportWords.moreRows.text([.init("count", .whole($0)), .init("command", .string(command))], in: language)
        }
    }

    /// What is there for those who read instead of looking.
    mutating func folded(_ contents: (inout ReportPage) -> Void) {
        page.markup("<details class=\"tables\"><summary>")
        page.text(ReportWords.asTable[language])
        page.markup("</summary>\n")
        contents(&self)
        page.markup("</details>\n")
    }

    static func time(_ time: WallTime) -> PageTable.Cell { .time(time.description) }
}
