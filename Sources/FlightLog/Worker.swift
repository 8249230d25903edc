import CCrashTap
import FieldModel
import SystemIO

/// The two threads of a recorder: one beats, one flushes. Apart, so that a disk that hangs does not look like a process that
/// did not run.
final class Worker: @unchecked Sendable {
    private let beatBell = ct_bell_create()!
    private let flushBell = ct_bell_create()!
    private let isStopping = Locked(false)
    private var threads: [OpaquePointer] = []

    /// What a thread runs: called again and again, returns the ms to wait until the next call, or until it is woken.
    typealias Turn = @Sendable () -> Int64

    private final class Body {
        let turn: Turn
        let bell: OpaquePointer
        let worker: Worker

        init(_ turn: @escaping Turn, _ bell: OpaquePointer, _ worker: Worker) {
            self.turn = turn
            self.bell = bell
            self.worker = worker
        }

        func run() {
            _ = ct_prepare_thread()
            var wait: Int64 = 0
            repeat {
                _ = ct_bell_wait(bell, wait)
                if worker.isStopping.with({ $0 }) { return }
                wait = turn()
            } while true
        }
    }

    /// Starts both. A thread that the system does not give is done without: flushes then happen on the threads that record.
    func start(beat: @escaping Turn, flush: @escaping Turn) {
        for (turn, bell) in [(beat, beatBell), (flush, flushBell)] {
            let context = Unmanaged.passRetained(Body(turn, bell, self)).toOpaque()
            var thread: OpaquePointer?
            let code = ct_thread_start(
                &thread, { Unmanaged<Body>.fromOpaque($0!).takeRetainedValue().run() }, context)
            if code == 0, let thread { threads.append(thread) } else { Unmanaged<Body>.fromOpaque(context).release() }
        }
    }

    func wakeFlusher() { ct_bell_ring(flushBell) }
    func wakeBeater() { ct_bell_ring(beatBell) }

    /// Ends both threads and waits for their last turn.
    func stop() {
        isStopping.with { $0 = true }
        wakeFlusher()
        wakeBeater()
        for thread in threads { ct_thread_join(thread) }
        threads = []
    }

    deinit {
        ct_bell_destroy(beatBell)
        ct_bell_destroy(flushBell)
    }
}
