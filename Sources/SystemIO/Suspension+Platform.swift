/// Ctrl-Z while the terminal is not as its owner left it.
public enum Suspension {
    /// Does `body` with SIGTSTP only raising a flag, which `stopWhereAsked` looks at. What was ignored stays ignored.
    public static func watching<Result: ~Copyable, E: Error>(_ body: () throws(E) -> Result) throws(E) -> Result {
        var before = sigaction.of(SIGTSTP)
        guard !before.isIgnored else { return try body() }
        asked = 0
        sigaction.set(SIGTSTP, note)
        defer { sigaction(SIGTSTP, &before, nil) }
        return try body()
    }

    /// Stops the process where that was asked for: `before` puts the terminal right, and `after` follows when it goes on.
    public static func stopWhereAsked(before: () -> Void, after: () -> Void) {
        guard asked != 0 else { return }
        asked = 0
        before()
        sigaction.set(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        sigaction.set(SIGTSTP, note)
        after()
    }

    private static let note: @convention(c) (Int32) -> Void = { asked = $0 }
}

/// Written by the handler: one aligned word, without any other meaning to it.
nonisolated(unsafe) private var asked: Int32 = 0
