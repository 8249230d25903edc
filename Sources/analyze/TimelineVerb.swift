import CommandKit
import FieldModel
import FlightAnalysis

/// `analyze timeline`: a log as lanes in the terminal.
enum TimelineVerb {
    static let command = Command(
        "timeline", summary: "a log as lanes: life, app, motion, receiver, fixes, battery, wakes",
        details: ["Readable without colour; colour only on a terminal. As wide as the terminal unless said."],
        arguments: [ReadOptions.input],
        flags: ReadOptions.flags + [
            Flag("width", value: .text(name: "COLUMNS"), help: "columns of the lanes"),
            Flag("notes", value: .file(name: "FILE"), help: "a CSV of time,text: what was said on the way, as marks"),
            Flag("follow", help: "draw again whenever the log has grown, until interrupted"),
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let options = try ReadOptions(call)
        let width = try call.integer("width", in: 10...1000) ?? max(20, Terminal.output.width - TimelineText.margin)
        let notes = call.text("notes")
        guard call.isOn("follow") else {
            let timeline = try draw(options, width, notes)
            try Listing(whole: timeline.value, rows: "columns", text: { TimelineText(timeline, options.speech).text })
                .print(as: options.format)
            return try ReadOptions.status(timeline.report, options.speech)
        }
        guard options.input != "-" else {
            throw Complaint.usage("--follow needs a log that can be read again", hint: "name the log folder")
        }
        return try follow(options, width, notes)
    }

    private static func draw(_ options: ReadOptions, _ width: Int, _ notes: String?) throws -> Timeline {
        let source = try options.source().rereadable()
        var progress = Progress("reading \(options.input)")
        var timeline = try Timeline(of: source, width: width, window: options.window) { progress.update($0) }
        if let notes { timeline.add(try SpokenNotes.read(notes, in: timeline.report.lives)) }
        return timeline
    }

    /// Draws again once a second where the log has grown; ends with the process that writes it, or by a signal.
    private static func follow(_ options: ReadOptions, _ width: Int, _ notes: String?) throws -> ExitStatus {
        var shown = ""
        while true {
            let timeline = try draw(options, width, notes)
            let text = Terminal.output.shown(TimelineText(timeline, options.speech).text)
            if text != shown {
                let clear = Terminal.output.isTerminal ? "\u{1B}[2J\u{1B}[H" : shown.isEmpty ? "" : "\n"
                try Descriptor.standardOutput.write(clear + text)
                shown = text
            }
            guard timeline.report.lives.contains(where: { $0.ending == "running" }) else {
                return try ReadOptions.status(timeline.report, options.speech)
            }
            sleep(1)
        }
    }
}
