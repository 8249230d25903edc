/// Completions for the shells, from a program's table.
public enum Completion {
    public static let shells = ["bash", "zsh", "fish"]

    /// The script for `shell`, one of `shells`.
    public static func script(for shell: String, of program: Command) -> String {
        switch shell {
        case "zsh": zsh(program)
        case "fish": fish(program)
        default: bash(program)
        }
    }

    /// The verb that prints completions for its own program.
    public static func verb(of program: @escaping @Sendable () -> Command) -> Command {
        Command(
            "completion", summary: "print completions for a shell",
            details: ["Load them with, for bash: source <(… completion bash)."],
            arguments: [Argument("SHELL", choices: shells, help: "bash, zsh or fish")]
        ) { call in
            try Descriptor.standardOutput.write(script(for: call.arguments[0], of: program()))
            return .done
        }
    }

    /// A program that has verbs is completed by verb; one without, by itself.
    private static func parts(_ program: Command) -> [(verb: String, command: Command)] {
        program.verbs.isEmpty
            ? [("", program)]
            : program.verbs.compactMap { verb in program.verb(named: verb.name).map { (verb.name, $0) } }
    }

    private static func words(_ flag: Flag) -> [String] { ["--\(flag.name)"] + (flag.short.map { ["-\($0)"] } ?? []) }

    // MARK: bash

    private static func bash(_ program: Command) -> String {
        var lines = [
            "_\(program.name)() {",
            "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb=",
        ]
        if !program.verbs.isEmpty {
            lines += [
                "    local word", "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do",
                "        case $word in",
                "            \(program.verbs.map(\.name).joined(separator: "|"))) verb=$word; break ;;",
                "        esac", "    done", "    if [ -z \"$verb\" ]; then",
                "        COMPREPLY=($(compgen -W '\((program.verbs.map(\.name) + ["--help", "--version"]).joined(separator: " "))' -- \"$current\"))",
                "        return", "    fi",
            ]
        }
        lines += ["    case $verb in"]
        for (verb, command) in parts(program) {
            lines += ["        '\(verb)')", "            case $previous in"]
            for flag in command.allFlags where flag.takesValue {
                lines.append("                \(words(flag).joined(separator: "|"))) \(bashValues(flag)); return ;;")
            }
            lines += ["            esac"]
            let choices = command.allFlags.flatMap(words) + command.arguments.flatMap(\.choices)
            lines += [
                "            COMPREPLY=($(compgen -W '\(choices.joined(separator: " "))' -- \"$current\"))",
                command.arguments.contains { $0.choices.isEmpty }
                    ? "            [[ $current == -* ]] || COMPREPLY+=($(compgen -f -- \"$current\"))"
                    : "            :",
                "            ;;",
            ]
        }
        lines += ["    esac", "}", "complete -o filenames -F _\(program.name) \(program.name)"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func bashValues(_ flag: Flag) -> String {
        switch flag.value {
        case .choice(let choices): "COMPREPLY=($(compgen -W '\(choices.joined(separator: " "))' -- \"$current\"))"
        case .file: "COMPREPLY=($(compgen -f -- \"$current\"))"
        case .folder: "COMPREPLY=($(compgen -d -- \"$current\"))"
        case .none, .text: "COMPREPLY=()"
        }
    }

    // MARK: zsh

    private static func zsh(_ program: Command) -> String {
        var lines = ["#compdef \(program.name)", "_\(program.name)() {"]
        if program.verbs.isEmpty {
            lines += zshArguments(program, indent: "    ")
        } else {
            lines += [
                "    local context state state_descr line", "    typeset -A opt_args",
                "    _arguments -C '1:verb:->verb' '*::arguments:->arguments'", "    case $state in", "        verb)",
                "            local -a verbs", "            verbs=(",
            ]
            lines += program.verbs.map { "                '\($0.name):\(zshEscaped($0.summary))'" }
            lines += [
                "            )", "            _describe verb verbs ;;", "        arguments)",
                "            case $words[1] in",
            ]
            for (verb, command) in parts(program) {
                lines +=
                    ["                \(verb))"] + zshArguments(command, indent: "                    ") + [
                        "                    ;;"
                    ]
            }
            lines += ["            esac ;;", "    esac"]
        }
        // Sourced it must register itself; autoloaded from a folder of functions it must run.
        lines += [
            "}",
            "if [ \"$funcstack[1]\" = \"_\(program.name)\" ]; then _\(program.name) \"$@\"; else compdef _\(program.name) \(program.name); fi",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func zshArguments(_ command: Command, indent: String) -> [String] {
        var specs: [String] = []
        for flag in command.allFlags {
            for word in words(flag) {
                let attached = flag.takesValue && word.hasPrefix("--") ? "=" : ""
                let star = flag.isRepeatable ? "*" : ""
                specs.append("'\(star)\(word)\(attached)[\(zshEscaped(flag.help))]\(zshValues(flag))'")
            }
        }
        for argument in command.arguments {
            let action = argument.choices.isEmpty ? "_files" : "(\(argument.choices.joined(separator: " ")))"
            specs.append(
                "'\(argument.maximum == .max ? "*" : "")\(argument.minimum == 0 && argument.maximum == 1 ? ":" : ""):\(argument.name):\(action)'"
            )
        }
        return ["\(indent)_arguments \\"]
            + specs.enumerated().map { "\(indent)    \($1)\($0 == specs.count - 1 ? "" : " \\")" }
    }

    private static func zshValues(_ flag: Flag) -> String {
        switch flag.value {
        case .none: ""
        case .text(let name): ":\(zshEscaped(name)): "
        case .choice(let choices): ":value:(\(choices.joined(separator: " ")))"
        case .file(let name): ":\(zshEscaped(name)):_files"
        case .folder(let name): ":\(zshEscaped(name)):_files -/"
        }
    }

    private static func zshEscaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "'": result += "'\\''"
            case "[", "]", ":": result += "\\\(character)"
            default: result.append(character)
            }
        }
        return result
    }

    // MARK: fish

    private static func fish(_ program: Command) -> String {
        var lines = ["complete -c \(program.name) -f"]
        let verbs = program.verbs.map(\.name).joined(separator: " ")
        for verb in program.verbs {
            lines.append(
                "complete -c \(program.name) -n 'not __fish_seen_subcommand_from \(verbs)' -a \(verb.name) -d '\(fishEscaped(verb.summary))'"
            )
        }
        for (verb, command) in parts(program) {
            let condition = verb.isEmpty ? "" : " -n '__fish_seen_subcommand_from \(verb)'"
            for flag in command.allFlags {
                let short = flag.short.map { " -s \($0)" } ?? ""
                lines.append(
                    "complete -c \(program.name)\(condition)\(short) -l \(flag.name)\(fishValues(flag)) -d '\(fishEscaped(flag.help))'"
                )
            }
            for argument in command.arguments {
                lines.append(
                    "complete -c \(program.name)\(condition)"
                        + (argument.choices.isEmpty ? " -F" : " -a '\(argument.choices.joined(separator: " "))'"))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func fishValues(_ flag: Flag) -> String {
        switch flag.value {
        case .none: ""
        case .text: " -x"
        case .choice(let choices): " -x -a '\(choices.joined(separator: " "))'"
        case .file, .folder: " -r -F"
        }
    }

    private static func fishEscaped(_ text: String) -> String {
        text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
    }
}
