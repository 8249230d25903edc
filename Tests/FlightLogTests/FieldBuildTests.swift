import Foundation
import TestKit
import Testing

/// A release build with recording left out (FLIGHTLOG_RECORDING=off): the same program compiles, and nothing of the recorder
/// is in it. Built for real, in a package of its own, both ways.
@Suite(.serialized) struct FieldBuildTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().resolvingSymlinksInPath().path

    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
            name: "client", dependencies: [.package(name: "flightlog", path: "\(root)")],
            targets: [
                .executableTarget(name: "client", dependencies: [.product(name: "FlightLog", package: "flightlog")])
            ])
        """

    private static let program = """
        import FlightLog

        func use(_ recorder: Recorder) {
            recorder.record(.steps) { $0.add("count", 12) }
            recorder.record(kind: "shop.opened") { $0.add("id", 7) }
            recorder.record(.motionRead(MotionReading(kind: .walking)))
            recorder.appMoved(to: .background)
            recorder.listen { print($0.lines.count, $0.missedBytes) }
            recorder.passOn { _ in }
            recorder.turnHeartbeats(on: false)
            recorder.noteBackgroundTask(until: recorder.now.bootTime)
            recorder.flush()
            recorder.close(.user)
        }

        var configuration = Recorder.Configuration(app: "client", build: "1")
        configuration.launchReason = .location
        configuration.mainThread = SystemMainThread()
        let recorder = try Recorder(openingLogAt: CommandLine.arguments[1], configuration)
        use(recorder)
        print(Recorder.isCompiledIn, recorder.now.wallTime.rawValue > 0, recorder.launchSignals.count)
        """

    /// The built client, and the names of its symbols.
    private func build(recording: String, in folder: TemporaryFolder) throws -> (path: String, symbols: [String]) {
        try folder.write(Self.manifest, to: "Package.swift")
        try folder.write(Self.program, to: "Sources/client/main.swift")
        let built = try Tool.run(
            "/usr/bin/env",
            [
                "swift", "build", "-c", "release", "--package-path", folder.path, "--scratch-path",
                folder.appending("build"),
            ],
            environment: ["FLIGHTLOG_RECORDING": recording])
        try #require(built.status == 0, "\(built.text.suffix(2000)) \(built.errors.suffix(2000))")
        let path = folder.appending("build/release/client")
        return (path, try Self.symbols(of: path))
    }

    private static func symbols(of path: String) throws -> [String] {
        let listing = try Tool.run("/usr/bin/env", ["nm", path])
        try #require(listing.status == 0, "\(listing.errors)")
        return listing.text.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
    }

    /// What a build without recording may have of the library: its interface, and what reads the clocks and the device for it.
    private static let interface: Set<String> = [
        "Clock", "ClockWords", "DeviceIdentity", "Lifecycle", "LiveLines", "Locked", "MainThread", "ManualClock",
        "Monitor", "Power", "Recorder", "RecorderError", "Resources", "SystemClocks", "SystemMainThread", "SystemPower",
        "SystemResources", "SystemText", "SystemZone", "ThermalState",
    ]

    /// The library's types that symbols belong to, and all symbols of its C part.
    private static func parts(in symbols: [String]) throws -> Set<String> {
        let demangled = try Tool.run(
            "/usr/bin/env", ["swift", "demangle"], input: Array(symbols.joined(separator: "\n").utf8))
        try #require(demangled.status == 0, "\(demangled.errors)")
        let types = demangled.text.matches(of: /\bFlightLog\.\(?([A-Z]\w*)/).map { String($0.1) }
        return Set(types).union(symbols.filter { $0.hasPrefix("ct_") })
    }

    @Test func `a release build without recording runs the same program, and has no symbol of the recorder`() throws {
        let folder = TemporaryFolder()
        let client = try build(recording: "off", in: folder)
        let parts = try Self.parts(in: client.symbols)
        #expect(parts.subtracting(Self.interface) == [])
        // Were the program made otherwise than the test thinks, it would find nothing in anything.
        #expect(parts.contains("Recorder"))
        let run = try Tool.run(client.path, [folder.appending("log")])
        #expect(run.text == "false true 2\n")
        #expect(!FileManager.default.fileExists(atPath: folder.appending("log")))
    }

    @Test func `with recording the same search finds the recorder`() throws {
        // The tests' own tool is such a build; a second release build of everything tells no more.
        let folder = TemporaryFolder()
        let path = Long.isOn ? try build(recording: "on", in: folder).path : Tool.path("fieldtest")
        let parts = try Self.parts(in: try Self.symbols(of: path))
        #expect(parts.isSuperset(of: ["MappedLog", "Flusher", "Heart", "Launch", "Recovery", "ct_commit", "ct_arm"]))
        let arguments =
            Long.isOn
            ? [folder.appending("log")]
            : ["stress", "--log", folder.appending("log"), "--writers", "0", "--seconds", "0"]
        #expect(try Tool.run(path, arguments).status == 0)
        #expect(FileManager.default.fileExists(atPath: folder.appending("log/state/current.state")))
    }
}
