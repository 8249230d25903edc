/// Ctrl-C and its kin, turned into a question that long work asks, so that it can clean up before it ends.
public enum Interruption {
    /// From now on SIGINT, SIGQUIT, SIGTERM and SIGHUP only raise a flag; a read or write that waits fails with EINTR. What
    /// was ignored stays ignored.
    public static func watch() {
        for signal in signals {
            var action = sigaction()
            sigaction(signal, nil, &action)
            if action.isIgnored { continue }
            action = sigaction()
            action.setHandler { raised = $0 }
            sigaction(signal, &action, nil)
        }
    }

    /// Does `body` with the signals only raising the flag, and then gives them back what they did before. One that came
    /// meanwhile takes its effect then: what `body` has to put right again is put right first.
    public static func watching<Result: ~Copyable, E: Error>(
        _ body: () throws(E) -> Result
    ) throws(E) -> Result {
        let wasRaised = raised
        let before = signals.map { signal in
            var action = sigaction()
            sigaction(signal, nil, &action)
            return action
        }
        watch()
        defer {
            for (signal, action) in zip(signals, before) {
                var action = action
                sigaction(signal, &action, nil)
            }
            if wasRaised == 0, isRequested { raise(raised) }
        }
        return try body()
    }

    /// SIGQUIT (Ctrl-\) too: the core it may leave is then written after secrets were wiped and copies removed.
    private static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

    /// Whether one of them has come.
    public static var isRequested: Bool { raised != 0 }

    /// A call to the system that gives a negative number where it fails, again and again while signals interrupt it: not once
    /// somebody asks to end, and not for ever.
    public static func retrying(_ verb: String, _ path: String, _ call: () -> Int) throws(IOError) -> Int {
        for _ in 0..<patience {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR || isRequested { break }
        }
        throw IOError(verb, path)
    }

    /// A call that is interrupted this often will never do: it counts as failed.
    private static let patience = 1000

    /// Ends the process by the signal that came, as whoever sent it expects. Returns where none did.
    public static func endProcess() {
        guard raised != 0 else { return }
        var action = sigaction()
        action.setHandler(SIG_DFL)
        sigaction(raised, &action, nil)
        raise(raised)
    }
}

/// Ctrl-Z while the terminal is not as its owner left it.
public enum Suspension {
    /// Does `body` with SIGTSTP only raising a flag, which `stopWhereAsked` looks at. What was ignored stays ignored.
    public static func watching<Result: ~Copyable, E: Error>(_ body: () throws(E) -> Result) throws(E) -> Result {
        var before = sigaction()
        sigaction(SIGTSTP, nil, &before)
        guard !before.isIgnored else { return try body() }
        asked = 0
        take()
        defer { sigaction(SIGTSTP, &before, nil) }
        return try body()
    }

    /// Stops the process where that was asked for: `before` puts the terminal right, and `after` follows when it goes on.
    public static func stopWhereAsked(before: () -> Void, after: () -> Void) {
        guard asked != 0 else { return }
        asked = 0
        before()
        var action = sigaction()
        action.setHandler(SIG_DFL)
        sigaction(SIGTSTP, &action, nil)
        raise(SIGTSTP)
        take()
        after()
    }

    private static func take() {
        var action = sigaction()
        action.setHandler { asked = $0 }
        sigaction(SIGTSTP, &action, nil)
    }
}

/// Written by the handlers: one aligned word each, without any other meaning to it.
nonisolated(unsafe) private var raised: Int32 = 0
nonisolated(unsafe) private var asked: Int32 = 0

extension sigaction {
    fileprivate mutating func setHandler(_ handler: (@convention(c) (Int32) -> Void)?) {
        #if canImport(Darwin)
            __sigaction_u.__sa_handler = handler
        #else
            __sigaction_handler.sa_handler = handler
        #endif
    }

    fileprivate var isIgnored: Bool {
        #if canImport(Darwin)
            let handler = __sigaction_u.__sa_handler
        #else
            let handler = __sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
