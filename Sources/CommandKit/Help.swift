/// The help of a command, from its table.
enum Help {
    static func text(of command: Command, program: String, width: Int) -> String {
        var lines = ["\(sentence(command.summary))", "", "Usage: \(synopsis(of: command))"]
        for paragraph in command.details { lines += [""] + wrapped(paragraph, indent: 0, width: width) }
        if !command.verbs.isEmpty {
            lines += ["", "Verbs:"] + table(command.verbs.map { ($0.name, $0.summary) }, width: width)
            lines += ["", "\(command.name) VERB --help tells more about each."]
        }
        if !command.arguments.isEmpty {
            lines += ["", "Arguments:"] + table(command.arguments.map { ($0.name, $0.help) }, width: width)
        }
        lines += ["", "Options:"] + table(command.allFlags.map { (spelling(of: $0), helpText(of: $0)) }, width: width)
        return lines.joined(separator: "\n") + "\n"
    }

    /// `analyze gaps [options] INPUT`; a command knows its full name by then.
    static func synopsis(of command: Command) -> String {
        let words = command.verbs.isEmpty ? command.arguments.map(\.synopsis) : ["VERB", "…"]
        return ([command.name, "[options]"] + words).joined(separator: " ")
    }

    /// A summary, kept in lower case for lists, as a sentence.
    static func sentence(_ summary: String) -> String { summary.prefix(1).uppercased() + summary.dropFirst() + "." }

    /// `-o, --output FILE`, with room for a missing short name so that the long ones stand in a column.
    static func spelling(of flag: Flag) -> String {
        (flag.short.map { "-\($0), " } ?? "    ") + "--\(flag.name)" + (flag.valueName.map { " \($0)" } ?? "")
    }

    static func helpText(of flag: Flag) -> String { flag.help + (flag.isRepeatable ? " (repeatable)" : "") }

    private static func table(_ rows: [(String, String)], width: Int) -> [String] {
        let column = min(30, (rows.map(\.0.count).max() ?? 0) + 4)
        return rows.flatMap { left, right -> [String] in
            var text = wrapped(right, indent: column, width: width)
            let head = "  " + left
            guard head.count + 2 <= column, let first = text.first else { return [head] + text }
            text[0] = head + first.dropFirst(head.count)
            return text
        }
    }

    /// `text` broken at blanks to `width` columns, each line indented.
    static func wrapped(_ text: String, indent: Int, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > max(width, indent + 20) {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        lines.append(line)
        return lines.map { String(repeating: " ", count: indent) + $0 }
    }
}
