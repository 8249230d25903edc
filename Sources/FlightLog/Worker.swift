import CCrashTap
import SystemIO

/// A thread of the recorder that does the same again and again. The one that beats and the one that flushes are two, so that
/// a disk that hangs does not look like a process that did not run.
final class Worker: @unchecked Sendable {
    private let bell = ct_bell_create()!
    private let isStopping = Locked(false)
    private let thread = Locked<OpaquePointer?>(nil)

    /// What the thread runs: returns the ms to wait until the next call, or until it is woken.
    typealias Turn = @Sendable () -> Int64

    private final class Body {
        let turn: Turn
        let worker: Worker

        init(_ turn: @escaping Turn, _ worker: Worker) {
            self.turn = turn
            self.worker = worker
        }

        func run() {
            _ = ct_prepare_thread()
            var wait: Int64 = 0
            repeat {
                _ = ct_bell_wait(worker.bell, wait)
                if worker.isStopping.with({ $0 }) { return }
                wait = turn()
            } while true
        }
    }

    /// Starts the thread. One that the system does not give is done without: flushes then happen on the threads that
    /// record.
    func start(_ turn: @escaping Turn) {
        let context = Unmanaged.passRetained(Body(turn, self)).toOpaque()
        var started: OpaquePointer?
        let code = ct_thread_start(
            &started, { Unmanaged<Body>.fromOpaque($0!).takeRetainedValue().run() }, context)
        if code == 0 {
            thread.with { $0 = started }
        } else {
            Unmanaged<Body>.fromOpaque(context).release()
        }
    }

    func wake() { ct_bell_ring(bell) }

    /// Ends the thread and waits for its last turn, except on the thread itself.
    func stop() {
        isStopping.with { $0 = true }
        wake()
        let ending = thread.with { thread -> OpaquePointer? in
            defer { thread = nil }
            return thread
        }
        if let ending { ct_thread_join(ending) }
    }

    deinit { ct_bell_destroy(bell) }
}
