import SystemIO

/// Threads of the system, one for each of a number of writers.
enum Threads {
    private final class Body: Sendable {
        let work: @Sendable (Int) -> Void
        let index: Int

        init(_ work: @escaping @Sendable (Int) -> Void, _ index: Int) {
            self.work = work
            self.index = index
        }
    }

    /// Runs `work` on `count` threads with their numbers from 0, and waits for all of them.
    static func run(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
        let threads = (0..<count).map { start(Body(work, $0)) }
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Sends a signal to a thread that does nothing but take and give back memory.
    static func interruptAllocation(with signal: Int32) {
        let thread = start(
            Body({ _ in while true { free(malloc(Int.random(in: 1...100_000))) } }, 0))
        usleep(2_000)
        pthread_kill(thread, signal)
        pthread_join(thread, nil)
    }

    /// Blocks or unblocks every signal for the calling thread.
    static func maskSignals(_ how: Int32) {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(how, &all, nil)
    }

    /// Runs `work` on a thread of its own, and does not wait.
    static func start(_ work: @escaping @Sendable () -> Void) { _ = start(Body({ _ in work() }, 0)) }

    private static func start(_ body: Body) -> pthread_t {
        let context = Unmanaged.passRetained(body).toOpaque()
        #if canImport(Darwin)
            var thread: pthread_t?
            let code = pthread_create(&thread, nil, { Threads.run($0) }, context)
            guard code == 0, let thread else { fatalError("the system gives no thread: error \(code)") }
            return thread
        #else
            var thread = pthread_t()
            let code = pthread_create(&thread, nil, { Threads.run($0!) }, context)
            guard code == 0 else { fatalError("the system gives no thread: error \(code)") }
            return thread
        #endif
    }

    private static func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        body.work(body.index)
        return nil
    }
}
