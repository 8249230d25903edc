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
        let stub = try SwiftCompiler.makeStub("Logging", in: folder)
        #expect(stub.status == 0, "\(stub.errors)")
        let check = try SwiftCompiler.typeCheck([folder.appending("Handler.swift")], as: "Handler", stubs: folder)
        #expect(check.status == 0, "\(check.errors)")
    }
}
