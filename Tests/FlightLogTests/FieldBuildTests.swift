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

    /// Symbols of the C part, and of what the recorder is made of; the public types alone keep their names.
    private static func recorder(in symbols: [String]) -> [String] {
        let parts = [
            "9MappedLog", "7Flusher", "5Heart", "6Worker", "6Launch", "8Recovery", "8NewState", "8Listener",
            "9MainWatch",
            "13PreviousState", "9Retention", "7DayFile",
        ]
        return symbols.filter { name in
            name.hasPrefix("ct_") || name.contains("9FlightLog") && parts.contains { name.contains("9FlightLog\($0)") }
        }
    }

    @Test func `a release build without recording runs the same program, and has no symbol of the recorder`() throws {
        let folder = TemporaryFolder()
        let client = try build(recording: "off", in: folder)
        #expect(Self.recorder(in: client.symbols) == [])
        // Were the program made otherwise than the test thinks, it would find nothing in anything.
        #expect(client.symbols.contains { $0.contains("9FlightLog8Recorder") })
        let run = try Tool.run(client.path, [folder.appending("log")])
        #expect(run.text == "false true 2\n")
        #expect(!FileManager.default.fileExists(atPath: folder.appending("log")))
    }

    @Test func `with recording the same search finds the recorder`() throws {
        // The tests' own tool is such a build; a second release build of everything tells no more.
        let isLong = Long.isOn
        let folder = TemporaryFolder()
        let path = isLong ? try build(recording: "on", in: folder).path : Tool.path("fieldtest")
        #expect(Self.recorder(in: try Self.symbols(of: path)).count > 50)
        let arguments =
            isLong
            ? [folder.appending("log")]
            : ["stress", "--log", folder.appending("log"), "--writers", "0", "--seconds", "0"]
        #expect(try Tool.run(path, arguments).status == 0)
        #expect(FileManager.default.fileExists(atPath: folder.appending("log/state/current.state")))
    }
}
