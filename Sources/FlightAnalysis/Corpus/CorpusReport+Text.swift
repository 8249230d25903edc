import FieldModel
import LogFormat

/// A corpus report in the forms that CI systems and reviews read.
extension CorpusReport {
    /// JUnit's XML: a test case a log and core. Source: the schema that Jenkins and GitLab read.
    public var junit: String {
        var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"".utf8)
        XMLText.append(corpus, to: &bytes)
        bytes += "\" tests=\"\(results.count)\" failures=\"\(count(.changed))\" errors=\"\(count(.error))\">\n".utf8
        for result in results {
            bytes += "  <testcase classname=\"".utf8
            XMLText.append(result.core.isEmpty ? "corpus" : result.core, to: &bytes)
            bytes += "\" name=\"".utf8
            XMLText.append(result.log, to: &bytes)
            guard result.outcome != .passed else {
                bytes += "\"/>\n".utf8
                continue
            }
            let element = result.outcome == .changed ? "failure" : "error"
            bytes += "\">\n    <\(element) message=\"".utf8
            XMLText.append(result.headline, to: &bytes)
            bytes += "\">".utf8
            XMLText.append(result.difference.map { $0 + "\n" }.joined(), to: &bytes)
            bytes += "</\(element)>\n  </testcase>\n".utf8
        }
        return String(decoding: bytes + Array("</testsuite>\n".utf8), as: UTF8.self)
    }

    /// Markdown, for a comment under a change.
    public var markdown: String {
        var text = "## Corpus: \(summary)\n"
        let notable = results.filter { $0.outcome != .passed }
        guard !notable.isEmpty else { return text }
        text += "\n| log | core | | because of |\n|---|---|---|---|\n"
        for result in notable {
            let because = result.causes.map { "`\($0.rule)`" }.joined(separator: ", ")
            text += "| `\(result.log)` | \(result.core) | \(result.outcome.rawValue) | \(because) |\n"
        }
        for result in notable {
            text += "\n### \(result.log) \(result.core)\n\n\(result.headline)\n"
            guard !result.difference.isEmpty else { continue }
            let shown = result.difference.prefix(CorpusResult.shownLines)
            text += "\n```diff\n" + shown.map { $0 + "\n" }.joined() + "```\n"
            let more = result.difference.count - shown.count
            if more > 0 { text += "\nand \(more) more lines\n" }
        }
        return text
    }
}

extension CorpusResult {
    /// One line: what happened and why.
    public var headline: String { [detail, because].filter { !$0.isEmpty }.joined(separator: "; ") }
}
