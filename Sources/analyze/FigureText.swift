import CommandKit
import FlightAnalysis

/// Figures of an account for people: a name and an amount a line.
struct FigureText {
    private let figures: [Figure]

    init(_ figures: [Figure]) { self.figures = figures }

    var text: String {
        var table = TextTable([("", .left), ("", .left)])
        for figure in figures { table.add([Self.name(figure), Self.amount(figure)]) }
        return table.text(indent: 2)
    }

    /// The key as words.
    static func name(_ figure: Figure) -> String { figure.key.split(separator: "_").joined(separator: " ") }

    static func amount(_ figure: Figure) -> String {
        switch figure.amount {
        case .count(let count): "\(count)"
        case .distance(let distance): Wording.distance(distance)
        case .time(let time): Wording.duration(time)
        case .number(let number, let unit): "\(Wording.plain(.number(number))) \(unit)"
        case .text(let text): text
        case .unknown(let reason): "unknown: \(reason)"
        }
    }
}
