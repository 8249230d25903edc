import Foundation

/// Runs one of the built tools as a real process.
public enum Tool {
    public struct Result: Sendable {
        public var status: Int32
        /// The signal that ended the process, or nil.
        public var signal: Int32?
        public var output: [UInt8]
        public var errors: String
        public var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// The folder of the built products, beside the running test bundle.
    public static let folder: String = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: bundle).deletingLastPathComponent().path
    }()

    public static func path(_ name: String) -> String { name.hasPrefix("/") ? name : folder + "/" + name }

    /// Runs `name` (a product, or an absolute path) with `arguments` and waits for its end.
    public static func run(
        _ name: String, _ arguments: [String] = [], input: [UInt8] = [], environment: [String: String] = [:],
        folder: String? = nil
    ) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path(name))
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        // An orphaned backtracer would hold the pipes open for minutes.
        process.environment = ProcessInfo.processInfo.environment
            .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
        let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = standardOutput
        process.standardError = standardError
        signal(SIGPIPE, SIG_IGN)
        try process.run()
        let errors = Collected(), written = DispatchGroup()
        DispatchQueue.global().async(group: written) {
            errors.bytes = Array(standardError.fileHandleForReading.readDataToEndOfFile())
        }
        DispatchQueue.global().async(group: written) {
            // The tool may end without reading its input.
            try? standardInput.fileHandleForWriting.write(contentsOf: Data(input))
            try? standardInput.fileHandleForWriting.close()
        }
        let output = Array(standardOutput.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        written.wait()
        let signalled = process.terminationReason == .uncaughtSignal
        return Result(
            status: signalled ? -1 : process.terminationStatus, signal: signalled ? process.terminationStatus : nil,
            output: output, errors: String(decoding: errors.bytes, as: UTF8.self))
    }

    /// Starts `name` and comes back at once; what it prints goes nowhere.
    public static func start(_ name: String, _ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path(name))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private final class Collected: @unchecked Sendable { var bytes: [UInt8] = [] }
}
