/// What a reduced log is to show still: comparisons joined by `and`.
///
///     divergence                       some input is decided otherwise under the two sets of rules, as the first one was
///     decision.code = jump             something with this code is decided
///     decision.n = 812                 … on the input with this number
///     gap.kind = killed                there is such a gap
///     total.solid_m > 100              what the core's results come to
public struct KeepExpression: Hashable, Sendable, CustomStringConvertible {
    /// One comparison.
    enum Condition: Hashable, Sendable {
        case divergence
        case decisionCode(String)
        case decisionNumber(UInt64)
        case gapKind(String)
        case total(String, Comparison, Double)
    }

    enum Comparison: String, CaseIterable, Sendable {
        case equal = "=", unequal = "!=", atMost = "<=", atLeast = ">=", below = "<", above = ">"

        func holds(_ left: Double, _ right: Double) -> Bool {
            switch self {
            case .equal: left == right
            case .unequal: left != right
            case .atMost: left <= right
            case .atLeast: left >= right
            case .below: left < right
            case .above: left > right
            }
        }
    }

    /// Why a text is no such expression.
    public struct Mistake: Error, Sendable, CustomStringConvertible {
        public var part: String
        public var wanted: String
        public var description: String { "expected \(wanted), found '\(part)'" }
    }

    let conditions: [Condition]
    public let description: String

    public init(_ text: String) throws(Mistake) {
        let words = text.split(separator: " ")
        guard !words.isEmpty else { throw Mistake(part: text, wanted: Self.forms) }
        var parts: [[Substring]] = [[]]
        for word in words {
            if word == "and" { parts.append([]) } else { parts[parts.count - 1].append(word) }
        }
        var conditions: [Condition] = []
        for part in parts { conditions.append(try Self.condition(part.joined(separator: " "))) }
        self.conditions = conditions
        description = text
    }

    private static let forms =
        "divergence, decision.code, decision.n, gap.kind or total.NAME with a comparison, joined by and"

    private static func condition(_ text: String) throws(Mistake) -> Condition {
        if text == "divergence" { return .divergence }
        guard let (name, comparison, value) = parts(text), !value.isEmpty else {
            throw Mistake(part: text, wanted: forms)
        }
        switch name {
        case "decision.code" where comparison == .equal: return .decisionCode(value)
        case "decision.n" where comparison == .equal:
            guard let n = UInt64(value) else { throw Mistake(part: text, wanted: "the number of a record") }
            return .decisionNumber(n)
        case "gap.kind" where comparison == .equal: return .gapKind(value)
        case "decision.code", "decision.n", "gap.kind": throw Mistake(part: text, wanted: "\(name) = …")
        default:
            guard name.hasPrefix("total."), name.utf8.count > 6 else { throw Mistake(part: text, wanted: forms) }
            guard let number = Double(value) else { throw Mistake(part: text, wanted: "a number behind \(name)") }
            return .total(String(name.dropFirst(6)), comparison, number)
        }
    }

    private static func parts(_ text: String) -> (name: String, Comparison, value: String)? {
        // The longer signs first: <= begins as < does.
        for comparison in [Comparison.unequal, .atMost, .atLeast, .equal, .below, .above] {
            let sign = Array(comparison.rawValue)
            let letters = Array(text)
            guard letters.count > sign.count,
                let at = (0...letters.count - sign.count).first(where: { Array(letters[$0..<$0 + sign.count]) == sign })
            else { continue }
            func trimmed(_ part: ArraySlice<Character>) -> String {
                String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            return (trimmed(letters[..<at]), comparison, trimmed(letters[(at + sign.count)...]))
        }
        return nil
    }

    var asksForNumber: Bool {
        conditions.contains { if case .decisionNumber = $0 { true } else { false } }
    }
    var asksForDivergence: Bool { conditions.contains(.divergence) }
    var asksForDecision: Bool {
        conditions.contains {
            switch $0 {
            case .decisionCode, .decisionNumber: true
            default: false
            }
        }
    }
    var asksForGap: Bool { conditions.contains { if case .gapKind = $0 { true } else { false } } }
    var asksForTotal: Bool { conditions.contains { if case .total = $0 { true } else { false } } }
}
