import CommandKit
import DecisionCore
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze report`: a log as one page that opens without a network, or as text for an issue tracker.
enum ReportVerb {
    static let command = Command(
        "report", summary: "one offline page: timeline, track, gaps, ends, decisions",
        details: [
            """
            The page is a single HTML file that loads nothing and runs from a file: headline, timeline, track, a card \
            for each gap and each end of a run, decisions then and now, settings, and the command behind each figure. \
            Add #t=10:05-10:20 to its address to show a part of it.
            """,
            """
            --markdown writes findings, versions and commands instead, with nothing private in them: no place, no free \
            text, no id, no date.
            """,
        ],
        arguments: [ReadOptions.input],
        flags: [
            .output("the file to make, or - for standard output"), .force,
            Flag(
                "compare", value: .file(name: "OTHER"), help: "another log, to compare settings, gaps and points with"),
            Flag("markdown", help: "text for an issue tracker instead of the page"),
            PrivacyZones.flag, .language,
        ] + ReadOptions.reading, run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let markdown = call.isOn("markdown")
        let path = try markdown ? call.text("output") ?? "-" : call.required("output")
        if markdown, call.isOn("compare") {
            throw Complaint.usage("--compare goes with the page, not with --markdown")
        }
        try Separation.check(output: path, inputs: call.arguments + call.all("compare"))
        let options = try ReadOptions(call)
        let language = call.text("lang").flatMap(Language.init(rawValue:)) ?? .en
        let zones = try call.text("zones").map(PrivacyZones.read) ?? PrivacyZones()
        let destination = try Destination(path, isBinary: false, force: call.isOn("force"))
        let report = try read(options.source(), options.input, zones) { try options.window(of: $0) }
        let other = try call.text("compare").map { other in
            try read(LogSource.open(other, keyring: KeyOptions.keyring(call)), other, zones) { _ in TimeWindow() }
        }
        let bytes =
            markdown
            ? Array(ReportMarkdown.text(report, in: language).utf8)
            : ReportPage.document(
                report, input: CommandText.input(of: call, keeping: ReadOptions.reading), in: language,
                comparedWith: other)
        var failure: IOError?
        bytes.withUnsafeBytes { raw in
            do throws(IOError) { try destination.write(raw) } catch { failure = error }
        }
        if let failure { throw failure }
        try destination.commit()
        return try ReadOptions.status(report.life)
    }

    private static func read(
        _ source: LogSource, _ input: String, _ zones: PrivacyZones, window: (LogSource) throws -> TimeWindow
    ) throws -> LogReport {
        let choice = ExportChoice(window: try window(source), zones: zones, name: ExportVerb.name(of: input))
        var progress = Progress("reading \(input)")
        return try LogReport(of: source, choice) { progress.update($0) }
    }
}

/// A command line as text that a shell reads back the same.
enum CommandText {
    /// The first argument of a call with those of its flags that say what is read.
    static func input(of call: Invocation, keeping flags: [Flag]) -> String {
        var words = [quoted(call.arguments[0])]
        for flag in flags { for value in call.all(flag.name) { words += ["--\(flag.name)", quoted(value)] } }
        return words.joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-_./:=+@,%".utf8.contains(byte)
        }
        return plain && !word.isEmpty
            ? word
            : "'"
                + word.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: #"'\''"#) + "'"
    }
}
