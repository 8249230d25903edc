import FieldModel

/// Why a text is not JSON, and at which byte.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What would have had to stand there.
    public enum Problem: String, Hashable, Sendable {
        case value = "a value"
        case string = "a string"
        case colon = "':'"
        case commaOrEnd = "',' or the end of the object or list"
        case digit = "a digit"
        case literal = "true, false or null"
        case hexDigit = "four hexadecimal digits"
        case escape = "one of \" \\ / b f n r t u behind the backslash"
        case closingQuote = "the closing quote"
        case end = "the end of the text"
        case noControlCharacter = "no bare control character in a string"
        case validText = "valid UTF-8"
        case finiteNumber = "a number that a double can hold"
        case lessDepth = "no more than 128 levels"
        case object = "an object"

        var phrase: Phrase {
            switch self {
            case .value: Phrase(rawValue, "une valeur", "一个值")
            case .string: Phrase(rawValue, "une chaîne", "字符串")
            case .colon: Phrase(rawValue, "« : »", "':'")
            case .commaOrEnd: Phrase(rawValue, "« , » ou la fin de l'objet ou de la liste", "',' 或对象、列表的结尾")
            case .digit: Phrase(rawValue, "un chiffre", "数字")
            case .literal: Phrase(rawValue, "true, false ou null", "true、false 或 null")
            case .hexDigit: Phrase(rawValue, "quatre chiffres hexadécimaux", "四位十六进制数字")
            case .escape:
                Phrase(
                    rawValue, "un de \" \\ / b f n r t u derrière la barre oblique inverse",
                    "反斜杠后为 \" \\ / b f n r t u 之一")
            case .closingQuote: Phrase(rawValue, "le guillemet fermant", "结束引号")
            case .end: Phrase(rawValue, "la fin du texte", "文本结尾")
            case .noControlCharacter: Phrase(rawValue, "une chaîne sans caractère de contrôle nu", "不含裸控制字符的字符串")
            case .validText: Phrase(rawValue, "de l'UTF-8 valide", "有效的 UTF-8")
            case .finiteNumber: Phrase(rawValue, "un nombre qu'un double peut contenir", "双精度数可容纳的数值")
            case .lessDepth: Phrase(rawValue, "128 niveaux au plus", "不超过 128 层")
            case .object: Phrase(rawValue, "un objet", "对象")
            }
        }
    }

    /// What was expected.
    public var problem: Problem
    /// The byte, counted from 0, at which something else stood.
    public var offset: Int
    /// What stood there; nil for the end of the text.
    public var found: UInt8?

    public init(_ problem: Problem, at offset: Int, found: UInt8?) {
        self.problem = problem
        self.offset = offset
        self.found = found
    }

    /// Whether the text simply stopped: a line that was cut off while it was written.
    public var isCutOff: Bool { found == nil && problem != .lessDepth && problem != .finiteNumber }

    public var description: String { sentence.text(in: .en) }

    /// What was expected and found, for people.
    public var sentence: Sentence {
        DamageWords.expected(problem.phrase, at: offset, found: found.map(Self.name))
    }

    private static func name(_ byte: UInt8) -> String {
        (0x21...0x7e).contains(byte)
            ? "'\(Character(Unicode.Scalar(byte)))'" : "byte 0x\(String(byte, radix: 16).uppercased())"
    }
}
