/// Sorts the words of a command line by a command's table. Options may stand anywhere; `--` ends them; a lone `-` is an
/// argument; `--name=value`, `--name value`, `-nvalue` and `-n value` are the same; short options without a value may
/// be written together.
struct Parser {
    private let command: Command
    private var arguments: [String] = []
    private var values: [String: [String]] = [:]

    /// Throws a usage `Complaint` at the first mistake.
    static func parse(_ words: [String], for command: Command) throws -> Invocation {
        var parser = Parser(command: command)
        try parser.sort(words)
        let invocation = Invocation(command: command, arguments: parser.arguments, values: parser.values)
        // Who asks for help need not get the rest right.
        if !invocation.isOn("help") && !(parser.values["version"] != nil) { try parser.checkArguments() }
        return invocation
    }

    private init(command: Command) { self.command = command }

    private mutating func sort(_ words: [String]) throws {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                arguments += rest
                return
            }
            if word.hasPrefix("--") {
                try takeLong(word.dropFirst(2), &rest)
            } else if word.hasPrefix("-") && word != "-" {
                try takeShort(word.dropFirst(), &rest)
            } else {
                arguments.append(word)
            }
        }
    }

    private mutating func takeLong(_ word: Substring, _ rest: inout ArraySlice<String>) throws {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let flag = command.allFlags.first(where: { $0.name == name }) else {
            let near = Suggestion.nearest(to: name, among: command.allFlags.map(\.name))
            throw Complaint.usage(
                "\(command.name) has no option --\(name)",
                hint: near.map { "did you mean --\($0)?" } ?? "\(command.name) --help lists them")
        }
        try take(flag, written: "--\(name)", attached: parts.count > 1 ? String(parts[1]) : nil, &rest)
    }

    private mutating func takeShort(_ word: Substring, _ rest: inout ArraySlice<String>) throws {
        var letters = word
        while let letter = letters.popFirst() {
            guard let flag = command.allFlags.first(where: { $0.short == letter }) else {
                throw Complaint.usage(
                    "\(command.name) has no option -\(letter)", hint: "\(command.name) --help lists them")
            }
            if flag.takesValue {
                let attached = letters.isEmpty ? nil : String(letters)
                return try take(flag, written: "-\(letter)", attached: attached, &rest)
            }
            try take(flag, written: "-\(letter)", attached: nil, &rest)
        }
    }

    private mutating func take(
        _ flag: Flag, written: String, attached: String?, _ rest: inout ArraySlice<String>
    ) throws {
        guard let valueName = flag.valueName else {
            if let attached { throw Complaint.usage("\(written) takes no value, but was given '\(attached)'") }
            values[flag.name] = [""]
            return
        }
        guard let value = attached ?? rest.popFirst() else {
            throw Complaint.usage("\(written) needs a value: \(valueName)")
        }
        if case .choice(let choices) = flag.value, !choices.contains(value) {
            throw Complaint.usage(
                "\(written) takes one of \(choices.joined(separator: ", ")), not '\(value)'",
                hint: Suggestion.nearest(to: value, among: choices).map { "did you mean \($0)?" })
        }
        if flag.takesPath, value.isEmpty {
            throw Complaint.usage(
                "\(written) needs a path, and was given an empty one", hint: "a variable that is not set?")
        }
        if !flag.isRepeatable, values[flag.name] != nil {
            throw Complaint.usage("\(written) stands there twice", hint: "give it once")
        }
        values[flag.name, default: []].append(value)
    }

    private func checkArguments() throws {
        let least = command.arguments.reduce(0) { $0 + $1.minimum }
        let most = command.arguments.reduce(0) { $1.maximum == .max || $0 == .max ? .max : $0 + $1.maximum }
        if arguments.count < least {
            let missing = command.arguments.filter { $0.minimum > 0 }[arguments.count]
            throw Complaint.usage(
                "\(missing.name) is missing: \(missing.help)", hint: "usage: \(Help.synopsis(of: command))")
        }
        if arguments.count > most {
            throw Complaint.usage(
                "'\(arguments[most])' is one argument too many", hint: "usage: \(Help.synopsis(of: command))")
        }
        if let last = command.arguments.last, let empty = arguments.firstIndex(of: "") {
            let name = empty < command.arguments.count ? command.arguments[empty].name : last.name
            throw Complaint.usage("\(name) is empty", hint: "a variable that is not set?")
        }
        for (argument, word) in zip(command.arguments, arguments)
        where !argument.choices.isEmpty && !argument.choices.contains(word) {
            throw Complaint.usage(
                "\(argument.name) is one of \(argument.choices.joined(separator: ", ")), not '\(word)'")
        }
    }
}

/// Finds what a person may have meant.
public enum Suggestion {
    /// The candidate nearest to `word` by edit distance, if it is near at all.
    public static func nearest(to word: String, among candidates: [String]) -> String? {
        candidates
            .map { (candidate: $0, distance: distance(word, $0)) }
            .filter { $0.distance <= max(1, word.count / 3) || $0.candidate.hasPrefix(word) && word.count >= 2 }
            .min { $0.distance < $1.distance }?.candidate
    }

    /// Edit distance in characters; two neighbours that changed places count as one mistake.
    private static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a), Array(b))
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
                row.append(cost)
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }
}
