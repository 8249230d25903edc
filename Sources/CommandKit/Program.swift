@_exported import SystemIO

/// Runs a program: finds the verb, parses, does the work, prints what went wrong, ends with the right status. stdout
/// carries the result, stderr everything else.
public enum Program {
    /// The version of flightlog as a whole: libraries, tools and samples are released together. docs/changes.md tells what each
    /// one brought; the formats have versions of their own.
    public static let version = "0.1.0"

    /// Never returns.
    public static func main(_ program: Command) -> Never {
        exit(run(program, version: version, words: Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    static func run(_ program: Command, version: String, words: [String]) -> ExitStatus {
        do {
            return try dispatch(program, version: version, words: words)
        } catch {
            return report(error, program: program.name)
        }
    }

    private static func dispatch(_ program: Command, version: String, words: [String]) throws -> ExitStatus {
        if words.first == "--man" {
            try Descriptor.standardOutput.write(
                ManPage.text(of: program, version: version, date: words.dropFirst().first ?? ""))
            return .done
        }
        let (command, rest) = try select(program, words: words)
        let call = try Parser.parse(rest, for: command)
        if call.isOn("help") || command.run == nil && !command.isVerb && rest.isEmpty {
            let text = Help.text(of: command, program: program.name, width: Terminal.output.width)
            try (call.isOn("help") ? Descriptor.standardOutput : Descriptor.standardError).write(text)
            return call.isOn("help") ? .done : .usage
        }
        if !command.isVerb, call.isOn("version") {
            try Descriptor.standardOutput.write("\(program.name) \(version)\n")
            return .done
        }
        guard let run = command.run else {
            throw Complaint.usage("a verb is missing", hint: "\(program.name) --help lists them")
        }
        return try run(call)
    }

    /// The verb that the first word names, with the words that are left; the program itself where it has no verbs.
    private static func select(_ program: Command, words: [String]) throws -> (Command, [String]) {
        guard !program.verbs.isEmpty, let name = words.first, !name.hasPrefix("-") else { return (program, words) }
        if name == "help" { return try select(program, words: Array(words.dropFirst().prefix(1)) + ["--help"]) }
        guard var verb = program.verb(named: name) else {
            let near = Suggestion.nearest(to: name, among: program.verbs.map(\.name))
            throw Complaint.usage(
                "\(program.name) has no verb '\(name)'",
                hint: near.map { "did you mean \($0)?" } ?? "\(program.name) --help lists them")
        }
        verb.name = "\(program.name) \(verb.name)"
        return (verb, Array(words.dropFirst()))
    }

    /// Prints an error and its hint, and says how to end.
    private static func report(_ error: any Error, program: String) -> ExitStatus {
        let complaint = error as? Complaint
        let hint = complaint?.hint ?? (error as? any HintedError)?.hint
        let text = "\(program): \(error)\n" + (hint.map { "  hint: \($0)\n" } ?? "")
        // Where even stderr is gone, the status is all that is left to say.
        try? Descriptor.standardError.write(Terminal.visible(Secret.masked(text), keeping: ["\n"]))
        return complaint?.status ?? .failed
    }
}
