import Foundation
import TestKit
import Testing

/// The adapters for Apple platforms, where there is no Apple SDK: they are type-checked against stand-ins that declare the
/// signatures they use. That they compile is all this says; README.md says the rest.
@Suite struct AppleAdapterTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    private func compile(_ arguments: [String]) throws -> Tool.Result {
        try Tool.run("/usr/bin/env", ["swiftc", "-swift-version", "6", "-parse-as-library"] + arguments)
    }

    @Test func `the Apple adapters compile against the signatures they use`() throws {
        let folder = TemporaryFolder()
        for module in ["Darwin", "UIKit"] {
            let stub = try compile([
                "-emit-module", "-module-name", module, "-o", folder.appending("\(module).swiftmodule"),
                "\(Self.root)/Tests/Stubs/\(module).swift",
            ])
            #expect(stub.status == 0, "\(stub.errors)")
        }
        // Only the Apple branch has a lifecycle: without it this line would not compile.
        let probe = try folder.write("let isAppleBranch: any Lifecycle = SystemLifecycle()\n", to: "Probe.swift")
        let adapters = Self.root + "/Sources/FlightLog/Adapters/"
        let sources = try FileManager.default.contentsOfDirectory(atPath: adapters).map { adapters + $0 }
        let check = try compile(
            [
                "-typecheck", "-warnings-as-errors", "-module-name", "FlightLog", "-I", folder.path, "-I",
                Tool.folder + "/Modules", "-Xcc", "-fmodule-map-file=\(Tool.folder)/CCrashTap.build/module.modulemap",
                probe,
                Self.root + "/Sources/FlightLog/Log/Lock.swift",
            ] + sources)
        #expect(check.status == 0, "\(check.errors)")
    }
}
