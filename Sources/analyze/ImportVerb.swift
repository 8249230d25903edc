import CommandKit
import FieldModel
import FlightAnalysis

/// `analyze import`: a foreign log as a log folder.
enum ImportVerb {
    static let command = Command(
        "import", summary: "turn a foreign log into a log folder",
        details: ["Several files are read as one log, ordered by receipt. Formats:"]
            + ImportFormat.all.map { "\($0.name): \($0.summary)." },
        arguments: [Argument("FILE", .many, help: "a file of the foreign log")],
        flags: [
            Flag("from", value: .choice(ImportFormat.all.map(\.name)), help: "the format of the files"),
            Flag(
                "map", value: .text(name: "COLUMN=NAME,…"), repeatable: true,
                help:
                    "what the columns of a csv or json table are: t recv lat lon hacc alt vacc speed sacc course cacc motion"
            ),
            .output("the log folder to make"), .force,
        ]
    ) { call in
        let name = try call.required("from")
        guard let format = ImportFormat.named(name) else { throw Complaint.usage("no format is called \(name)") }
        let path = try call.required("output")
        try Separation.check(output: path, inputs: call.arguments)
        if call.isOn("force") { try Separation.checkReplaceable(folder: path) }
        let log = try read(call.arguments, as: format, maps: call.all("map"))
        try write(log, to: path, force: call.isOn("force"))
        try Descriptor.standardError.write(summary(of: log, at: path))
        return log.damaged.isEmpty ? .done : .damaged
    }

    private static func read(_ paths: [String], as format: ImportFormat, maps: [String]) throws -> ImportedLog {
        do {
            return try Import.log(from: paths, as: format, map: ColumnMap(maps))
        } catch let error as ImportError {
            throw Complaint(error.description, hint: error.hint)
        }
    }

    private static func write(_ log: ImportedLog, to path: String, force: Bool) throws {
        do throws(IOError) {
            let folder = try OutputFolder.create(path, replacing: force)
            for file in log.log.files { try folder.write(file.bytes, to: file.path) }
            try folder.commit()
        } catch {
            guard error.code == EEXIST else { throw error }
            throw Complaint("\(path) exists already", hint: "give --force to replace it, or another name with -o")
        }
    }

    private static func summary(of log: ImportedLog, at path: String) -> String {
        var lines = ["\(path): \(log.fixes) fixes, \(log.events) events"]
        if let first = log.received.map(\.at).min(), let last = log.received.map(\.at).max() {
            lines.append("received from \(first) to \(last)")
        }
        let optional: [FixColumn] = [.recv, .hacc, .alt, .vacc, .speed, .sacc, .course, .cacc]
        let missing = optional.filter { !log.columns.contains($0) }
        if !missing.isEmpty {
            lines.append("not given by the source: \(missing.map(\.rawValue).joined(separator: ", "))")
        }
        if !log.extraColumns.isEmpty {
            lines.append("kept as further columns: \(log.extraColumns.joined(separator: ", "))")
        }
        lines += listing("left out", log.leftOut) + listing("damaged", log.damaged)
        return lines.joined(separator: "\n  ") + "\n"
    }

    private static func listing(_ title: String, _ counts: [String: Int]) -> [String] {
        counts.sorted { $0.key < $1.key }.map { "\(title): \($0.value) x \($0.key)" }
    }
}
