import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze truth`: a recorded trail against where somebody really went.
enum TruthVerb {
    static let command = Command(
        "truth", summary: "a log against a second device or a reference track: errors, missed and invented metres",
        details: [
            """
            Replays the log with its own rules, finds the offset between its clock and the reference's, and says how far \
            its points lie beside the way, how much of the way has no solid line within --reach, and how much solid line \
            has no way: in all, and by what the motion sensor said.
            """,
            """
            The reference is a log folder, or a file that analyze import reads (gpx, kml, geojson, nmea, csv by its \
            ending; --reference-format for others). --notes has spoken ground truth, a line time,text a moment.
            """,
        ],
        arguments: [ReadOptions.input],
        flags: ReadOptions.flags + [
            Flag("reference", value: .file(name: "FILE"), help: "where somebody really went"),
            Flag(
                "reference-format", value: .choice(ImportFormat.all.map(\.name)),
                help: "the format of the reference, where its ending does not tell"),
            Flag("notes", value: .file(name: "FILE"), help: "spoken ground truth: CSV of time,text"),
            Flag("reach", value: .text(name: "METRES"), help: "how far line and way may lie apart (50 unless said)"),
            Flag(
                "offset", value: .text(name: "SECONDS"), help: "the reference's clock less the log's, where it is known"
            ),
            Flag("max-offset", value: .text(name: "SECONDS"), help: "the most that is looked for (120 unless said)"),
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let reference = try call.required("reference")
        let read = try ReadOptions(call)
        let source = try read.source().rereadable()
        var options = TruthReport.Options()
        options.window = try read.window(of: source)
        if let reach = try call.number("reach", atLeast: 0.1) { options.reach = Int64(min(reach, 1e7) * 1000) }
        if let offset = try call.number("offset") { options.offset = Int64(max(-1e9, min(offset, 1e9)) * 1000) }
        if let most = try call.number("max-offset", atLeast: 0) { options.mostOffset = Int64(min(most, 3600) * 1000) }
        let notes = try call.text("notes").map { try SpokenNotes.read($0, in: LifeReport(of: source).lives) }
        let track: ReferenceTrack
        do {
            track = try ReferenceTrack.read(reference, as: call.text("reference-format"))
        } catch let error as ImportError {
            throw Complaint(error.description, hint: error.hint)
        }
        var progress = Progress("replaying \(read.input)")
        let report = try TruthReport(source, track, options) { progress.update($0) }
        let listing = TruthListing(read.input, reference: reference, report, notes: notes)
        try Listing(whole: listing.value, rows: "by_motion", text: { text(listing) }).print(as: read.format)
        return .done
    }

    private static func text(_ listing: TruthListing) -> String {
        let report = listing.report
        let alignment = report.alignment
        var text =
            alignment.isKnown
            ? "clock offset \(seconds(alignment.offset)) (added to the log's time)\n"
            : "clock offset unknown: too little moves; taken as 0 s\n"
        if let residual = alignment.residual {
            text += "fixes lie \(metres(residual)) from the reference (median), "
            text += "\(metres(alignment.north)) north and \(metres(alignment.east)) east of it\n"
        } else {
            text += "less than half of the fixes lie in the reference's time\n"
        }
        if report.unmatched > 0 {
            text += "\(Wording.count(report.unmatched, "point")) of which the reference tells nothing\n"
        }
        var table = TextTable([
            ("motion", .left), ("way", .right), ("missed", .right), ("solid", .right), ("invented", .right),
            ("points", .right), ("beside the way", .right), ("95 %", .right), ("most", .right),
        ])
        for (name, sum) in listing.motions.map({ ($0.kind.rawValue, $0.sum) }) + [("all", report.total)] {
            table.add([
                name, Wording.distance(sum.way), Wording.distance(sum.missed), Wording.distance(sum.solid),
                Wording.distance(sum.invented), "\(sum.errors.count)", sum.error(0.5).map(metres) ?? "-",
                sum.error(0.95).map(metres) ?? "-", sum.error(1).map(metres) ?? "-",
            ])
        }
        return text + "\n" + table.text() + stretches(report) + notes(listing)
    }

    private static func stretches(_ report: TruthReport) -> String {
        guard !report.stretches.isEmpty else { return "" }
        var table = TextTable([("", .left), ("from", .left), ("to", .left), ("metres", .right), ("motion", .left)])
        let longest = report.stretches.sorted { $0.length > $1.length }.prefix(12).sorted { $0.from < $1.from }
        for stretch in longest {
            table.add([
                stretch.isInvented ? "invented" : "missed", Wording.time(stretch.from),
                Wording.time(stretch.to, without: CivilDate(stretch.from)), Wording.distance(stretch.length),
                stretch.motion.rawValue,
            ])
        }
        let more = report.stretches.count - longest.count
        return "\n" + table.text() + (more > 0 ? "and \(more) shorter ones; --format json lists them\n" : "")
    }

    private static func notes(_ listing: TruthListing) -> String {
        guard let notes = listing.notes else { return "" }
        var table = TextTable([("said at", .left), ("note", .left), ("the log says", .left), ("off", .right)])
        for note in notes.notes {
            let answer = listing.answer(to: note)
            let says = answer.motion.map { motion in
                var text = motion.rawValue + (answer.isDwelling ? ", dwelling" : "")
                if let age = answer.age { text += ", fix \(Wording.duration(age)) old" }
                return text
            }
            table.add([
                Wording.time(note.time), note.text, says ?? "nothing of that time",
                answer.error.map(metres) ?? "-",
            ])
        }
        return "\n" + table.text()
    }

    private static func metres(_ millimetres: Int64) -> String {
        let tenths = (abs(millimetres) + 50) / 100
        return "\(millimetres < 0 && tenths > 0 ? "-" : "")\(tenths / 10).\(tenths % 10) m"
    }

    private static func seconds(_ millis: Int64) -> String {
        "\(millis < 0 ? "-" : "")\(abs(millis) / 1000).\(abs(millis) / 100 % 10) s"
    }
}
