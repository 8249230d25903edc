import Foundation

/// A folder for one test, removed with all that is in it when the test lets go of it.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("flightlog-\(UUID().uuidString)").path
        // A test without its folder cannot say anything true: end here.
        try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }  // a leftover in the temporary folder harms nobody

    public func appending(_ name: String) -> String { path + "/" + name }

    /// Writes `text` to `name` inside, making the folders on the way, and returns the full path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

    /// Writes `bytes` to `name` inside, making the folders on the way, and returns the full path.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        let full = appending(name)
        try FileManager.default.createDirectory(
            atPath: (full as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: full))
        return full
    }

    public func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: appending(name))))
    }
}
