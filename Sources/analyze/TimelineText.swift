import CommandKit
import FieldModel
import FlightAnalysis

/// The lanes as text.
struct TimelineText {
    /// Columns that the names of the lanes take.
    static let margin = 10

    private let timeline: Timeline
    private let speech: Speech
    private let terminal = Terminal.output

    init(_ timeline: Timeline, _ speech: Speech) {
        self.timeline = timeline
        self.speech = speech
    }

    var text: String {
        guard timeline.report.lives.contains(where: { $0.first != nil }) else {
            return speech(Words.nothingRead, "input", timeline.report.input) + "\n"
        }
        var lines = [head, axis]
        lines.append(lane(Self.lifeLane, life))
        lines.append(lane(Self.appLane, { letter($0.app.map(Self.app)) }))
        lines.append(lane(Self.motionLane, { letter($0.motion.map(Self.motion)) }))
        lines.append(lane(Self.receiverLane, { letter($0.receiverOn.map { on in on ? "=" : "-" }) }))
        lines.append(lane(Self.fixesLane, fixes))
        lines.append(
            lane(Self.batteryLane, { column in letter(column.battery.map { "\(Int(max(0, min(9, $0 * 10))))" }) }))
        lines.append(lane(Self.wakesLane, { letter($0.wakes.isEmpty ? nil : "^") }))
        lines.append(lane(Self.marksLane, { letter($0.marks.isEmpty ? nil : "!") }))
        return lines.filter { !$0.isEmpty }.map { $0 + "\n" }.joined() + "\n" + legend + marks
    }

    /// What the marks say, with their times.
    private var marks: String {
        guard !timeline.marks.isEmpty else { return "" }
        return "\n" + timeline.marks.map { "! \(speech.time($0.time))  \($0.text)\n" }.joined()
    }

    private var head: String {
        let span = speech(
            Words.span,
            [
                .init("from", .string(speech.time(timeline.from))), .init("to", .string(speech.time(timeline.to))),
                .init("zone", .string(speech.zoneName)),
            ])
        return span + ", " + speech(Self.aColumn, "length", Wording.duration(Int64(timeline.step)))
    }

    /// The time at every twentieth column.
    private var axis: String {
        var line = String(repeating: " ", count: Self.margin)
        for index in stride(from: 0, to: timeline.columns.count, by: 20) {
            let time = timeline.from + Int64(min(9e18, Double(index) * timeline.step))
            line += ("|" + speech.time(time, without: speech.day(time))).padding(to: 20)
        }
        return String(line.prefix(Self.margin + timeline.columns.count))
    }

    /// One lane; left out where it has nothing to say.
    private func lane(_ name: Phrase, _ draw: (Timeline.Column) -> (text: String, style: Terminal.Style?)) -> String {
        let cells = timeline.columns.map(draw)
        guard cells.contains(where: { $0.text != " " }) else { return "" }
        return speech(name).padding(to: Self.margin)
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

    /// What stands in the lanes, and nothing else.
    private var legend: String {
        let kinds = Set(timeline.columns.compactMap { $0.gap?.rawValue })
        let gaps = Self.letters.filter { kinds.contains($0.key) }.sorted { $0.key < $1.key }
            .map { "\($0.value) \($0.key)" }
        let life = (["# " + speech(Words.alive)] + gaps + [speech(Self.smallLetters)]).joined(separator: ", ")
        return life + "\n" + Self.legends.map { speech($0) }.joined(separator: "\n") + "\n"
    }

    private static let aColumn = Phrase("{length} a column", "{length} par colonne", "每列 {length}")
    private static let lifeLane = Phrase("life", "vie", "存活")
    private static let appLane = Phrase("app", "appli", "应用")
    private static let motionLane = Phrase("motion", "mouvement", "运动")
    private static let receiverLane = Phrase("receiver", "récepteur", "接收器")
    private static let fixesLane = Phrase("fixes", "positions", "定位")
    private static let batteryLane = Phrase("battery", "batterie", "电量")
    private static let wakesLane = Phrase("wakes", "réveils", "唤醒")
    private static let marksLane = Phrase("marks", "repères", "标记")
    private static let smallLetters = Phrase(
        "small letter: part of the column", "minuscule : une partie de la colonne", "小写字母：占该列的一部分")
    private static let legends = [
        Phrase(
            "app: F foreground b background i inactive t terminating",
            "appli : F premier plan b arrière-plan i inactive t en arrêt", "应用：F 前台 b 后台 i 非活动 t 退出中"),
        Phrase(
            "motion: . still w walk r run c cycle A drive ? unknown",
            "mouvement : . immobile w marche r course c vélo A voiture ? inconnu", "运动：. 静止 w 步行 r 跑步 c 骑行 A 驾车 ? 未知"),
        Phrase(
            "receiver: = on - off; fixes a minute: . under 1 : under 10 + under 40 * more",
            "récepteur : = allumé - éteint ; positions par minute : . moins de 1 : moins de 10 + moins de 40 * plus",
            "接收器：= 开 - 关；每分钟定位：. 少于 1 : 少于 10 + 少于 40 * 更多"),
        Phrase(
            "battery in tenths; ^ wake; ! mark", "batterie en dixièmes ; ^ réveil ; ! repère", "电量以十分之一计；^ 唤醒；! 标记"),
    ]
}

extension String {
    /// Blanks up to a width.
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - Terminal.columns(of: self)))
    }
}
