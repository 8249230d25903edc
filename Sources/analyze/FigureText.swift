import CommandKit
import FlightAnalysis

/// Figures of an account for people: a name and an amount a line.
struct FigureText {
    private let figures: [Figure]

    init(_ figures: [Figure]) { self.figures = figures }

    var text: String {
        var table = TextTable([("", .left), ("", .left)])
        for figure in figures { table.add([name(figure.key), amount(figure.amount)]) }
        return table.text(indent: 2)
    }

    private func name(_ key: String) -> String { key.split(separator: "_").joined(separator: " ") }

    private func amount(_ amount: Figure.Amount) -> String {
        switch amount {
        case .count(let count): "\(count)"
        case .distance(let distance): Wording.distance(distance)
        case .time(let time): Wording.duration(time)
        case .number(let number, let unit): "\(Wording.plain(.number(number))) \(unit)"
        case .text(let text): text
        case .unknown(let reason): "unknown: \(reason)"
        }
    }
}
