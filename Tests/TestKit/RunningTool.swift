import Foundation

/// A built tool that runs beside the test. Killed when the test lets go of it.
public final class RunningTool: @unchecked Sendable {
    private let process = Process()

    /// - Parameter output: a file that takes what the tool prints; nowhere without one.
    public init(_ name: String, _ arguments: [String], output: String? = nil) throws {
        process.executableURL = URL(fileURLWithPath: Tool.path(name))
        process.arguments = arguments
        // An orphaned backtracer would hold the pipes open for minutes.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        if let output {
            FileManager.default.createFile(atPath: output, contents: nil)
            process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        }
        process.standardError = FileHandle.nullDevice
        // A thread of the pool that tests run on blocks signals, and a child inherits that.
        var none = sigset_t(), before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
    }

    deinit { if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) } }

    /// Sends a signal.
    public func send(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

    /// Looks every few ms until `condition` holds; false where the tool ended or 60 s passed before it did.
    public func wait(until condition: () -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: 60)
        while Date() < end {
            if condition() { return true }
            guard process.isRunning else { return condition() }
            usleep(5000)
        }
        return false
    }

    /// Waits for the end: the exit status, or the signal that ended it.
    public func end() -> (status: Int32?, signal: Int32?) {
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
            ? (nil, process.terminationStatus) : (process.terminationStatus, nil)
    }
}
