import CCrashTap
import FieldModel

/// Asks the main thread for a sign of life once a second while the app is in the foreground. Where the process ends without
/// an answer, the next launch knows for how long the user saw nothing move: that is how a watchdog's kill is told from
/// others.
final class MainWatch: Sendable {
    private let log: MappedLog
    private let thread: any MainThread
    private let isAsked = Locked(false)
    private static let period: Int64 = 1000

    init(_ log: MappedLog, _ thread: any MainThread) {
        self.log = log
        self.thread = thread
    }

    /// Asks, or waits on; returns the clock's ms to the next turn.
    func turn() -> Int64 {
        if isAsked.with({ $0 }) {
            // It hangs and the rest of the process does not: the end is later than the last record.
            ct_note_alive(log.tap)
            return Self.period
        }
        guard AppState(word: ct_get(&log.state.pointee.life.appState)) == .foreground else { return Self.period }
        isAsked.with { asked in
            asked = true
            log.noteMainThreadAsked()
        }
        thread.ask { [weak self] in
            self?.isAsked.with { asked in
                asked = false
                self?.log.noteMainThreadAnswered()
            }
        }
        return Self.period
    }
}

extension MappedLog {
    func noteMainThreadAsked() { ct_set_signed(&state.pointee.life.mainAskedBoot, now.bootTime?.rawValue ?? 0) }

    func noteMainThreadAnswered() {
        ct_set_signed(&state.pointee.life.mainBoot, now.bootTime?.rawValue ?? 0)
        ct_set_signed(&state.pointee.life.mainAskedBoot, 0)
    }
}
