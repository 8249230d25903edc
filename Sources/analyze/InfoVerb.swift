import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze info`: what a log holds.
enum InfoVerb {
    static let command = Command(
        "info", summary: "what a log holds: runs, spans, counts, devices, settings, integrity",
        arguments: [ReadOptions.input],
        flags: ReadOptions.flags + [
            Flag("core", value: .choice(["trail"]), help: "totals of this core as well, by session and local day"),
            Flag("tz", value: .text(name: "ZONE"), help: "count days in this zone, not by the log's own offsets"),
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let options = try ReadOptions(call)
        let report = try options.report()
        let window = try options.window(in: report)
        let listing = InfoListing(report, window: window)
        let totals: TrailDays? = call.text("core") == nil ? nil : try trailDays(call, options, window)
        var whole = listing.value
        if let totals {
            whole = .object((whole.fields ?? []) + [.init("totals", .array(totals.days.map(\.value)))])
        }
        try Listing(
            whole: whole, rows: totals == nil ? "runs" : "totals",
            text: { InfoText(listing).text + (totals.map { "\n" + TotalsText($0).text } ?? "") }
        ).print(as: options.format)
        return try ReadOptions.status(report)
    }
}

extension InfoVerb {
    private static func trailDays(_ call: Invocation, _ options: ReadOptions, _ window: TimeWindow) throws -> TrailDays
    {
        guard options.input != "-" else {
            throw Complaint.usage("--core reads the input a second time: name a file or a folder instead of -")
        }
        var calendar = LocalDays()
        if let zone = call.text("tz") {
            guard let named = LocalDays(zone: zone) else {
                throw Complaint.usage("--tz: no zone '\(zone)' on this machine", hint: "as Europe/Paris or UTC")
            }
            calendar = named
        }
        var progress = Progress("adding up \(options.input)")
        return try TrailDays(of: options.source(), days: calendar, window: window) { progress.update($0) }
    }
}

/// Totals by session and day for people.
struct TotalsText {
    let totals: TrailDays

    init(_ totals: TrailDays) { self.totals = totals }

    var text: String {
        guard !totals.days.isEmpty else { return "no fix in it: no totals\n" }
        var table = TextTable([
            ("session", .right), ("day", .left), ("solid", .right), ("moving", .right), ("stopped", .right),
            ("unobserved", .right), ("average", .right), ("maximum", .right), ("climb", .right),
        ])
        for day in totals.days {
            table.add([
                "\(day.session)", "\(day.day)", Wording.distance(day.solid), Wording.duration(day.moving),
                Wording.duration(day.stopped), Wording.duration(day.unobserved), speed(day.average),
                speed(day.maximum), day.climb.map { "\(($0 + 50) / 100) m" } ?? "unknown",
            ])
        }
        return table.text()
    }

    private func speed(_ centimetres: Int64?) -> String {
        // cm/s to tenths of km/h.
        centimetres.map { "\($0 * 36 / 1000).\($0 * 36 / 100 % 10) km/h" } ?? "unknown"
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
            let length = last < first ? "the wall clock was set back in between" : Wording.duration(last - first)
            add("span", "\(Wording.time(first)) to \(Wording.time(last)) UTC, \(length)")
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
