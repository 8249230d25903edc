import CommandKit
import DecisionCore
import FieldModel
import FlightAnalysis
import LogFormat
import SQLiteIO

/// `analyze export`: a log for the tools that people already use.
enum ExportVerb {
    static let command = Command(
        "export", summary: "a log for the tools people already use",
        details: [
            """
            gpx, geojson and kml draw the track as the judge sees it: a gap always begins a new line, and nothing is \
            drawn across the antimeridian. perfetto has lanes for ui.perfetto.dev, mcap positions and events for viewers \
            such as Foxglove. csv and json have every sample with what was the case then; sqlite the tables samples, \
            events and gaps, and the view samples_si in degrees and metres.
            """,
            """
            GPSBabel reads the lines of GeoJSON as routes and drops their times: give it GPX.
            """,
        ],
        arguments: [ReadOptions.input],
        flags: [
            Flag("to", value: .choice(ExportFormat.allCases.map(\.rawValue)), help: "the format to write"),
            .output("the file to make, or - for standard output"), .force,
            PrivacyZones.flag,
        ] + ReadOptions.reading, run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let format = ExportFormat(rawValue: try call.required("to"))!
        let path = try call.required("output")
        try Separation.check(output: path, inputs: call.arguments)
        let options = try ReadOptions(call)
        let source = try options.source()
        let choice = ExportChoice(
            window: try options.window(of: source),
            zones: try call.text("zones").map(PrivacyZones.read) ?? PrivacyZones(),
            name: name(of: options.input))
        var progress = Progress("exporting \(options.input)")
        let summary =
            format == .sqlite
            ? try database(source, choice, to: path, force: call.isOn("force")) { progress.update($0) }
            : try file(source, format, choice, to: path, force: call.isOn("force")) { progress.update($0) }
        try Descriptor.standardError.write(text(of: summary, format, at: path))
        return summary.isLossy ? .damaged : .done
    }

    private static func file(
        _ source: LogSource, _ format: ExportFormat, _ choice: ExportChoice, to path: String, force: Bool,
        progress: (Int64) -> Void
    ) throws -> ExportSummary {
        let destination = try Destination(path, isBinary: format.isBinary, force: force)
        let summary = try LogExport.write(source, as: format, choice, progress: progress) {
            (bytes) throws(IOError) in try destination.write(bytes)
        }
        try destination.commit()
        return summary
    }

    private static func database(
        _ source: LogSource, _ choice: ExportChoice, to path: String, force: Bool, progress: (Int64) -> Void
    ) throws -> ExportSummary {
        guard path != "-" else {
            throw Complaint.usage("a database cannot be written to standard output", hint: "name a file with -o")
        }
        do {
            return try DatabaseExport.write(source, choice, to: path, replacing: force, progress: progress)
        } catch let error as IOError where error.code == EEXIST {
            throw Complaint("\(path) exists already", hint: "give --force to replace it, or another name with -o")
        } catch let error as SQLiteError {
            throw Complaint(error.description, hint: error.hint)
        }
    }

    /// What the result is called: the name of a folder or file without the way to it.
    static func name(of input: String) -> String {
        input == "-" ? "flight log" : input.split(separator: "/").last.map(String.init) ?? input
    }

    private static func text(of summary: ExportSummary, _ format: ExportFormat, at path: String) -> String {
        var parts: [String] = []
        switch format {
        case .gpx, .geojson, .kml:
            parts.append("\(summary.points) points in \(summary.lines) lines, \(summary.gaps) gaps")
        case .csv, .json: parts.append("\(summary.samples) samples")
        case .perfetto, .mcap, .sqlite:
            parts.append("\(summary.samples) samples, \(summary.events) events, \(summary.gaps) gaps")
        }
        if summary.hidden > 0 { parts.append("\(summary.hidden) samples left out: they lie in a zone") }
        if summary.rowsCut > 0 {
            parts.append("\(summary.rowsCut) rows have a value in a column that the first row lacks: left out")
        }
        for file in summary.damage where file.damage.isLoss {
            parts.append(
                "\(file.path) is damaged: \(file.damage.linesSkipped) lines and "
                    + "\(ByteCount.text(file.damage.bytesSkipped)) skipped")
        }
        return (path == "-" ? "standard output" : path) + ": " + parts.joined(separator: "\n  ") + "\n"
    }
}
