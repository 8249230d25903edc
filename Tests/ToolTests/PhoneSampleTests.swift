import Foundation
import TestKit
import Testing

/// The sample for iOS, where there is no Apple SDK: it is type-checked against stand-ins of the signatures it uses. That it
/// fits them is all this says; the sample's head says the rest.
@Suite struct PhoneSampleTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    @Test func `the sample for iOS fits the signatures it uses and the libraries as built`() throws {
        let folder = TemporaryFolder()
        for module in ["CoreLocation", "SwiftUI"] {
            let stub = try SwiftCompiler.makeStub(module, in: folder)
            #expect(stub.status == 0, "\(stub.errors)")
        }
        // The library has this for Apple platforms only.
        let lifecycle = try folder.write(
            """
            import FieldModel
            import FlightLog
            struct SystemLifecycle: Lifecycle { func watch(_ change: @escaping @Sendable (AppState) -> Void) {} }
            """, to: "Lifecycle.swift")
        let check = try SwiftCompiler.typeCheck(
            [lifecycle, Self.root + "/Samples/iOS/WandererApp.swift"], as: "Wanderer", stubs: folder)
        #expect(check.status == 0, "\(check.errors)")
    }
}
