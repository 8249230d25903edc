import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze exits`: how each run ended.
enum ExitsVerb {
    static let command = Command(
        "exits", summary: "how each run ended: cause, confidence, evidence, the last records",
        details: [
            """
            The cause is what the next launch wrote down; where it wrote nothing, the same rules are applied here. \
            A kill by the system and one by the user look the same from inside.
            """
        ],
        arguments: [ReadOptions.input],
        flags: ReadOptions.flags + [
            Flag("fail-on", value: .choice(["crash", "unclean"]), help: "end with status 4 where a run ended so")
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let options = try ReadOptions(call)
        let report = try options.report(wanted: Set(RecordKind.allCases))
        let listing = ExitListing(report, window: try options.window(in: report))
        try Listing(whole: listing.value, rows: "exits", text: { ExitsText(listing).text }).print(as: options.format)
        let status = try ReadOptions.status(report)
        let found =
            switch call.text("fail-on") {
            case "crash": listing.ends.contains(where: \.crashed)
            case "unclean": listing.ends.contains { !$0.clean }
            default: false
            }
        return found ? .findings : status
    }
}

/// The ends for people: one card each.
struct ExitsText {
    let listing: ExitListing
    private let terminal = Terminal.output

    init(_ listing: ExitListing) { self.listing = listing }

    var text: String {
        guard !listing.ends.isEmpty else {
            return "no run has ended" + (listing.isRunning ? "; one is still running\n" : "\n")
        }
        let crashes = listing.ends.filter(\.crashed).count, clean = listing.ends.filter(\.clean).count
        let head = "\(Wording.count(listing.ends.count, "end")): \(clean) clean, \(crashes) by a crash"
        return terminal.styled(head, .bold) + "\n" + summary + "\n" + listing.ends.map(card).joined(separator: "\n")
    }

    private var summary: String {
        var table = TextTable([("", .right), ("", .left)])
        for (cause, count) in listing.causes { table.add(["\(count)", cause]) }
        return table.text(indent: 2)
    }

    private func card(_ end: RunEnd) -> String {
        var lines = [terminal.styled("\(Wording.time(end.at.wallTime)) UTC  \(title(end))", end.crashed ? .red : .bold)]
        lines.append("  run        \(end.run.isEmpty ? "unknown: the log begins without a launch" : end.run)")
        lines.append("  confidence \(end.certainty.rawValue): \(end.evidence.joined(separator: ", "))")
        lines.append("  judged     \(end.isRecorded ? "by the next launch" : "here, by the rules the phone uses")")
        if let until = end.untilLaunch {
            let reason = end.launchReason.map { " (\($0))" } ?? ""
            lines.append("  unobserved \(Wording.duration(until)) until the next launch\(reason)")
        }
        for (index, address) in end.addresses.prefix(8).enumerated() {
            lines.append("  \(index == 0 ? "addresses " : "          ") \(address)")
        }
        for (index, record) in end.lastRecords.suffix(4).enumerated() {
            lines.append("  \(index == 0 ? "last      " : "          ") \(Self.line(record))")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func title(_ end: RunEnd) -> String {
        let state =
            switch end.last {
            case .foreground: " in the foreground"
            case .background: " in the background"
            case .unknown: ""
            }
        let signal = end.signal.map { " by signal \($0)" } ?? (end.crashed ? ", signal unknown (marker cut)" : "")
        return end.cause + signal + state
    }

    private static func line(_ record: Record) -> String {
        let fields = record.fields.prefix(8).map { "\($0.key)=\(shown($0.value))" }
        return ([Wording.time(record.stamp.wallTime, without: CivilDate(record.stamp.wallTime)), record.kind] + fields)
            .joined(separator: " ")
    }

    private static func shown(_ value: Value) -> String {
        let text = value.string ?? JSON.text(value)
        return text.count > 40 ? text.prefix(37) + "..." : text
    }
}
