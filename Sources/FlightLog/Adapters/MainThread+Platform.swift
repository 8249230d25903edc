import Dispatch

/// The thread that serves the main queue: every app with a user interface has one, a program of the command line only
/// where it calls `dispatchMain` or runs a run loop.
public struct SystemMainThread: MainThread {
    public init() {}

    public func ask(_ answer: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: answer) }
}
