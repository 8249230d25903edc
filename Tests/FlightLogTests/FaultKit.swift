import Foundation
import SystemIO
import TestKit
import Testing

/// The helpers in Tests/Faults, compiled once.
enum FaultKit {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Faults").path
    private static let folder = TemporaryFolder()

    /// A library that makes calls to the system fail; nil where there is no compiler for it.
    static let library = compile("faults.c", ["-shared", "-fPIC", "-ldl"], to: "faults.so")
    /// A program that kills another at a counted instruction.
    static let stepper = compile("steps.c", [], to: "steps")

    static var isPossible: Bool { library != nil && stepper != nil }

    private static func compile(_ source: String, _ options: [String], to name: String) -> String? {
        let output = folder.appending(name)
        let result = try? Tool.run("/usr/bin/env", ["clang", "-O1", "-o", output, sources + "/" + source] + options)
        return result?.status == 0 ? output : nil
    }

    /// A call that fails.
    struct Fault: CustomTestStringConvertible, Sendable {
        var call: String
        /// An errno, `short` or `kill`.
        var kind: String
        var name: String
        var nth: Int
        var isLasting = false

        var testDescription: String { "\(call) \(name), call \(nth)\(isLasting ? " and all later ones" : "")" }

        func environment(for log: RecordedLog) -> [String: String] {
            [
                "LD_PRELOAD": FaultKit.library ?? "", "FAULT_PATH": log.path + "/", "FAULT_CALL": call,
                "FAULT_KIND": kind,
                "FAULT_NTH": "\(nth)", "FAULT_EVER": isLasting ? "1" : "0",
                "FAULT_FIRED": log.folder.appending("fired"),
            ]
        }
    }

    /// Runs `fieldtest stress` on a log; one that hangs is ended after 30 s with status 124.
    static func stress(_ log: RecordedLog, _ words: [String], _ fault: Fault? = nil) throws -> Tool.Result {
        try Tool.run(
            "/usr/bin/env",
            ["timeout", "-s", "KILL", "30", Tool.path("fieldtest"), "stress", "--log", log.path] + words,
            environment: fault?.environment(for: log) ?? [:])
    }

    /// Where a function of `fieldtest` lies in its file, as hex.
    static func offset(of function: String) throws -> String {
        let listing = try Tool.run("/usr/bin/env", ["nm", Tool.path("fieldtest")])
        let line = listing.text.split(separator: "\n").first { $0.hasSuffix(" \(function)") }
        return String(try #require(line?.split(separator: " ").first))
    }
}

extension Tool.Result {
    /// Ended by SIGKILL, whether `timeout` says so by its status or ends in the same way.
    var wasKilled: Bool { status == 137 || signal == SIGKILL }
}
