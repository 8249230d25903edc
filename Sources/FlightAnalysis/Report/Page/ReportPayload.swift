import FieldModel
import LogFormat

/// What the scripts of the page draw from: one JSON object. Times are tenths of a second from `from`; long lists hold
/// differences from element to element, which are short; a measurement that is not there is -1.
///
/// It stands in a script element, so no `<` may be in it: each is written as an escape.
struct ReportPayload {
    private let report: LogReport
    private let language: Language
    private let start: Int64
    private var out: [UInt8] = []

    private init(_ report: LogReport, _ language: Language) {
        self.report = report
        self.language = language
        start = report.span?.lowerBound.rawValue ?? 0
    }

    /// The text of the script element.
    static func text(_ report: LogReport, in language: Language) -> [UInt8] {
        var payload = ReportPayload(report, language)
        payload.write()
        return payload.escaped
    }

    private var escaped: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(out.count + 64)
        for byte in out {
            if byte == UInt8(ascii: "<") { text += "\\u003c".utf8 } else { text.append(byte) }
        }
        return text
    }

    private mutating func write() {
        out += #"{"schema":"flightlog.report/1""#.utf8
        member("from", .integer(start))
        member("to", .integer(report.span?.upperBound.rawValue ?? start))
        member("zone_s", report.life.lives.compactMap(\.endContext.zoneOffset).first.map { .whole($0) } ?? .null)
        member("lang", .string(language.rawValue))
        member("words", ReportWords.pictured(in: language))
        member("runs", .array(report.infoListing.runs.map { run($0) }))
        member("gaps", .array(report.gaps.map { gap($0) }))
        member("ends", .array(report.ends.map { end($0) }))
        member("wakes", .array(report.wakes.map { [.integer(at($0.at.wallTime)), .string($0.by)] }))
        member("marks", .array(report.infoListing.marks.map { mark($0) }))
        member("changes", .array(changeTimes))
        let gaps = report.gaps
        member("app", spans(report.scan.app.cut(by: gaps)))
        member("motion", spans(report.scan.motion.cut(by: gaps)))
        member("receiver", spans(report.scan.receiver.cut(by: gaps)))
        measures()
        counts()
        track()
        out.append(UInt8(ascii: "}"))
    }

    private mutating func member(_ key: String, _ value: Value) {
        self.key(key)
        JSON.append(value, to: &out)
    }

    private mutating func key(_ key: String) {
        out.append(UInt8(ascii: ","))
        JSON.append(key, to: &out)
        out.append(UInt8(ascii: ":"))
    }

    /// Tenths of a second from the beginning.
    private func at(_ time: WallTime) -> Int64 { at(time.rawValue) }
    private func at(_ millis: Int64) -> Int64 { millis.clamped(minus: start).flooredDivision(by: 100) }

    // MARK: Life

    private func run(_ run: Run) -> Value {
        [.integer(at(run.start.wallTime)), .integer(at(run.end.wallTime)), .text(run.reason)]
    }

    private func gap(_ gap: Gap) -> Value {
        [
            .integer(at(gap.from.wallTime)), .integer(at(gap.to.wallTime)), .string(gap.kind.rawValue),
            .integer(gap.duration / 100), gap.movement.map { .integer($0.millimetres / 1000) } ?? -1,
            .integer(gap.matters == true ? 1 : gap.matters == false ? 0 : -1),
        ]
    }

    private func end(_ end: RunEnd) -> Value {
        [.integer(at(end.at.wallTime)), .string(end.cause), .integer(end.crashed ? 2 : end.clean ? 0 : 1)]
    }

    private func mark(_ mark: Life.Mark) -> Value {
        [.integer(at(mark.at.wallTime)), .string(PageText.clipped(mark.text))]
    }

    private var changeTimes: [Value] {
        report.shownChanges.map { [.integer(at($0.at)), .string("\($0.key): \(Wording.plain($0.after))")] }
    }

    private func spans(_ spans: [StateHistory.Span]) -> Value {
        .array(
            spans.filter { report.choice.window.touches($0.from, $0.to) }.map {
                [.integer(at($0.from)), .integer(at($0.to)), .string($0.code)]
            })
    }

    // MARK: Measurements

    private mutating func measures() {
        let breaks = report.gaps.map(\.to.wallTime.rawValue)
        let measures = report.scan.measures, battery = report.scan.battery
        series(
            "measures", measures, brokenAt: breaks,
            [("accuracy", measures.points.map { tenth($0.a) }), ("speed", measures.points.map { tenth($0.b) })])
        series(
            "battery", battery, brokenAt: breaks,
            [("level", battery.points.map { Int64($0.a) }), ("plugged", battery.points.map { Int64($0.b) })])
    }

    /// cm or cm/s as tenths of the unit; -1 for what was not measured.
    private func tenth(_ value: Int32) -> Int64 { value == ThinnedSeries.none ? -1 : (Int64(value) + 5) / 10 }

    /// Where lines begin, by the index of their first point: those of the series, and behind each gap.
    private func lines(of series: ThinnedSeries, brokenAt breaks: [Int64]) -> [Int64] {
        var starts: [Int64] = []
        var next = 0
        for (index, point) in series.points.enumerated() {
            var breaksHere = index == 0 || series.points[index - 1].line != point.line
            while next < breaks.count, breaks[next] <= point.time {
                breaksHere = true
                next += 1
            }
            if breaksHere { starts.append(Int64(index)) }
        }
        return starts
    }

    /// `"name":{"stretch":…,"lines":[…],"t":[…],"a":[…],"b":[…]}`: times as differences, values as they are.
    private mutating func series(
        _ name: String, _ series: ThinnedSeries, brokenAt breaks: [Int64], _ columns: [(name: String, values: [Int64])]
    ) {
        key(name)
        out += #"{"stretch":"#.utf8
        number(series.stretch / 100)
        key("lines")
        list(lines(of: series, brokenAt: breaks), differing: true)
        key("t")
        list(series.points.map { at($0.time) }, differing: true)
        for column in columns {
            key(column.name)
            list(column.values)
        }
        out.append(UInt8(ascii: "}"))
    }

    private mutating func counts() {
        let counts = report.scan.counts.inOrder
        key("counts")
        out += #"{"stretch":"#.utf8
        number(report.scan.counts.stretch / 100)
        key("t")
        list(counts.map { at($0.from) }, differing: true)
        key("accepted")
        list(counts.map { Int64($0.count.accepted) })
        key("other")
        list(counts.map { Int64($0.count.other) })
        out.append(UInt8(ascii: "}"))
    }

    // MARK: Track

    private mutating func track() {
        let reasons = report.scan.dropped.keys.sorted()
        guard let picture = TrackPicture(report.drawing, dropped: reasons.map { report.scan.dropped[$0]! }) else {
            return member("track", .null)
        }
        key("track")
        out += #"{"lat":"#.utf8
        JSON.append(.number(Double(picture.latitude) / 1e7), to: &out)
        member("lon", .number(Double(picture.longitude) / 1e7))
        key("lines")
        list(lines(of: picture.lines, brokenAt: []), differing: true)
        key("t")
        list(picture.lines.points.map { at($0.time) }, differing: true)
        places(picture.lines, picture)
        member("connectors", .array(picture.drawing.connectors.map { connector($0, picture) }))
        member("places", .array(picture.drawing.marks.map { mark($0, picture) }))
        key("dropped")
        out.append(UInt8(ascii: "{"))
        for (index, reason) in reasons.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            JSON.append(reason, to: &out)
            out += #":{"stretch":0"#.utf8
            key("t")
            list(report.scan.dropped[reason]!.points.map { at($0.time) }, differing: true)
            places(report.scan.dropped[reason]!, picture)
            out.append(UInt8(ascii: "}"))
        }
        out += "}}".utf8
    }

    private mutating func places(_ series: ThinnedSeries, _ picture: TrackPicture) {
        let places = series.points.map { picture.place($0.a, $0.b) }
        key("x")
        list(places.map(\.x), differing: true)
        key("y")
        list(places.map(\.y), differing: true)
    }

    private func connector(_ connector: TrackDrawing.Connector, _ picture: TrackPicture) -> Value {
        let from = picture.place(connector.from), to = picture.place(connector.to)
        return [
            .integer(from.x), .integer(from.y), .integer(to.x), .integer(to.y),
            .integer(at(connector.from.fix.receiveTime)), .integer(at(connector.to.fix.receiveTime)),
            .string(connector.cause), .bool(isGap(connector)),
        ]
    }

    /// Whether there was no sign of life between its ends: then nobody may draw a line.
    private func isGap(_ connector: TrackDrawing.Connector) -> Bool {
        let from = connector.from.fix.receiveTime, to = connector.to.fix.receiveTime
        return report.gaps.contains { $0.from.wallTime < to && $0.to.wallTime > from }
    }

    private func mark(_ mark: TrackDrawing.Mark, _ picture: TrackPicture) -> Value {
        let place = picture.place(mark.latitude, mark.longitude)
        return [
            .integer(place.x), .integer(place.y), .integer(at(mark.time)), .integer(at(mark.until ?? mark.time)),
            .string(mark.kind.rawValue), .string(PageText.clipped(mark.text)),
        ]
    }

    // MARK: Numbers

    private mutating func list(_ numbers: [Int64], differing: Bool = false) {
        out.append(UInt8(ascii: "["))
        var last: Int64 = 0
        for (index, value) in numbers.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            number(differing ? value.clamped(minus: last) : value)
            last = value
        }
        out.append(UInt8(ascii: "]"))
    }

    private mutating func number(_ value: Int64) { DecimalNumber.append(value, decimals: 0, to: &out) }
}

extension LogReport {
    /// Changes of settings in what is shown.
    var shownChanges: [SettingChange] { scan.changes.filter { choice.window.contains($0.at) } }
}
