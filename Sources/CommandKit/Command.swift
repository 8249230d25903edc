/// A program or one of its verbs: a row of the table that drives everything the command line knows.
public struct Command: Sendable {
    public var name: String
    /// One line without a full stop.
    public var summary: String
    /// Paragraphs for the help and the man page; may be empty.
    public var details: [String]
    public var arguments: [Argument]
    public var flags: [Flag]
    public var verbs: [Command]
    /// Does the work. Throws a `Complaint` or any error whose text a user can act on.
    public var run: (@Sendable (Invocation) throws -> ExitStatus)?

    /// A command that does something.
    public init(
        _ name: String, summary: String, details: [String] = [], arguments: [Argument] = [], flags: [Flag] = [],
        run: @escaping @Sendable (Invocation) throws -> ExitStatus
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.arguments = arguments
        self.flags = flags
        self.verbs = []
        self.run = run
    }

    /// A program made of verbs.
    public init(_ name: String, summary: String, details: [String] = [], verbs: [Command]) {
        self.name = name
        self.summary = summary
        self.details = details
        self.arguments = []
        self.flags = []
        self.verbs = verbs
        self.run = nil
    }

    /// The options of this command with the ones every command has.
    var allFlags: [Flag] {
        flags + [Flag("help", short: "h", help: "show this help and end")]
            + (isVerb ? [] : [Flag("version", help: "show the version and end")])
    }

    /// Set on the way down the table, so that only a program itself has `--version`.
    var isVerb = false

    func verb(named name: String) -> Command? {
        guard var found = verbs.first(where: { $0.name == name }) else { return nil }
        found.isVerb = true
        return found
    }
}

/// How a program ends.
public enum ExitStatus: Int32, Sendable {
    case done = 0
    case failed = 1
    /// Wrong usage.
    case usage = 2
    /// Done, but the input was damaged and something was lost.
    case damaged = 3
    /// Done, and findings reached the level asked for.
    case findings = 4
}

/// An error for the person at the terminal: what was wrong and where, and what to do next.
public struct Complaint: Error, Sendable, CustomStringConvertible {
    public var message: String
    public var hint: String?
    public var status: ExitStatus

    public init(_ message: String, hint: String? = nil, status: ExitStatus = .failed) {
        self.message = message
        self.hint = hint
        self.status = status
    }

    /// A mistake on the command line; ends with status 2.
    public static func usage(_ message: String, hint: String? = nil) -> Complaint {
        Complaint(message, hint: hint, status: .usage)
    }

    public var description: String { message }
}

/// An error of a library that knows what to do next.
public protocol HintedError: Error {
    /// What to do, one sentence; nil where the message says it all.
    var hint: String? { get }
}
