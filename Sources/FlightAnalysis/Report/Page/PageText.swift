/// Text on its way into HTML. Markup of our own is a static string; everything else is escaped, and free text of a log is
/// kept apart by its direction as well, so that a right-to-left mark in it turns nothing around it.
struct PageText {
    /// Bytes of the document so far.
    private(set) var bytes: [UInt8] = []
    /// Characters of a free text that are shown.
    static let mostCharacters = 300

    /// Markup of our own.
    mutating func markup(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    /// Bytes that are fit to stand there as they are: a script, a style, the payload.
    mutating func raw(_ text: [UInt8]) { bytes += text }

    /// Text of ours or of a code.
    mutating func text(_ text: String) { XMLText.append(text, to: &bytes) }

    /// Free text of a log.
    mutating func foreign(_ text: String) {
        markup("<bdi>")
        self.text(Self.clipped(text))
        markup("</bdi>")
    }

    /// An element with text in it, and a class where one is given.
    mutating func element(_ tag: StaticString, class name: StaticString = "", _ text: String) {
        open(tag, class: name)
        self.text(text)
        close(tag)
    }

    mutating func open(_ tag: StaticString, class name: StaticString = "") {
        markup("<")
        markup(tag)
        if name.utf8CodeUnitCount > 0 {
            markup(" class=\"")
            markup(name)
            markup("\"")
        }
        markup(">")
    }

    mutating func close(_ tag: StaticString) {
        markup("</")
        markup(tag)
        markup(">")
    }

    /// ` name="value"`, within a tag that is open.
    mutating func attribute(_ name: StaticString, _ value: String) {
        markup(" ")
        markup(name)
        markup("=\"")
        text(value)
        markup("\"")
    }

    /// The beginning of a long text.
    static func clipped(_ text: String) -> String {
        text.utf8.count <= mostCharacters
            ? text
            : text.unicodeScalars.prefix(mostCharacters).reduce(into: "") {
                $0.unicodeScalars.append($1)
            } + "…"
    }
}
