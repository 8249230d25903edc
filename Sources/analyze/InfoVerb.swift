import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze info`: what a log holds.
enum InfoVerb {
    static let command = Command(
        "info", summary: "what a log holds: runs, spans, counts, devices, settings, integrity",
        arguments: [ReadOptions.input], flags: ReadOptions.flags, run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let options = try ReadOptions(call)
        let report = try options.report()
        let listing = InfoListing(report, window: try options.window(in: report))
        try Listing(whole: listing.value, rows: "runs", text: { InfoText(listing).text }).print(as: options.format)
        return try ReadOptions.status(report)
    }
}

/// A log's contents for people.
struct InfoText {
    let listing: InfoListing

    init(_ listing: InfoListing) { self.listing = listing }

    var text: String {
        var text = facts
        if !listing.runs.isEmpty { text += "\n" + runs }
        if !listing.kinds.isEmpty { text += "\n" + counts }
        return text
    }

    private var facts: String {
        var table = TextTable([("", .left), ("", .left)])
        func add(_ name: String, _ value: String?) { if let value, !value.isEmpty { table.add([name, value]) } }
        add("input", listing.report.input)
        if let first = listing.first, let last = listing.last {
            add("span", "\(Wording.time(first)) to \(Wording.time(last)) UTC, \(Wording.duration(last - first))")
        }
        add("alive", "\(Wording.duration(listing.active)) in \(Wording.count(listing.runs.count, "run"))")
        add("ends with", listing.ending)
        add("records", "\(Wording.count(listing.events, "event")), \(Wording.count(listing.samples, "sample"))")
        add("device", listing.devices.joined(separator: "; "))
        add("app", listing.apps.joined(separator: "; "))
        add("settings", listing.settings.map { "\($0.key) \(JSON.text($0.value))" }.joined(separator: ", "))
        add("permissions", listing.permissions.map { "\($0.key) \(JSON.text($0.value))" }.joined(separator: ", "))
        add("marks", listing.marks.map { "\(Wording.time($0.at.wallTime)) \($0.text)" }.joined(separator: "; "))
        add("integrity", listing.integrity)
        return table.text()
    }

    private var runs: String {
        var table = TextTable([
            ("run", .left), ("from", .left), ("to", .left), ("alive", .right), ("gaps", .right), ("events", .right),
            ("samples", .right), ("started by", .left),
        ])
        for run in listing.runs {
            table.add([
                run.id.isEmpty ? "-" : String(run.id.prefix(8)), Wording.time(run.start.wallTime),
                Wording.time(run.end.wallTime, without: CivilDate(run.start.wallTime)),
                Wording.duration(max(0, run.duration - run.gaps)), Wording.duration(run.gaps), "\(run.events)",
                "\(run.samples)", run.reason ?? "",
            ])
        }
        return table.text()
    }

    private var counts: String {
        var table = TextTable([("", .right), ("", .left)])
        for (kind, count) in listing.kinds { table.add(["\(count)", kind]) }
        return table.text(indent: 2)
    }
}
