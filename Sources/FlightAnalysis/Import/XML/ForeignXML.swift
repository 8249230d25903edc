/// The XML of a foreign file, with mistakes told as those of an import.
struct ForeignXML {
    private var scanner: XMLScanner
    private let path: String

    init(_ file: ForeignFile) throws(ImportError) {
        path = file.path
        do throws(XMLScanner.Failure) {
            scanner = try XMLScanner(file.bytes)
        } catch {
            throw .notXML(path: file.path, wanted: error.wanted, offset: error.offset)
        }
    }

    mutating func next() throws(ImportError) -> XMLScanner.Piece? {
        do throws(XMLScanner.Failure) {
            return try scanner.next()
        } catch {
            throw .notXML(path: path, wanted: error.wanted, offset: error.offset)
        }
    }

    /// The text of an element that was just opened, up to its end; what is nested in it counts along.
    mutating func text(of element: String) throws(ImportError) -> String {
        try leaves(of: element, keepsOwnText: true).last?.text ?? ""
    }

    /// Every element without children in the one just opened, with its text, up to its end.
    mutating func leaves(
        of element: String, keepsOwnText: Bool = false
    ) throws(ImportError) -> [(name: String, text: String)] {
        var leaves: [(name: String, text: String)] = []
        var depth = 1
        var text = ""
        var isLeaf = keepsOwnText
        while let piece = try next() {
            switch piece {
            case .start:
                depth += 1
                text = ""
                isLeaf = true
            case .text(let more): text += more
            case .end(let name):
                depth -= 1
                if isLeaf, depth > 0 || keepsOwnText { leaves.append((name, text.trimmed)) }
                if depth == 0 { return leaves }
                isLeaf = false
                text = ""
            }
        }
        return leaves
    }
}

extension String {
    /// Without white space at its ends.
    var trimmed: String {
        func isSpace(_ character: Character) -> Bool { character.isWhitespace }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
