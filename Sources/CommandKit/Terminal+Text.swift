/// Text on its way to a terminal. What comes from a log or a file name may hold anything; nothing of it may move the
/// cursor, clear the screen or turn the line around.
extension Terminal {
    /// Every control character as an escape (`\u001b`), save for what `keeping` names. C0, DEL, C1, the marks that turn
    /// the direction of writing, and the separators of lines.
    public static func visible(_ text: String, keeping kept: Set<Unicode.Scalar> = []) -> String {
        guard text.unicodeScalars.contains(where: { isControl($0) && !kept.contains($0) }) else { return text }
        var visible = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isControl(scalar), !kept.contains(scalar) {
                let digits = String(scalar.value, radix: 16)
                visible.append(
                    contentsOf: "\\u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)".unicodeScalars)
            } else {
                visible.append(scalar)
            }
        }
        return String(visible)
    }

    /// A whole page of text: as `visible`, lines and this terminal's own styles kept.
    public func shown(_ page: String) -> String {
        guard hasColour else { return Self.visible(page, keeping: ["\n"]) }
        // Styles are looked for where they may stand only; what else begins with an escape is made visible.
        return page.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated().map { index, piece in
            let text = Self.visible(String(piece), keeping: ["\n"])
            guard index > 0 else { return text }
            return (Self.codes.contains { piece.hasPrefix($0) } ? "\u{1B}" : "\\u001b") + text
        }.joined()
    }

    private static let codes = ["[0m"] + Style.allCases.map { "[\($0.rawValue)m" }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Columns that a text takes: two for each wide character of the East Asian scripts, none for a combining mark.
    public static func columns(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
    }

    /// By the blocks of Unicode Standard Annex 11 that are wide as a whole.
    private static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20..<0x7F: 1
        case 0x0300...0x036F, 0x200B...0x200F, 0xFE00...0xFE0F: 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
