/// A thread that runs one closure. Whoever starts it joins it.
public struct WorkerThread: Sendable {
    #if canImport(Darwin)
        private nonisolated(unsafe) let thread: pthread_t
    #else
        private let thread: pthread_t
    #endif

    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts it; nil where the system has no thread to give.
    public init?(_ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
            var started: pthread_t?
            let code = pthread_create(&started, nil, { Self.run($0) }, work.toOpaque())
        #else
            var started = pthread_t()
            let code = pthread_create(&started, nil, { Self.run($0!) }, work.toOpaque())
        #endif
        guard code == 0 else {
            work.release()
            return nil
        }
        #if canImport(Darwin)
            thread = started!
        #else
            thread = started
        #endif
    }

    private static func run(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
    }

    /// Waits for its end. Once only.
    public func join() { pthread_join(thread, nil) }

    /// Cores this process may use, at least 1.
    public static var availableCores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
