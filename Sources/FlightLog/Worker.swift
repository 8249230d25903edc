import CCrashTap
import SystemIO

/// A thread of the recorder that does the same again and again. The one that beats and the one that flushes are two, so that
/// a disk that hangs does not look like a process that did not run.
final class Worker: @unchecked Sendable {
    private let bell = ct_bell_create()!
    private let state = Locked(State())

    private struct State {
        var thread: OpaquePointer?
        var isStopping = false
    }

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
                if worker.state.with({ $0.isStopping }) { return }
                wait = turn()
            } while true
        }
    }

    /// Starts the thread, if nobody has stopped it before. One that the system does not give is done without: flushes then
    /// happen on the threads that record.
    func start(_ turn: @escaping Turn) {
        state.with { state in
            guard !state.isStopping else { return }
            let context = Unmanaged.passRetained(Body(turn, self)).toOpaque()
            let code = ct_thread_start(
                &state.thread, { Unmanaged<Body>.fromOpaque($0!).takeRetainedValue().run() }, context)
            if code != 0 { Unmanaged<Body>.fromOpaque(context).release() }
        }
    }

    func wake() { ct_bell_ring(bell) }

    /// Ends the thread and waits for its last turn, except on the thread itself.
    func stop() {
        let ending = state.with { state -> OpaquePointer? in
            defer { state = State(thread: nil, isStopping: true) }
            return state.thread
        }
        wake()
        if let ending { ct_thread_join(ending) }
    }

    deinit { ct_bell_destroy(bell) }
}
