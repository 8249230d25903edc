import CommandKit
import DecisionCore
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze slice`: a part of a log as a log of its own.
enum SliceVerb {
    static let command = Command(
        "slice", summary: "a smaller log, still valid and replayable",
        details: [
            """
            Keeps the records from --since to --until as they stand, behind a head that says what held at the cut: the \
            run, time zone, settings, permissions, motion, profile, and the state of the core that the log names (of the \
            trail, where it names none). So a replay of the slice decides as a replay of the whole.
            """
        ],
        arguments: [ReadOptions.input],
        flags: ReadOptions.reading + [
            Flag(
                "pack", value: .file(name: "FILE"), help: "towns and streets of a walking game, for a log of core walk"),
            .output("the log folder to make"), .force,
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let path = try call.required("output")
        try Separation.check(output: path, inputs: call.arguments)
        if call.isOn("force") { try Separation.checkReplaceable(folder: path) }
        guard call.isOn("since") || call.isOn("until") else {
            throw Complaint.usage("slice needs --since, --until, or both", hint: "09:00, -15m from the end, mark:NAME")
        }
        let options = try ReadOptions(call)
        let source = try options.source().rereadable()
        let slice = LogSlice(try options.window(of: source), pack: try call.text("pack").map(ReplayVerb.readPack))
        var progress = Progress("reading \(options.input)")
        let summary: LogSlice.Summary = try LogOutput.write(to: path, force: call.isOn("force")) { folder in
            try slice.write(source, to: folder) { progress.update($0) }
        }
        try Descriptor.standardError.write(text(summary, path))
        return summary.damage.isLoss ? .damaged : .done
    }

    private static func text(_ summary: LogSlice.Summary, _ path: String) -> String {
        var text = "\(path): \(Wording.count(summary.samples, "sample")), \(Wording.count(summary.events, "event"))"
        if summary.firstNumber > 0 { text += ", numbers \(summary.firstNumber) to \(summary.lastNumber)" }
        text += "\n"
        if summary.head > 0 {
            text += "  begins with \(Wording.count(summary.head, "record")) of what held at the cut"
            if !summary.cores.isEmpty { text += ", the state of core \(summary.cores.joined(separator: ", "))" }
            text += "\n"
        }
        for core in summary.stateless {
            let reason = core == WalkCore.name ? "give --pack FILE with its streets" : "this version does not know it"
            text += "  core \(core): its state is not known: \(reason)\n"
        }
        if summary.damage.isLoss {
            text += "  the input is damaged: \(Wording.count(summary.damage.linesSkipped, "line")) left out\n"
        }
        return text
    }
}

/// A log folder that a verb makes: whole or not at all.
enum LogOutput {
    static func write<Result>(
        to path: String, force: Bool, _ fill: (borrowing OutputFolder) throws -> Result
    ) throws -> Result {
        let folder: OutputFolder
        do throws(IOError) { folder = try OutputFolder.create(path, replacing: force) } catch {
            guard error.code == EEXIST else { throw error }
            throw Complaint("\(path) exists already", hint: "give --force to replace it, or another name with -o")
        }
        let result = try fill(folder)
        try folder.commit()
        return result
    }
}
