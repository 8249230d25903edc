import CommandKit
import FieldModel

/// What others ask of the process by signals: they wait until the main thread looks for them.
struct Requests {
    enum Request {
        case move(AppState)
        case end
    }

    private static let meanings: [Int32: Request] = [
        SIGUSR1: .move(.background), SIGUSR2: .move(.foreground), SIGTERM: .end, SIGINT: .end, SIGHUP: .end,
    ]

    /// From here on the signals wait. To be called on the main thread before any other is started.
    init() {
        var waiting = Self.signals
        pthread_sigmask(SIG_BLOCK, &waiting, nil)
    }

    /// The next one that has come, if any.
    func next() -> Request? {
        var pending = sigset_t()
        guard sigpending(&pending) == 0, Self.meanings.keys.contains(where: { sigismember(&pending, $0) == 1 }) else {
            return nil
        }
        var waiting = Self.signals
        var signal: Int32 = 0
        return sigwait(&waiting, &signal) == 0 ? Self.meanings[signal] : nil
    }

    private static var signals: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in meanings.keys { sigaddset(&set, signal) }
        return set
    }
}
