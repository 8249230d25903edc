import CommandKit
import DiagBundle
import FieldModel
import LogFormat

/// What a bundle holds and what it leaves out, for the tester to read before it leaves.
struct PackListing {
    private let plan: BundlePlan
    private let options: PackOptions
    private var manifest: Manifest { plan.manifest }

    init(_ plan: BundlePlan, _ options: PackOptions) {
        self.plan = plan
        self.options = options
    }

    /// The listing of `--dry-run`.
    var text: String {
        var text = files
        for omission in manifest.omissions { text += "left out: \(line(of: omission))\n" }
        for redaction in manifest.redactions {
            text += "redacted: \(redaction.path): \(redaction.count) by \(redaction.rule)\n"
        }
        for database in manifest.databases where database.integrityCheck != ["ok"] {
            text += "database \(database.path): \(database.integrityCheck.joined(separator: "; "))\n"
        }
        for failure in manifest.failures { text += "not readable: \(failure.path): \(failure.message)\n" }
        if let expires = manifest.expires { text += "expires: \(expires)\n" }
        text += "\(manifest.files.count) files, \(ByteCount.text(plan.archiveSize)) before compression\n"
        for recipient in options.recipients { text += "recipient: \(recipient)\n" }
        if options.sealing == .open { text += "not encrypted: anybody could read it\n" }
        return text + "nothing was written\n"
    }

    private var files: String {
        var table = TextTable([
            ("bytes", .right), ("records", .right), ("from", .left), ("to", .left), ("path", .left),
        ])
        for file in manifest.files {
            table.add([
                String(file.bytes), file.records.map(String.init) ?? "", file.first?.description ?? "",
                file.last?.description ?? "", file.path,
            ])
        }
        return table.text()
    }

    private func line(of omission: Manifest.Omission) -> String {
        let records = omission.records.map { ", \($0) records" } ?? ""
        return "\(omission.path): \(omission.bytes) bytes\(records) (\(omission.why))"
    }

    /// The manifest, with what only the plan knows.
    var json: String {
        var fields: [Record.Field] = [.init("schema", "flightlog.pack/1")]
        fields += manifest.value.fields ?? []
        fields.append(.init("archive_bytes", .integer(plan.archiveSize)))
        fields.append(.init("recipients", .array(options.recipients.map { .string($0.description) })))
        return JSON.indented(.object(fields)) + "\n"
    }

    /// One line after the work, and one for each thing the tester should know.
    func summary(path: String) -> String {
        let size = (try? FileSystem.entry(at: path))??.size  // standard output has none
        let bytes = size.map { ", \(ByteCount.text($0))" } ?? ""
        var text = "\(path == "-" ? "bundle" : path): \(manifest.files.count) files\(bytes)\n"
        if !manifest.omissions.isEmpty { text += "  \(manifest.omissions.count) left out: --dry-run lists them\n" }
        for failure in manifest.failures { text += "  not readable: \(failure.path): \(failure.message)\n" }
        for database in manifest.databases where database.integrityCheck != ["ok"] {
            text += "  database \(database.path): \(database.integrityCheck.joined(separator: "; "))\n"
        }
        return text
    }
}
