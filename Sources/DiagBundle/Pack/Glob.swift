/// A pattern for paths in a bundle: `*` and `?` within one name, `**` over names, `[abc]` and `[a-z]` one character. A
/// pattern without a slash fits the last name at any depth; one that fits a folder fits all that is in it.
public struct Glob: Hashable, Sendable {
    public let pattern: String
    private let characters: [Character]
    private let isAnchored: Bool

    public init(_ pattern: String) {
        self.pattern = pattern
        characters = Array(pattern.hasSuffix("/") ? pattern.dropLast() : pattern[...])
        isAnchored = characters.contains("/")
    }

    /// Whether a path, or a folder that it lies in, fits the pattern.
    public func fits(_ path: String) -> Bool {
        let names = path.split(separator: "/")
        for count in 1...max(1, names.count) {
            let part = names.prefix(count)
            let candidate = isAnchored ? part.joined(separator: "/") : String(part.last ?? "")
            if Self.fits(characters[...], Array(candidate)[...]) { return true }
        }
        return false
    }

    /// Tries the shortest run for the last star first: linear for one star, quadratic at worst.
    private static func fits(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
        var (pattern, text) = (pattern, text)
        var retry: (pattern: ArraySlice<Character>, text: ArraySlice<Character>, crosses: Bool)?
        while true {
            if pattern.first == "*" {
                let crosses = pattern.dropFirst().first == "*"
                pattern = pattern.dropFirst(crosses ? 2 : 1)
                // `**/` also fits no folder at all.
                if crosses, pattern.first == "/", fits(pattern.dropFirst(), text) { return true }
                retry = (pattern, text, crosses)
            } else if let character = text.first, let rest = step(pattern, character) {
                pattern = rest
                text = text.dropFirst()
            } else if text.isEmpty && pattern.isEmpty {
                return true
            } else if let last = retry, let skipped = last.text.first, last.crosses || skipped != "/" {
                retry = (last.pattern, last.text.dropFirst(), last.crosses)
                pattern = last.pattern
                text = last.text.dropFirst()
            } else {
                return false
            }
        }
    }

    /// What is left of the pattern once its head has taken one character; nil where it does not.
    private static func step(_ pattern: ArraySlice<Character>, _ character: Character) -> ArraySlice<Character>? {
        guard let head = pattern.first else { return nil }
        if head == "?" { return character == "/" ? nil : pattern.dropFirst() }
        if head == "[", let close = pattern.dropFirst(2).firstIndex(of: "]") {
            let set = pattern[(pattern.startIndex + 1)..<close]
            return contains(set, character) ? pattern[(close + 1)...] : nil
        }
        return head == character ? pattern.dropFirst() : nil
    }

    private static func contains(_ set: ArraySlice<Character>, _ character: Character) -> Bool {
        var rest = set
        while let first = rest.first {
            if rest.count >= 3, rest[rest.startIndex + 1] == "-" {
                let last = rest[rest.startIndex + 2]
                if first <= last, (first...last).contains(character) { return true }
                rest = rest.dropFirst(3)
            } else {
                if first == character { return true }
                rest = rest.dropFirst()
            }
        }
        return false
    }
}
