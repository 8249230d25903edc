/// What the other end of a stream can show. Colour only on a terminal, and never where `NO_COLOR` is set or the
/// terminal calls itself dumb.
public struct Terminal: Sendable {
    public let isTerminal: Bool
    public let hasColour: Bool
    /// Whether a line can be painted over.
    public let canRepaint: Bool
    /// Columns; 80 where nothing says otherwise.
    public let width: Int

    public static let output = Terminal(descriptor: 1)
    public static let errors = Terminal(descriptor: 2)

    init(descriptor: Int32) {
        isTerminal = isatty(descriptor) == 1
        canRepaint = isTerminal && Self.variable("TERM") != "dumb"
        hasColour = canRepaint && Self.variable("NO_COLOR") == nil
        var size = winsize()
        let known = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        width = known ? Int(size.ws_col) : Self.variable("COLUMNS").flatMap(Int.init).map { max(20, $0) } ?? 80
    }

    /// An environment variable that is set and not empty.
    public static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    public enum Style: String, CaseIterable, Sendable {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case blue = "34"
        case magenta = "35"
        case cyan = "36"
    }

    /// The text in a style, or as it is where there is no colour.
    public func styled(_ text: String, _ style: Style) -> String {
        hasColour ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}
