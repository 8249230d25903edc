import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

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
        for (index, frame) in shownFrames(end).enumerated() {
            lines.append("  \(index == 0 ? "addresses " : "          ") \(frame)")
        }
        for (index, record) in end.lastRecords.suffix(4).enumerated() {
            lines.append("  \(index == 0 ? "last      " : "          ") \(Self.line(record))")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// What is shown of the way to a crash: eight addresses, or with symbols the frames up to the twenty-fourth.
    private func shownFrames(_ end: RunEnd) -> [String] {
        guard !end.frames.isEmpty else { return Array(end.addresses.prefix(8)) }
        let isExplained = listing.symbols != nil
        let most = isExplained ? 24 : 8
        let rows = end.frames.prefix(most).flatMap { frame in Self.rows(of: frame, isExplained) }
        return rows + (end.frames.count > most ? ["and \(end.frames.count - most) more; --format json has them"] : [])
    }

    /// `0x55d0c6a1b2c3 fieldtest Fault.commit() + 23`, and where it is known the line below it.
    private static func rows(of frame: CrashFrame, _ isExplained: Bool) -> [String] {
        let address = "0x" + String(frame.address, radix: 16)
        guard let image = frame.image, let offset = frame.offset else { return [address] }
        let place = frame.file.map { file in "    at \(file)" + (frame.line.map { ":\($0)" } ?? "") }
        guard let function = frame.function else {
            return ["\(address) \(image.name) + 0x\(String(offset, radix: 16))"] + (place.map { [$0] } ?? [])
        }
        let distance = frame.isInlined ? " (inlined)" : frame.distance.map { " + \($0)" } ?? ""
        return ["\(address) \(image.name) \(function)\(distance)"] + (place.map { [$0] } ?? [])
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
