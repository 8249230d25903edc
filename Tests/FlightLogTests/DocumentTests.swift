import Foundation
import TestKit
import Testing

/// What the documents show of other people's modules, checked against stand-ins that declare their signatures.
@Suite struct DocumentTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The block of a page that imports a module.
    private func block(importing module: String, of page: String) throws -> String {
        let text = try String(contentsOfFile: Self.root + "/docs/" + page, encoding: .utf8)
        let blocks = text.components(separatedBy: "``` swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        return try #require(blocks.first { $0.contains("import \(module)") })
    }

    @Test func `the handler for swift-log compiles against its signatures`() throws {
        let folder = TemporaryFolder()
        try folder.write(try block(importing: "Logging", of: "recording.md"), to: "Handler.swift")
        let module = try Tool.run(
            "/usr/bin/env",
            [
                "swiftc", "-swift-version", "6", "-emit-module", "-module-name", "Logging", "-o",
                folder.appending("Logging.swiftmodule"), Self.root + "/Tests/Stubs/Logging.swift",
            ])
        #expect(module.status == 0, "\(module.errors)")
        let check = try Tool.run(
            "/usr/bin/env",
            [
                "swiftc", "-swift-version", "6", "-typecheck", "-I", folder.path, "-I", Tool.folder + "/Modules",
                "-Xcc",
                "-fmodule-map-file=\(Tool.folder)/CCrashTap.build/module.modulemap", folder.appending("Handler.swift"),
            ])
        #expect(check.status == 0, "\(check.errors)")
    }
}
