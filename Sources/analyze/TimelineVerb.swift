import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// `analyze timeline`: a log as lanes in the terminal.
enum TimelineVerb {
    static let command = Command(
        "timeline", summary: "a log as lanes: life, app, motion, receiver, fixes, battery, wakes",
        details: ["Readable without colour; colour only on a terminal. As wide as the terminal unless said."],
        arguments: [ReadOptions.input],
        flags: ReadOptions.flags + [
            Flag("width", value: .text(name: "COLUMNS"), help: "columns of the lanes"),
            Flag("follow", help: "draw again whenever the log has grown, until interrupted"),
        ], run: run)

    private static func run(_ call: Invocation) throws -> ExitStatus {
        let options = try ReadOptions(call)
        let width = try call.integer("width", in: 10...1000) ?? max(20, Terminal.output.width - TimelineText.margin)
        guard call.isOn("follow") else {
            let timeline = try draw(options, width)
            try Listing(whole: timeline.value, rows: "columns", text: { TimelineText(timeline).text })
                .print(as: options.format)
            return try ReadOptions.status(timeline.report)
        }
        guard options.input != "-" else {
            throw Complaint.usage("--follow needs a log that can be read again", hint: "name the log folder")
        }
        return try follow(options, width)
    }

    private static func draw(_ options: ReadOptions, _ width: Int) throws -> Timeline {
        let source = try options.source().rereadable()
        var progress = Progress("reading \(options.input)")
        return try Timeline(of: source, width: width, window: options.window) { progress.update($0) }
    }

    /// Draws again once a second where the log has grown; ends with the process that writes it, or by a signal.
    private static func follow(_ options: ReadOptions, _ width: Int) throws -> ExitStatus {
        var shown = ""
        while true {
            let timeline = try draw(options, width)
            let text = TimelineText(timeline).text
            if text != shown {
                let clear = Terminal.output.isTerminal ? "\u{1B}[2J\u{1B}[H" : shown.isEmpty ? "" : "\n"
                try Descriptor.standardOutput.write(clear + text)
                shown = text
            }
            guard timeline.report.lives.contains(where: { $0.ending == "running" }) else {
                return try ReadOptions.status(timeline.report)
            }
            sleep(1)
        }
    }
}

/// The lanes as text.
struct TimelineText {
    /// Columns that the names of the lanes take.
    static let margin = 10

    private let timeline: Timeline
    private let terminal = Terminal.output

    init(_ timeline: Timeline) { self.timeline = timeline }

    var text: String {
        guard timeline.report.lives.contains(where: { $0.first != nil }) else { return "no record could be read\n" }
        var lines = [head, axis]
        lines.append(lane("life", life))
        lines.append(lane("app", { letter($0.app.map(Self.app)) }))
        lines.append(lane("motion", { letter($0.motion.map(Self.motion)) }))
        lines.append(lane("receiver", { letter($0.receiverOn.map { on in on ? "=" : "-" }) }))
        lines.append(lane("fixes", fixes))
        lines.append(lane("battery", { column in letter(column.battery.map { "\(min(9, Int($0 * 10)))" }) }))
        lines.append(lane("wakes", { letter($0.wakes.isEmpty ? nil : "^") }))
        lines.append(lane("marks", { letter($0.marks.isEmpty ? nil : "!") }))
        return lines.filter { !$0.isEmpty }.map { $0 + "\n" }.joined() + "\n" + legend
    }

    private var head: String {
        let step = Wording.duration(Int64(timeline.step))
        return "\(Wording.time(timeline.from)) to \(Wording.time(timeline.to)) UTC, \(step) a column"
    }

    /// The time at every twentieth column.
    private var axis: String {
        var line = String(repeating: " ", count: Self.margin)
        for index in stride(from: 0, to: timeline.columns.count, by: 20) {
            let time = timeline.from + Int64(Double(index) * timeline.step)
            line += ("|" + Wording.time(time, without: CivilDate(time))).padding(to: 20)
        }
        return String(line.prefix(Self.margin + timeline.columns.count))
    }

    /// One lane; left out where it has nothing to say.
    private func lane(_ name: String, _ draw: (Timeline.Column) -> (text: String, style: Terminal.Style?)) -> String {
        let cells = timeline.columns.map(draw)
        guard cells.contains(where: { $0.text != " " }) else { return "" }
        return name.padding(to: Self.margin)
            + cells.map { cell in cell.style.map { terminal.styled(cell.text, $0) } ?? cell.text }.joined()
    }

    private func letter(_ text: String?) -> (text: String, style: Terminal.Style?) { (text ?? " ", nil) }

    private func life(_ column: Timeline.Column) -> (text: String, style: Terminal.Style?) {
        if column.end == "crash" { return ("X", .red) }
        let share = Double(column.gapTime) / timeline.step
        guard share > 0.05, let kind = column.gap else { return ("#", .green) }
        let style: Terminal.Style = kind.isIntended ? .dim : share > 0.5 ? .red : .yellow
        let letter = Self.letters[kind.rawValue] ?? "?"
        return (share > 0.5 ? letter : letter.lowercased(), style)
    }

    private func fixes(_ column: Timeline.Column) -> (text: String, style: Terminal.Style?) {
        guard column.fixes > 0 else { return (" ", nil) }
        let perMinute = Double(column.fixes) * 60_000 / timeline.step
        let steps = [".", ":", "+", "*"]
        return (perMinute < 1 ? steps[0] : perMinute < 10 ? steps[1] : perMinute < 40 ? steps[2] : steps[3], nil)
    }

    private static let letters = [
        "suspended": "S", "stalled": "T", "off": "O", "unwritten": "U", "silence": "N", "killed": "K", "crash": "X",
        "exit": "E", "reboot": "R", "update": "P", "out-of-memory": "M", "watchdog": "W", "state-lost": "L",
        "killed-while-terminating": "K",
    ]

    private static func app(_ state: AppState) -> String {
        switch state {
        case .foreground: "F"
        case .background: "b"
        case .inactive: "i"
        case .terminating: "t"
        }
    }

    private static func motion(_ kind: MotionKind) -> String {
        switch kind {
        case .stationary: "."
        case .walking: "w"
        case .running: "r"
        case .cycling: "c"
        case .automotive: "A"
        case .unknown: "?"
        }
    }

    private var legend: String {
        let kinds = Set(timeline.columns.compactMap { $0.gap?.rawValue })
        let gaps = Self.letters.filter { kinds.contains($0.key) }.sorted { $0.key < $1.key }
            .map { "\($0.value) \($0.key)" }
        return (["# alive"] + gaps + ["small letter: part of the column"]).joined(separator: ", ")
            + "\nF foreground b background   . still w walk r run c cycle A drive   = receiver on - off   "
            + "fixes a minute: . under 1 : under 10 + under 40 * more   battery in tenths\n"
    }
}

extension String {
    /// Blanks up to a width.
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
