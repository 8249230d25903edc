import CommandKit
import FieldModel
import FlightAnalysis
import LogFormat

/// What of an input could not be used, for people: the sum, then the first places.
struct DamageText {
    /// How many places are named.
    static let shownPlaces = 8

    private let report: LifeReport
    private let speech: Speech

    init(_ report: LifeReport, _ speech: Speech) {
        self.report = report
        self.speech = speech
    }

    var text: String {
        let total = report.totalDamage
        var parts: [String] = []
        if total.isLoss {
            parts.append(
                speech.count(total.linesSkipped, InfoWords.linesSkipped) + ", "
                    + speech(InfoWords.bytesSkipped, "size", ByteCount.text(total.bytesSkipped)))
        }
        if report.recordsLost > 0 {
            parts.append(speech.count(Int(clamping: report.recordsLost), InfoWords.recordsLost))
        }
        let times = report.lives.reduce(0) { $0 + $1.damagedTimes }
        if times > 0 { parts.append(speech.count(times, Self.times)) }
        return "analyze: " + speech(Self.damaged, "what", parts.joined(separator: "; ")) + "\n" + places
    }

    private var places: String {
        let findings = report.damage.flatMap { file in
            file.damage.findings.filter(\.kind.isLoss).map { (file.path, $0) }
        }
        var text = ""
        for (path, finding) in findings.prefix(Self.shownPlaces) {
            let place = [
                Record.Field("path", .string(path)), .init("line", .integer(Int64(finding.line))),
                .init("byte", .integer(finding.offset)),
            ]
            let detail = [Sentence.Clause("detail", finding.detail)]
            let said = Sentence(finding.line > 0 ? Self.atLine : Self.atByte, place, clauses: detail)
            text += "  " + said.text(in: speech.language) + "\n"
        }
        let rest = findings.count - Self.shownPlaces
        return rest > 0 ? text + "  " + speech.count(rest, Words.more) + " (--format json)\n" : text
    }

    private static let atLine = Phrase(
        "{path}, line {line}, byte {byte}: {detail}", "{path}, ligne {line}, octet {byte} : {detail}",
        "{path}，第 {line} 行，第 {byte} 字节：{detail}")
    private static let atByte = Phrase(
        "{path}, byte {byte}: {detail}", "{path}, octet {byte} : {detail}", "{path}，第 {byte} 字节：{detail}")
    private static let damaged = Phrase(
        "the input is damaged: {what}", "l'entrée est endommagée : {what}", "输入已损坏：{what}")
    private static let times = Phrase(
        "{count:record|records} with an impossible time",
        "{count:enregistrement|enregistrements} à une heure impossible",
        "{count} 条记录的时间不可能")
}
