/// One option of a command: the single definition behind parser, help, man page and completions.
public struct Flag: Sendable {
    /// What follows the option.
    public enum Value: Sendable {
        /// Nothing: the option is on or off.
        case none
        /// Any text; `name` stands for it in the help.
        case text(name: String)
        /// One of a fixed set.
        case choice([String])
        /// A path, completed by the shell.
        case file(name: String)
        /// A folder, completed by the shell.
        case folder(name: String)
    }

    /// The long name without its dashes.
    public var name: String
    public var short: Character?
    public var value: Value
    public var isRepeatable: Bool
    /// One sentence without a full stop.
    public var help: String

    public init(
        _ name: String, short: Character? = nil, value: Value = .none, repeatable: Bool = false, help: String
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.isRepeatable = repeatable
        self.help = help
    }

    public var takesValue: Bool { if case .none = value { false } else { true } }

    /// Whether its value is a file or a folder.
    var takesPath: Bool {
        switch value {
        case .file, .folder: true
        case .none, .text, .choice: false
        }
    }

    /// What stands for the value in the help: `FILE`, or `text|json`.
    public var valueName: String? {
        switch value {
        case .none: nil
        case .text(let name), .file(let name), .folder(let name): name
        case .choice(let choices): choices.joined(separator: "|")
        }
    }
}

/// What stands on the command line beside the options.
public struct Argument: Sendable {
    public enum Count: Sendable { case one, optional, many, any }

    /// In capitals, as in the help.
    public var name: String
    public var count: Count
    /// One sentence without a full stop.
    public var help: String
    /// A fixed set, where there is one.
    public var choices: [String]

    public init(_ name: String, _ count: Count = .one, choices: [String] = [], help: String) {
        self.name = name
        self.count = count
        self.help = help
        self.choices = choices
    }

    /// How it is written in a synopsis.
    var synopsis: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .many: "\(name)…"
        case .any: "[\(name)…]"
        }
    }

    var minimum: Int { count == .one || count == .many ? 1 : 0 }
    var maximum: Int { count == .one || count == .optional ? 1 : .max }
}
