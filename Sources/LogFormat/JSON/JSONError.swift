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

    public var description: String {
        "expected \(problem.rawValue) at byte \(offset), found \(found.map(Self.name) ?? "the end")"
    }

    private static func name(_ byte: UInt8) -> String {
        (0x21...0x7e).contains(byte)
            ? "'\(Character(Unicode.Scalar(byte)))'" : "byte 0x\(String(byte, radix: 16).uppercased())"
    }
}
