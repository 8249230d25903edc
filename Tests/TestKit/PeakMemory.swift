import Foundation

/// The most memory a process had (VmHWM), as the system counted it.
public enum PeakMemory {
    /// Runs `name` (a product, or an absolute path) to its end and returns KiB; nil where it did not end with status 0.
    ///
    /// Through time(1), which is small: a process begins with the peak of the one that started it as its own.
    public static func of(_ name: String, _ arguments: [String]) throws -> Int? {
        let folder = TemporaryFolder()
        let result = try Tool.run(
            "/usr/bin/time", ["-f", "%M", "-o", folder.appending("peak"), Tool.path(name)] + arguments)
        guard result.status == 0 else { return nil }
        return Int(String(decoding: try folder.read("peak"), as: UTF8.self).split(separator: "\n").last ?? "")
    }
}
