import Foundation

/// The Swift compiler, for sources that no build of this package takes up: for other platforms, in documents, written by a tool.
public enum SwiftCompiler {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// Where the modules of this package lie as they were built with the tests, and the maps of those in C.
    private static func modules() throws -> [String] {
        let sources = root + "/Sources/"
        let ownOfC = try FileManager.default.contentsOfDirectory(atPath: sources).filter { $0.hasPrefix("C") }.sorted()
        let maps = ownOfC.flatMap { name in
            [sources + name, "\(Tool.folder)/\(name).build"].map { $0 + "/module.modulemap" }
        }
        return ["-I", Tool.folder + "/Modules"]
            + maps.filter(FileManager.default.fileExists).flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
    }

    private static func run(_ arguments: [String]) throws -> Tool.Result {
        try Tool.run(
            "/usr/bin/env", ["swiftc", "-swift-version", "6", "-parse-as-library", "-warnings-as-errors"] + arguments)
    }

    /// Makes a module of the signatures in Tests/Stubs, in `folder`.
    public static func makeStub(_ module: String, in folder: TemporaryFolder) throws -> Tool.Result {
        try run([
            "-emit-module", "-module-name", module, "-o", folder.appending("\(module).swiftmodule"),
            "\(root)/Tests/Stubs/\(module).swift",
        ])
    }

    /// Checks `files` as the module of that name, which sees this package's modules and the stubs in `folder`. A warning is
    /// an error.
    public static func typeCheck(
        _ files: [String], as module: String, stubs folder: TemporaryFolder
    ) throws -> Tool.Result {
        try run(["-typecheck", "-module-name", module, "-I", folder.path] + modules() + files)
    }
}
