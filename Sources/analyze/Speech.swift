import CommandKit
import FieldModel
import FlightAnalysis

/// How a listing speaks to its reader: in which language, and in which zone its text form gives times. Codes, keys and
/// numbers never change.
struct Speech {
    var language = Language.en
    /// The reader's zone; nil for UTC.
    var zone: LocalDays?
    var zoneName = "UTC"

    /// A phrase in the reader's language.
    func callAsFunction(_ phrase: Phrase, _ parameters: [Record.Field] = []) -> String {
        phrase.text(parameters, in: language)
    }

    /// A phrase with one text in it.
    func callAsFunction(_ phrase: Phrase, _ name: String, _ text: String) -> String {
        self(phrase, [.init(name, .string(text))])
    }

    /// A number with its noun.
    func count(_ count: Int, _ phrase: Phrase) -> String { self(phrase, [.init("count", .integer(Int64(count)))]) }

    /// A table whose headers are in the reader's language.
    func table(_ columns: [(header: Phrase, alignment: TextTable.Alignment)]) -> TextTable {
        TextTable(columns.map { (self($0.header), $0.alignment) })
    }

    /// The date on the reader's wall.
    func day(_ time: WallTime) -> CivilDate { CivilDate(local(time)) }

    /// `2026-05-04 08:00:00` on the reader's wall; the day left out where it is `day`.
    func time(_ time: WallTime, without day: CivilDate? = nil) -> String { Wording.time(local(time), without: day) }

    private func local(_ time: WallTime) -> WallTime {
        guard let zone else { return time }
        return time + Int64(zone.offset(at: time)) * 1000
    }

    /// `93.4 %`, or that it is not known.
    func share(_ share: Double?) -> String { share.map { Wording.share($0) } ?? self(Words.unknown) }
}

/// Words that several listings share.
enum Words {
    static let unknown = Phrase("unknown", "inconnu", "未知")
    static let from = Phrase("from", "de", "开始")
    static let to = Phrase("to", "à", "结束")
    static let alive = Phrase("alive", "en vie", "存活")
    static let gaps = Phrase("gaps", "trous", "中断")
    static let nothingRead = Phrase(
        "{input}: no record could be read", "{input} : aucun enregistrement lisible", "{input}：没有可读取的记录")
    static let span = Phrase("{from} to {to} {zone}", "de {from} à {to} {zone}", "{from} 至 {to} {zone}")
    static let more = Phrase("and {count} more", "et {count} de plus", "另有 {count} 项")
}
