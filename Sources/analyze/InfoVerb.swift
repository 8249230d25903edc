import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze info`: what a log holds.
enum InfoVerb {
    static let command = Command(
        "info", summary: "what a log holds: runs, sessions, spans, counts, devices, settings, integrity",
        arguments: [ReadOptions.input],
        flags: ReadOptions.flags + [
            Flag("core", value: .choice(["trail"]), help: "totals of this core as well, by session and local day")
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let options = try ReadOptions(call)
        if call.text("core") != nil, options.input == "-" {
            throw Complaint.usage("--core reads the input a second time: name a file or a folder instead of -")
        }
        let (source, window) = try options.sourceAndWindow()
        let report = try options.report(of: source, counted: window)
        let listing = InfoListing(report, window: window)
        let totals: TrailDays? = call.text("core") == nil ? nil : try trailDays(source, options, window)
        var whole = listing.value
        if let totals {
            whole = .object((whole.fields ?? []) + [.init("totals", .array(totals.days.map(\.value)))])
        }
        let speech = options.speech
        try Listing(
            whole: whole, rows: totals == nil ? "runs" : "totals",
            text: { InfoText(listing, speech).text + (totals.map { "\n" + TotalsText($0, speech).text } ?? "") }
        ).print(as: options.format)
        return try ReadOptions.status(report, speech)
    }

    private static func trailDays(
        _ source: LogSource, _ options: ReadOptions, _ window: TimeWindow
    ) throws -> TrailDays {
        var progress = Progress("adding up \(options.input)")
        return try TrailDays(of: source, days: options.zone ?? LocalDays(), window: window) { progress.update($0) }
    }
}
