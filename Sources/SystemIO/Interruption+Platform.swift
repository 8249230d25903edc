/// Ctrl-C and its kin, turned into a question that long work asks, so that it can clean up before it ends.
public enum Interruption {
    /// From now on SIGINT, SIGQUIT, SIGTERM and SIGHUP only raise a flag; a read or write that waits fails with EINTR. What
    /// was ignored stays ignored.
    public static func watch() {
        for signal in signals {
            if sigaction.of(signal).isIgnored { continue }
            sigaction.set(signal) { raised = $0 }
        }
    }

    /// Does `body` with the signals only raising the flag, and then gives them back what they did before. One that came
    /// meanwhile takes its effect then: what `body` has to put right again is put right first.
    public static func watching<Result: ~Copyable, E: Error>(
        _ body: () throws(E) -> Result
    ) throws(E) -> Result {
        let wasRaised = raised
        let before = signals.map(sigaction.of)
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
        sigaction.set(raised, SIG_DFL)
        raise(raised)
    }
}

/// Written by the handler: one aligned word, without any other meaning to it.
nonisolated(unsafe) private var raised: Int32 = 0

extension sigaction {
    /// What a signal does.
    static func of(_ signal: Int32) -> sigaction {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return action
    }

    /// Has a signal call `handler` from now on.
    static func set(_ signal: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
        var action = sigaction()
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #else
            action.__sigaction_handler.sa_handler = handler
        #endif
        sigaction(signal, &action, nil)
    }

    var isIgnored: Bool {
        #if canImport(Darwin)
            let handler = __sigaction_u.__sa_handler
        #else
            let handler = __sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
