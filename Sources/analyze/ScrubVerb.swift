import CommandKit
import DecisionCore
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze scrub`: a log that can be given away.
enum ScrubVerb {
    static let command = Command(
        "scrub", summary: "a log that can be given away: moved, dated otherwise, without ids and texts, and proved so",
        details: [
            """
            Moves the whole track rigidly to a random place, turned by a random angle, shifts its dates by whole days, \
            cuts out what lies in --zones, replaces ids and drops texts and unknown keys. Then it searches its own \
            output for every original coordinate (decimal degrees to four places or more, 1e-7 and 1e-6 integers, \
            radians, degrees and minutes), date, id and text, and replays both logs: where rounding changes a decision \
            it tries another place, and failing that says which, with status 3.
            """,
            """
            --find OTHER searches a file or folder for what must not survive of INPUT instead, inside gzip and in the \
            cells of databases too; status 4 where something is found.
            """,
        ],
        arguments: [ReadOptions.input],
        flags: KeyOptions.flags + [
            .output("the log folder to make"),
            PrivacyZones.flag,
            Flag("keep-dates", help: "leave the dates as they are"),
            Flag("keep-device", help: "leave the models and versions of app, system and device"),
            Flag("tries", value: .text(name: "N"), help: "places to try (12 unless said)"),
            Flag(
                "seed", value: .text(name: "N"),
                help: "for tests: the same place every time; whoever knows it can undo the move"),
            Flag("find", value: .file(name: "OTHER"), help: "search this for what is INPUT's"), .force,
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let input = call.arguments[0]
        let source = try LogSource.open(input, keyring: KeyOptions.keyring(call)).rereadable()
        if let other = call.text("find") { return try find(source, in: other, keepsDates: call.isOn("keep-dates")) }
        let path = try call.required("output")
        try Separation.check(output: path, inputs: call.arguments)
        if call.isOn("force") { try Separation.checkReplaceable(folder: path) }
        var options = LogScrub.Options()
        options.zones = try call.text("zones").map(PrivacyZones.read) ?? PrivacyZones()
        options.keepsDates = call.isOn("keep-dates")
        options.keepsDevice = call.isOn("keep-device")
        options.tries = try call.integer("tries", in: 1...1000) ?? options.tries
        if let text = call.text("seed") {
            guard let seed = UInt64(text) else { throw Complaint.usage("--seed takes a whole number, not '\(text)'") }
            options.seed = seed
        }
        let scrub = LogScrub(source, options)
        var progress = Progress("reading \(input)")
        let summary: LogScrub.Summary = try LogOutput.write(to: path, force: call.isOn("force")) { folder in
            try scrub.write(to: folder) { progress.update($0) }
        }
        try Descriptor.standardError.write(text(summary, path))
        return summary.differences.isEmpty && !summary.damage.isLoss ? .done : .damaged
    }

    private static func find(_ source: LogSource, in path: String, keepsDates: Bool) throws -> ExitStatus {
        let found = try LogScrub.survivors(of: source, in: path, keepsDates: keepsDates)
        for leak in found { try Descriptor.standardOutput.write("\(leak.path): \(leak.form) \(leak.text)\n") }
        if found.isEmpty { try Descriptor.standardError.write("\(path): nothing of \(source.input) was found\n") }
        return found.isEmpty ? .done : .findings
    }

    private static func text(_ summary: LogScrub.Summary, _ path: String) -> String {
        var text = "\(path): \(Wording.count(summary.samples, "sample")), \(Wording.count(summary.events, "event"))\n"
        if summary.hidden > 0 { text += "  \(Wording.count(summary.hidden, "sample")) cut out: they lie in a zone\n" }
        let searched = summary.searched
        text +=
            "  searched for \(searched.coordinates) coordinates, \(searched.days) days, \(searched.words) ids and texts: "
        text += "none survives\n"
        let cores = summary.cores.joined(separator: ", ")
        if summary.differences.isEmpty {
            text += "  decided as before by core \(cores)"
            text += summary.tries > 1 ? ", at the \(summary.tries)th place tried\n" : "\n"
        } else {
            text += "  rounding changes \(Wording.count(summary.differences.count, "decision")) at the best of "
            text += "\(summary.tries) places:\n"
            for it in summary.differences.prefix(8) {
                text += "  record \(it.n), core \(it.core): \(it.then) -> \(it.now)\n"
            }
        }
        if summary.damage.isLoss {
            text += "  the input is damaged: \(Wording.count(summary.damage.linesSkipped, "line")) left out\n"
        }
        return text
    }
}

extension ScrubError: HintedError {}
