import FieldModel
import LogFormat

/// The places of the pictures, and the tables behind them.
extension ReportPage {
    mutating func timeline() {
        begin("timeline", ReportWords.timeline[language])
        page.element("p", class: "help", ReportWords.help[language])
        page.markup("<div id=\"lanes\" class=\"picture\"><p class=\"missing\">")
        page.text(ReportWords.needsScript[language])
        page.markup("</p></div>\n")
        let stretch = report.scan.measures.stretch
        if stretch > 0 {
            page.element(
                "p", class: "help",
                ReportWords.thinned.text([.init("length", .string(Wording.duration(stretch)))], in: language))
        }
        folded { (page) in
            page.runTable()
            page.stateTable()
            page.eventTable()
        }
        end()
    }

    private mutating func runTable() {
        let rows: [[PageTable.Cell]] = report.infoListing.runs.map { run in
            [
                Self.time(run.start.wallTime), Self.time(run.end.wallTime), .text(Wording.duration(run.duration)),
                .foreign(run.reason ?? ""), .text("\(run.samples)"), .text("\(run.beats)"),
            ]
        }
        let head = [
            ReportWords.from, ReportWords.to, ReportWords.length, ReportWords.reason,
            Phrase("fixes", "positions", "定位"), Phrase("beats", "battements", "心跳"),
        ]
        table(Phrase("Runs", "Exécutions", "运行"), head, rows, verb: "info")
    }

    private mutating func stateTable() {
        let gaps = report.gaps
        let histories = [("app", report.scan.app), ("motion", report.scan.motion), ("receiver", report.scan.receiver)]
        let spans = histories.flatMap { name, history in history.cut(by: gaps).map { (name, $0) } }
            .filter { report.choice.window.touches($0.1.from, $0.1.to) }
        let rows: [[PageTable.Cell]] = spans.map { name, span in
            [
                .text(name), Self.time(span.from), Self.time(span.to), .text(Wording.duration(span.to - span.from)),
                .foreign(span.code),
            ]
        }
        let head = [ReportWords.kind, ReportWords.from, ReportWords.to, ReportWords.length, ReportWords.state]
        table(Phrase("States", "États", "状态"), head, rows, verb: "timeline")
    }

    private mutating func eventTable() {
        let wakes: [(WallTime, [PageTable.Cell])] = report.wakes.map {
            ($0.at.wallTime, [Self.time($0.at.wallTime), .text("wake"), .foreign($0.by)])
        }
        let marks: [(WallTime, [PageTable.Cell])] = report.infoListing.marks.map {
            ($0.at.wallTime, [Self.time($0.at.wallTime), .text("mark"), .foreign($0.text)])
        }
        let steps: [(WallTime, [PageTable.Cell])] = report.gapListing.clockSteps.map {
            ($0.at.wallTime, [Self.time($0.at.wallTime), .text("clock"), .text(Wording.signed($0.by))])
        }
        let rows = (wakes + marks + steps).sorted { $0.0 < $1.0 }.map(\.1)
        let caption = Phrase("Wakes, marks, steps of the clock", "Réveils, repères, sauts d'horloge", "唤醒、标记、时钟跳变")
        table(caption, [ReportWords.at, ReportWords.kind, ReportWords.value], rows, verb: "wakes")
    }

    mutating func track() {
        begin("track", ReportWords.track[language])
        guard !report.drawing.isEmpty || !report.scan.dropped.isEmpty else {
            page.element("p", ReportWords.noTrack[language])
            return end()
        }
        page.element("p", class: "help", ReportWords.trackHelp[language])
        page.markup("<div id=\"map\" class=\"picture\"><p class=\"missing\">")
        page.text(ReportWords.needsScript[language])
        page.markup("</p></div>\n")
        folded { (page) in
            page.lineTable()
            page.connectorTable()
        }
        end()
    }

    private mutating func lineTable() {
        let rows: [[PageTable.Cell]] = report.drawing.lines.compactMap { line in
            guard let first = line.points.first?.fix, let last = line.points.last?.fix else { return nil }
            return [
                Self.time(first.receiveTime), Self.time(last.receiveTime), .text("\(line.points.count)"),
                .text(Wording.duration(max(0, last.receiveTime - first.receiveTime))),
            ]
        }
        let head = [ReportWords.from, ReportWords.to, ReportWords.points, ReportWords.length]
        table(ReportWords.lines, head, rows, verb: "export --to geojson")
    }

    private mutating func connectorTable() {
        let rows: [[PageTable.Cell]] = report.drawing.connectors.map { connector in
            [
                Self.time(connector.from.fix.receiveTime), Self.time(connector.to.fix.receiveTime),
                .text(Wording.duration(connector.duration)), .foreign(connector.cause),
            ]
        }
        let head = [ReportWords.from, ReportWords.to, ReportWords.length, ReportWords.cause]
        table(ReportWords.connectors, head, rows, verb: "export --to geojson")
    }
}

extension Wording {
    /// `+3 min`, `-4.0 s`.
    static func signed(_ millis: Int64) -> String {
        (millis < 0 ? "-" : "+") + duration(Int64(clamping: millis.magnitude))
    }
}
