import Foundation
import TestKit
import Testing

/// The adapters for Apple platforms, where there is no Apple SDK: they are type-checked against stand-ins that declare the
/// signatures they use. That they compile is all this says; README.md says the rest.
@Suite struct AppleAdapterTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    @Test func `the Apple adapters compile against the signatures they use`() throws {
        let folder = TemporaryFolder()
        for module in ["Darwin", "UIKit"] {
            let stub = try SwiftCompiler.makeStub(module, in: folder)
            #expect(stub.status == 0, "\(stub.errors)")
        }
        // Only the Apple branch has a lifecycle: without it this line would not compile.
        let probe = try folder.write("let isAppleBranch: any Lifecycle = SystemLifecycle()\n", to: "Probe.swift")
        let adapters = Self.root + "/Sources/FlightLog/Adapters/"
        let sources = try FileManager.default.contentsOfDirectory(atPath: adapters).map { adapters + $0 }
        let check = try SwiftCompiler.typeCheck(
            [probe, Self.root + "/Sources/FlightLog/Log/Lock.swift"] + sources, as: "FlightLog", stubs: folder)
        #expect(check.status == 0, "\(check.errors)")
    }
}
