import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// The ends for people: one card each.
struct ExitsText {
    let listing: ExitListing
    private let speech: Speech
    private let terminal = Terminal.output

    init(_ listing: ExitListing, _ speech: Speech = Speech()) {
        self.listing = listing
        self.speech = speech
    }

    var text: String {
        guard !listing.ends.isEmpty else {
            return speech(ExitWords.none) + (listing.isRunning ? speech(ExitWords.running) : "") + "\n"
        }
        let head =
            speech.count(listing.ends.count, ExitWords.count) + speech(ExitWords.colon)
            + speech.count(listing.ends.filter(\.clean).count, ExitWords.clean) + speech(GapWords.comma)
            + speech.count(listing.ends.filter(\.crashed).count, ExitWords.crashes)
        return terminal.styled(head, .bold) + "\n" + summary + "\n" + listing.ends.map(card).joined(separator: "\n")
    }

    private var summary: String {
        var table = TextTable([("", .right), ("", .left)])
        for (cause, count) in listing.causes { table.add(["\(count)", cause]) }
        return table.text(indent: 2)
    }

    private func card(_ end: RunEnd) -> String {
        let head = "\(speech.time(end.at.wallTime)) \(speech.zoneName)  \(title(end))"
        var table = TextTable([("", .left), ("", .left)])
        func add(_ label: Phrase, _ rows: [String]) {
            for (index, row) in rows.enumerated() { table.add([index == 0 ? speech(label) : "", row]) }
        }
        add(ExitWords.run, [end.run.isEmpty ? speech(ExitWords.noLaunch) : end.run])
        if let meaning = GapKind(rawValue: end.cause).meaning { add(ExitWords.meaning, [speech(meaning)]) }
        let reasons = end.evidence.map { EvidenceCode(rawValue: $0).text(in: speech.language) }
        add(ExitWords.confidence, [end.certainty.rawValue + speech(ExitWords.colon) + reasons.joined(separator: "; ")])
        add(ExitWords.judged, [speech(end.isRecorded ? ExitWords.byNextLaunch : ExitWords.here)])
        if let until = end.untilLaunch { add(ExitWords.unobserved, [unobserved(until, end.launchReason)]) }
        add(ExitWords.addresses, shownFrames(end))
        add(ExitWords.last, end.lastRecords.suffix(4).map(line))
        return terminal.styled(head, end.crashed ? .red : .bold) + "\n" + table.text(indent: 2)
    }

    private func unobserved(_ length: Int64, _ reason: String?) -> String {
        speech(
            reason == nil ? ExitWords.untilLaunch : ExitWords.untilLaunchFor,
            [.init("length", .string(Wording.duration(length))), .init("reason", .string(reason ?? ""))])
    }

    /// What is shown of the way to a crash: eight addresses, or with symbols the frames up to the twenty-fourth.
    private func shownFrames(_ end: RunEnd) -> [String] {
        guard !end.frames.isEmpty else { return Array(end.addresses.prefix(8)) }
        let isExplained = listing.symbols != nil
        let most = isExplained ? 24 : 8
        let rows = end.frames.prefix(most).flatMap { frame in self.rows(of: frame, isExplained) }
        let rest = end.frames.count - most
        return rows + (rest > 0 ? [speech.count(rest, ExitWords.moreFrames)] : [])
    }

    /// `0x55d0c6a1b2c3 fieldtest Fault.commit() + 23`, and where it is known the line below it.
    private func rows(of frame: CrashFrame, _ isExplained: Bool) -> [String] {
        let address = "0x" + String(frame.address, radix: 16)
        guard let image = frame.image, let offset = frame.offset else { return [address] }
        let place = frame.file.map { file in
            "    " + speech(ExitWords.at, "place", file + (frame.line.map { ":\($0)" } ?? ""))
        }
        guard let function = frame.function else {
            return ["\(address) \(image.name) + 0x\(String(offset, radix: 16))"] + (place.map { [$0] } ?? [])
        }
        let distance = frame.isInlined ? " " + speech(ExitWords.inlined) : frame.distance.map { " + \($0)" } ?? ""
        return ["\(address) \(image.name) \(function)\(distance)"] + (place.map { [$0] } ?? [])
    }

    private func title(_ end: RunEnd) -> String {
        var title = end.cause
        if let signal = end.signal {
            title = speech(
                ExitWords.bySignal, [.init("cause", .string(title)), .init("signal", .integer(Int64(signal)))])
        } else if end.crashed {
            title = speech(ExitWords.signalUnknown, "cause", title)
        }
        switch end.last {
        case .foreground: return speech(ExitWords.inForeground, "cause", title)
        case .background: return speech(ExitWords.inBackground, "cause", title)
        case .unknown: return title
        }
    }

    private func line(_ record: Record) -> String {
        let fields = record.fields.prefix(8).map { "\($0.key)=\(Self.shown($0.value))" }
        let time = record.stamp.wallTime
        return ([speech.time(time, without: speech.day(time)), record.kind] + fields).joined(separator: " ")
    }

    private static func shown(_ value: Value) -> String {
        let text = value.string ?? JSON.text(value)
        return text.count > 40 ? text.prefix(37) + "..." : text
    }
}
