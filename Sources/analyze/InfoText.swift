import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// A log's contents for people.
struct InfoText {
    private let listing: InfoListing
    private let speech: Speech

    init(_ listing: InfoListing, _ speech: Speech) {
        self.listing = listing
        self.speech = speech
    }

    var text: String {
        var text = facts
        if !listing.runs.isEmpty { text += "\n" + runs }
        if listing.sessions.count > 1 { text += "\n" + sessions }
        if !listing.kinds.isEmpty { text += "\n" + counts }
        return text
    }

    private var facts: String {
        var table = TextTable([("", .left), ("", .left)])
        func add(_ name: Phrase, _ value: String?) {
            if let value, !value.isEmpty { table.add([speech(name), value]) }
        }
        add(InfoWords.input, listing.report.input)
        add(InfoWords.span, span)
        add(
            Words.alive,
            speech(InfoWords.aliveIn, "length", Wording.duration(listing.active))
                + speech.count(listing.runs.count, InfoWords.runs))
        add(InfoWords.ends, listing.ending.map { code in "\(code)" + (meaning(code).map { ": \($0)" } ?? "") })
        add(
            InfoWords.records,
            speech.count(listing.events, InfoWords.events) + ", " + speech.count(listing.samples, InfoWords.samples))
        add(InfoWords.device, listing.devices.joined(separator: "; "))
        add(InfoWords.app, listing.apps.joined(separator: "; "))
        add(InfoWords.settings, listing.settings.map { "\($0.key) \(JSON.text($0.value))" }.joined(separator: ", "))
        add(
            InfoWords.permissions,
            listing.permissions.map { "\($0.key) \(JSON.text($0.value))" }.joined(separator: ", "))
        add(
            InfoWords.marks, listing.marks.map { "\(speech.time($0.at.wallTime)) \($0.text)" }.joined(separator: "; "))
        add(InfoWords.integrity, integrity)
        return table.text()
    }

    private var span: String? {
        guard let first = listing.first, let last = listing.last else { return nil }
        let said = speech(
            Words.span,
            [
                .init("from", .string(speech.time(first))), .init("to", .string(speech.time(last))),
                .init("zone", .string(speech.zoneName)),
            ])
        return said + ", " + (last < first ? speech(InfoWords.setBack) : Wording.duration(last - first))
    }

    private func meaning(_ code: String) -> String? { GapKind(rawValue: code).meaning.map { speech($0) } }

    /// What can be said for the log and against it.
    private var integrity: String {
        let report = listing.report
        var parts: [String] = []
        if !report.lives.contains(where: { $0.first != nil }) { parts.append(speech(InfoWords.nothing)) }
        if report.isDamaged {
            let total = report.totalDamage
            parts.append(speech.count(total.linesSkipped, InfoWords.linesSkipped))
            parts.append(speech(InfoWords.bytesSkipped, "size", ByteCount.text(total.bytesSkipped)))
            if report.recordsLost > 0 {
                parts.append(speech.count(Int(clamping: report.recordsLost), InfoWords.recordsLost))
            }
        }
        if report.recordsMissing > 0 {
            parts.append(speech.count(Int(clamping: report.recordsMissing), InfoWords.numbersMissing) + places)
        }
        let repeated = report.lives.reduce(0) { $0 + ($1.sequence?.repeated ?? 0) }
        if repeated > 0 { parts.append(speech.count(repeated, InfoWords.numbersRepeated)) }
        if listing.isWhole { parts.append(speech(InfoWords.whole)) }
        if !report.emptyFiles.isEmpty { parts.append(speech.count(report.emptyFiles.count, InfoWords.emptyFiles)) }
        return parts.joined(separator: "; ")
    }

    /// The first few stretches of missing numbers.
    private var places: String {
        let all = listing.report.lives.flatMap { $0.sequence?.stretches ?? [] }
        let shown = all.prefix(3).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
        return all.isEmpty ? "" : " (n \(shown.joined(separator: ", "))\(all.count > 3 ? " …" : ""))"
    }

    private var runs: String {
        var table = TextTable([
            (speech(InfoWords.run), .left), (speech(Words.from), .left), (speech(Words.to), .left),
            (speech(Words.alive), .right), (speech(Words.gaps), .right), (speech(InfoWords.eventsHeader), .right),
            (speech(InfoWords.samplesHeader), .right), (speech(InfoWords.startedBy), .left),
        ])
        for run in listing.runs {
            table.add([
                run.id.isEmpty ? "-" : String(run.id.prefix(8)), speech.time(run.start.wallTime),
                speech.time(run.end.wallTime, without: speech.day(run.start.wallTime)),
                Wording.duration(max(0, run.duration - run.gaps)), Wording.duration(run.gaps), "\(run.events)",
                "\(run.samples)", run.reason ?? "",
            ])
        }
        return table.text()
    }

    private var sessions: String {
        var table = TextTable([
            (speech(InfoWords.session), .right), (speech(Words.from), .left), (speech(Words.to), .left),
        ])
        for (number, session) in listing.sessions {
            table.add([
                "\(number)", speech.time(session.from.wallTime),
                speech.time(session.to.wallTime, without: speech.day(session.from.wallTime)),
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

/// What the text of `analyze info` says, in every language.
enum InfoWords {
    static let input = Phrase("input", "entrée", "输入")
    static let span = Phrase("span", "période", "时段")
    static let setBack = Phrase(
        "the wall clock was set back in between", "l'horloge murale a reculé entre-temps", "期间系统时钟被调回")
    static let aliveIn = Phrase("{length} in ", "{length} en ", "{length}，共 ")
    static let runs = Phrase("{count:run|runs}", "{count:exécution|exécutions}", "{count} 次运行")
    static let ends = Phrase("ends with", "se termine par", "结束状态")
    static let records = Phrase("records", "enregistrements", "记录")
    static let events = Phrase("{count:event|events}", "{count:événement|événements}", "{count} 个事件")
    static let samples = Phrase("{count:sample|samples}", "{count:mesure|mesures}", "{count} 个采样")
    static let device = Phrase("device", "appareil", "设备")
    static let app = Phrase("app", "application", "应用")
    static let settings = Phrase("settings", "réglages", "设置")
    static let permissions = Phrase("permissions", "autorisations", "权限")
    static let marks = Phrase("marks", "repères", "标记")
    static let integrity = Phrase("integrity", "intégrité", "完整性")
    static let whole = Phrase("whole", "entier", "完整")
    static let nothing = Phrase("no record could be read", "aucun enregistrement lisible", "没有可读取的记录")
    static let linesSkipped = Phrase(
        "{count:line|lines} skipped", "{count:ligne ignorée|lignes ignorées}", "跳过 {count} 行")
    static let bytesSkipped = Phrase("{size} skipped", "{size} ignorés", "跳过 {size}")
    static let recordsLost = Phrase(
        "{count:record|records} lost by the recorder",
        "{count:enregistrement perdu|enregistrements perdus} par l'enregistreur", "记录器丢失 {count} 条记录")
    static let numbersMissing = Phrase(
        "{count:record is|records are} missing by number",
        "{count:enregistrement manque|enregistrements manquent} d'après les numéros", "按序号缺少 {count} 条记录")
    static let numbersRepeated = Phrase(
        "{count:number stands|numbers stand} twice", "{count:numéro figure|numéros figurent} deux fois", "{count} 个序号重复"
    )
    static let emptyFiles = Phrase(
        "{count:empty file|empty files}", "{count:fichier vide|fichiers vides}", "{count} 个空文件")
    static let run = Phrase("run", "exécution", "运行")
    static let session = Phrase("session", "session", "记录段")
    static let eventsHeader = Phrase("events", "événements", "事件")
    static let samplesHeader = Phrase("samples", "mesures", "采样")
    static let startedBy = Phrase("started by", "lancée par", "启动原因")
}
