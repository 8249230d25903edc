import CommandKit
import DiagBundle
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze fleet`: many logs and bundles as one table.
enum FleetVerb {
    static let command = Command(
        "fleet", summary: "gaps that matter an hour over many logs, by device, system, build and configuration",
        details: [
            """
            One line of JSON for each input, in the order given, with -o FILE or --format ndjson; and a table of all \
            of them. An input that cannot be read is a line too, and stops nothing: the status is 3 then, and 1 where \
            none could be read.
            """,
            """
            The interval holds the true rate 19 times in 20, as far as the bundles given are like those not given. \
            It is wider where the bundles differ more from each other than chance would make them.
            """,
        ],
        arguments: [Argument("INPUT", .many, help: "log folders, bundles, single files")],
        flags: KeyOptions.flags + [
            .output("one line of JSON an input, into this file"), .force, .format,
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let format = ListingFormat(rawValue: call.text("format") ?? "text")!
        let lines: LineFile? = try call.text("output").map { path in
            try Separation.check(output: path, inputs: call.arguments)
            return try LineFile(path, force: call.isOn("force"))
        }
        let keyring = try KeyOptions.keyring(call)
        var table = FleetTable()
        for input in call.arguments {
            let entry = entry(of: input, keyring: keyring)
            table.add(entry)
            let line = JSON.text(entry.value) + "\n"
            try lines?.write(line)
            if format == .ndjson { try Descriptor.standardOutput.write(line) }
        }
        try lines?.commit()
        if format != .ndjson {
            try Listing(whole: table.value, rows: "rows", text: { FleetText(table: table).text }).print(as: format)
        }
        return status(table)
    }

    private static func entry(of input: String, keyring: borrowing Keyring) -> FleetEntry {
        do {
            var progress = Progress("reading \(input)")
            let source = try LogSource.open(input, keyring: keyring)
            return FleetEntry(try LifeReport(of: source) { progress.update($0) })
        } catch {
            // One that cannot be read is a row of the result, not the end of the others.
            return FleetEntry(input: input, failure: "\(error)")
        }
    }

    private static func status(_ table: FleetTable) -> ExitStatus {
        let unreadable = table.statuses["unreadable"] ?? 0
        if table.statuses["whole"] == nil, table.statuses["damaged"] == nil { return .failed }
        return unreadable + (table.statuses["damaged"] ?? 0) > 0 ? .damaged : .done
    }
}

/// A file that lines go into one by one, and that appears once all are there.
private final class LineFile {
    private var destination: Destination?

    init(_ path: String, force: Bool) throws {
        destination = try Destination(path, isBinary: false, force: force)
    }

    func write(_ line: String) throws {
        try Array(line.utf8).withUnsafeBytes { try destination?.write($0) }
    }

    func commit() throws {
        try destination.take()?.commit()
    }
}

/// The table for people: the worst first.
struct FleetText {
    let table: FleetTable

    var text: String {
        let rows = table.rows
        let read = (table.statuses["whole"] ?? 0) + (table.statuses["damaged"] ?? 0)
        var text = "\(Wording.count(read, "input")) read"
        for status in ["damaged", "unreadable"] {
            if let count = table.statuses[status] { text += ", \(count) \(status)" }
        }
        text += "\n\n"
        var columns = TextTable([
            ("device", .left), ("os", .left), ("build", .left), ("configuration", .left), ("inputs", .right),
            ("alive", .right), ("gaps", .right), ("matter", .right), ("an hour", .right), ("19 times in 20", .left),
        ])
        for row in rows {
            let limits = row.matter.limits.map { "\(Self.rate($0.low)) to \(Self.rate($0.high))" } ?? "unknown"
            let conditions = row.conditions
            columns.add([
                conditions.device, conditions.os, conditions.build, conditions.config, "\(row.matter.bundles)",
                Wording.duration(row.alive), "\(row.gaps)", "\(Int(row.matter.events))",
                row.matter.rate.map(Self.rate) ?? "unknown", limits,
            ])
        }
        return text + columns.text()
    }

    /// Two decimals.
    private static func rate(_ rate: Double) -> String {
        let hundredths = Int((rate * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}
