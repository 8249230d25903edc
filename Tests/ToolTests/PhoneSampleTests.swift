import Foundation
import TestKit
import Testing

/// The sample for iOS, where there is no Apple SDK: it is type-checked against stand-ins of the signatures it uses. That it
/// fits them is all this says; the sample's head says the rest.
@Suite struct PhoneSampleTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    private func compile(_ arguments: [String]) throws -> Tool.Result {
        try Tool.run("/usr/bin/env", ["swiftc", "-swift-version", "6", "-parse-as-library"] + arguments)
    }

    @Test func `the sample for iOS fits the signatures it uses and the libraries as built`() throws {
        let folder = TemporaryFolder()
        for module in ["CoreLocation", "SwiftUI"] {
            let stub = try compile([
                "-emit-module", "-module-name", module, "-o", folder.appending("\(module).swiftmodule"),
                "\(Self.root)/Tests/Stubs/\(module).swift",
            ])
            #expect(stub.status == 0, "\(stub.errors)")
        }
        // The library has this for Apple platforms only.
        let lifecycle = try folder.write(
            """
            import FieldModel
            import FlightLog
            struct SystemLifecycle: Lifecycle { func watch(_ change: @escaping @Sendable (AppState) -> Void) {} }
            """, to: "Lifecycle.swift")
        let system = ["CSodium", "CZlib", "CSQLite"].flatMap { ["-I", "\(Self.root)/Sources/\($0)"] }
        let own = ["CCrashTap", "CDigest"].flatMap {
            ["-Xcc", "-fmodule-map-file=\(Tool.folder)/\($0).build/module.modulemap"]
        }
        let check = try compile(
            [
                "-typecheck", "-warnings-as-errors", "-module-name", "Wanderer", "-I", folder.path, "-I",
                Tool.folder + "/Modules",
            ] + system + own + [lifecycle, Self.root + "/Samples/iOS/WandererApp.swift"])
        #expect(check.status == 0, "\(check.errors)")
    }
}
