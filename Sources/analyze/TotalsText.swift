import CommandKit
import FieldModel
import FlightAnalysis

/// Totals by session and day for people.
struct TotalsText {
    private let totals: TrailDays
    private let speech: Speech

    init(_ totals: TrailDays, _ speech: Speech) {
        self.totals = totals
        self.speech = speech
    }

    var text: String {
        guard !totals.days.isEmpty else { return speech(Self.none) + "\n" }
        var table = speech.table([
            (Self.session, .right), (Self.day, .left), (Self.solid, .right), (Self.moving, .right),
            (Self.stopped, .right), (Self.unobserved, .right), (Self.average, .right), (Self.maximum, .right),
            (Self.climb, .right),
        ])
        for day in totals.days {
            table.add([
                "\(day.session)", "\(day.day)", Wording.distance(day.solid), Wording.duration(day.moving),
                Wording.duration(day.stopped), Wording.duration(day.unobserved), speed(day.average),
                speed(day.maximum), day.climb.map { "\(($0 + 50) / 100) m" } ?? speech(Words.unknown),
            ])
        }
        return table.text()
    }

    private func speed(_ centimetres: Int64?) -> String {
        // cm/s to tenths of km/h.
        centimetres.map { "\($0 * 36 / 1000).\($0 * 36 / 100 % 10) km/h" } ?? speech(Words.unknown)
    }

    private static let none = Phrase("no fix in it: no totals", "aucune position : pas de totaux", "没有定位，无法合计")
    private static let session = Phrase("session", "session", "记录段")
    private static let day = Phrase("day", "jour", "日期")
    private static let solid = Phrase("solid", "tracé", "实线")
    private static let moving = Phrase("moving", "en mouvement", "移动")
    private static let stopped = Phrase("stopped", "à l'arrêt", "停留")
    private static let unobserved = Phrase("unobserved", "non observé", "未观测")
    private static let average = Phrase("average", "moyenne", "平均")
    private static let maximum = Phrase("maximum", "maximum", "最大")
    private static let climb = Phrase("climb", "dénivelé", "爬升")
}
