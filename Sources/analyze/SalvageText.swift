import CommandKit
import DiagBundle

/// What a salvage recovered and what not, in words.
enum SalvageText {
    static func lines(_ report: Salvager.Report, _ folder: String) -> String {
        var text = "\(folder): \(report.whole.count) files whole, \(ByteCount.text(report.bytes)) recovered"
        if let manifest = report.manifest { text += " of \(manifest.files.count) files in the manifest" }
        text += "\n"
        for part in report.partial { text += "  cut: \(part.path): \(part.bytes) of \(part.wanted) bytes\n" }
        for path in report.contradicted { text += "  not what the manifest says, left out: \(path)\n" }
        for file in report.missing { text += "  lost: \(file.path): \(file.bytes) bytes\n" }
        if report.lostBytes > 0 { text += "  \(report.lostBytes) bytes of the bundle are not authentic\n" }
        if !report.isEndSeen { text += "  the end of the bundle is missing\n" }
        if report.manifest == nil { text += "  the manifest is lost: what else was in the bundle is not known\n" }
        return text
    }
}
