/// The manual page of a program, from its table, in the mdoc language that mandoc and groff both read.
public enum ManPage {
    /// - Parameter date: `2026-11-30`; a page is made at release time, and takes its date from there.
    public static func text(of program: Command, version: String, date: String) -> String {
        var lines = [
            ".Dd \(date)", ".Dt \(escaped(program.name.uppercased())) 1", ".Os flightlog \(escaped(version))",
            ".Sh NAME", ".Nm \(escaped(program.name))", ".Nd \(escaped(program.summary))",
            ".Sh SYNOPSIS", ".Nm",
        ]
        lines +=
            program.verbs.isEmpty
            ? [".Op Ar options"] + program.arguments.map { ".Ar \(escaped($0.synopsis))" }
            : [".Ar verb", ".Op Ar options", ".Op Ar arguments"]
        lines += [".Sh DESCRIPTION"] + body(of: program)
        if !program.verbs.isEmpty {
            lines += [".Sh VERBS"]
            for name in program.verbs.map(\.name) {
                guard let verb = program.verb(named: name) else { continue }
                lines += [".Ss \(escaped(verb.name))", ".Bd -literal -compact"]
                lines += [
                    escaped(
                        ([program.name, verb.name, "[options]"] + verb.arguments.map(\.synopsis)).joined(separator: " ")
                    )
                ]
                lines += [".Ed", ".Pp"] + body(of: verb)
            }
        }
        lines += [
            ".Sh EXIT STATUS", ".Bl -tag -width Ds", ".It 0", "done", ".It 1", "failed", ".It 2", "wrong usage",
            ".It 3", "done, but the input was damaged and something was lost", ".It 4",
            "done, and findings reached the level asked for", ".El",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func body(of command: Command) -> [String] {
        var lines = [escaped(Help.sentence(command.summary))]
        for paragraph in command.details { lines += [".Pp", escaped(paragraph)] }
        let rows =
            command.arguments.map { (".It Ar \(escaped($0.name))", $0.help) }
            + command.allFlags.map { (item(for: $0), Help.helpText(of: $0)) }
        lines += [".Bl -tag -width Ds"] + rows.flatMap { [$0, escaped($1)] } + [".El"]
        return lines
    }

    private static func item(for flag: Flag) -> String {
        let value = flag.valueName.map { " Ar \(escaped($0))" } ?? ""
        let short = flag.short.map { "Fl \($0)\(value) , " } ?? ""
        return ".It \(short)Fl \\-\(escaped(flag.name))\(value)"
    }

    /// A text of one sentence or more: each begins a line, as mdoc wants it, so that the formatter sets the space.
    private static func escaped(_ text: String) -> String {
        var lines = [""]
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if let end = lines[lines.count - 1].last, ".!?".contains(end) {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
            }
        }
        return lines.map(protected).joined(separator: "\n")
    }

    /// Keeps a line from being read as requests: a backslash, a control character at its start.
    private static func protected(_ line: String) -> String {
        var result = ""
        for character in line {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "…": result += "..."
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }
}
